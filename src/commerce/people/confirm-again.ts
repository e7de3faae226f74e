import { count } from '../../api/admission/admission.ts'
import type { PersonContext } from '../../api/context.ts'
import { inputRules, parseInput } from '../../platform/input/parse-input.ts'
import { composed } from '../../platform/passwords.ts'
import { Problem } from '../../platform/problem.ts'
import { countingTries } from './count-tries.ts'
import { givenPassword } from './person-input.ts'

const input = inputRules({
  required: ['password'],
  missing: 'Enter your password.',
  fields: { password: givenPassword },
})

/** A wrong one counts as a wrong log-in. @throws Problem RATE_LIMITED, UNAVAILABLE */
export async function isOwnPassword(context: PersonContext, password: string): Promise<boolean> {
  const { services, person } = context
  const isRight = await countingTries(context, person.email, async () =>
    (await services.passwords.verify(composed(password), person.passwordHash)) ? true : null,
  )
  return isRight === true
}

/**
 * Takes the password of who is logged in once more, so that the session may do what asks for it.
 * @throws Problem BAD_USER_INPUT, RATE_LIMITED, UNAVAILABLE
 */
export async function confirmAgain(context: PersonContext, body: unknown): Promise<void> {
  await count(context, 'personLogin')
  const { password } = parseInput(input, body)
  if (!(await isOwnPassword(context, password))) {
    throw new Problem('BAD_USER_INPUT', 'This is not your password.', { reason: 'WRONG_PASSWORD', field: 'password' })
  }
  const { services, session } = context
  await services.db.prisma.personSession.updateMany({
    where: { id: session.id },
    data: { confirmedAt: services.clock() },
  })
}
