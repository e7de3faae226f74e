import type { PersonContext } from '../../api/context.ts'
import type { Person } from '../../generated/prisma/client.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { composed } from '../../platform/passwords.ts'
import { Problem } from '../../platform/problem.ts'
import { isOwnPassword } from './confirm-again.ts'
import { listMemberships } from './list-own.ts'
import { checkPassword } from './person-input.ts'
import { confirmedAtOf, endPersonSessions, openPersonSession } from './person-session.ts'

/** Wrong current passwords count as wrong log-ins. @throws Problem BAD_USER_INPUT, CONFLICT, RATE_LIMITED, UNAVAILABLE */
export async function changePassword(
  context: PersonContext,
  { current, password }: { current: string; password: string },
): Promise<Person> {
  const { services, person, session } = context
  const { passwords, db } = services
  if (!(await isOwnPassword(context, current))) {
    throw new Problem('BAD_USER_INPUT', 'This is not your current password.', {
      ...{ reason: 'WRONG_PASSWORD', field: 'current' },
    })
  }
  const shops = (await listMemberships(services, person)).map(({ store }) => store.businessName)
  checkPassword(password, { 'your email': [person.email], 'the name of a shop of yours': shops })
  const passwordHash = await passwords.hash(composed(password))
  const opened = await inTransaction(db.prisma, async (tx) => {
    // Of two changes at once, the second would not know the password any more.
    const { count } = await tx.person.updateMany({
      where: { id: person.id, passwordHash: person.passwordHash },
      data: { passwordHash },
    })
    if (count === 0) {
      throw new Problem('CONFLICT', 'Your password was changed meanwhile.', { reason: 'OUTDATED_VERSION' })
    }
    await endPersonSessions({ prisma: tx }, person.id)
    const { browser, address } = session
    return openPersonSession(tx, person, { browser, address, replaced: undefined }, services.clock())
  })
  context.session = opened.session
  context.confirmedAt = confirmedAtOf(opened.session)
  context.renewCookie(opened)
  return { ...person, passwordHash }
}
