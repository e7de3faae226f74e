import type { PersonContext } from '../../api/context.ts'
import type { Person } from '../../generated/prisma/client.ts'
import { composed } from '../../platform/passwords.ts'
import { Problem } from '../../platform/problem.ts'
import { isOwnPassword } from './confirm-again.ts'
import { checkNewPassword, setPassword } from './forgotten-password.ts'
import { withNewSession } from './renew-session.ts'

/** Wrong current passwords count as wrong log-ins. @throws Problem BAD_USER_INPUT, CONFLICT, RATE_LIMITED, UNAVAILABLE */
export async function changePassword(
  context: PersonContext,
  { current, password }: { current: string; password: string },
): Promise<Person> {
  const { services, person } = context
  if (!(await isOwnPassword(context, current))) {
    throw new Problem('BAD_USER_INPUT', 'This is not your current password.', {
      ...{ reason: 'WRONG_PASSWORD', field: 'current' },
    })
  }
  await checkNewPassword(services, person, password)
  const passwordHash = await services.passwords.hash(composed(password))
  await withNewSession(context, async (tx) => {
    // Of two changes at once, the second would not know the password any more.
    const same = await tx.person.findFirst({ where: { id: person.id, passwordHash: person.passwordHash } })
    if (!same) throw new Problem('CONFLICT', 'Your password was changed meanwhile.', { reason: 'OUTDATED_VERSION' })
    await setPassword(tx, services, same, passwordHash)
  })
  return { ...person, passwordHash }
}
