import { count } from '../../api/admission/admission.ts'
import type { Context, Services } from '../../api/context.ts'
import type { Person, PersonSession } from '../../generated/prisma/client.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { inputRules, parseInput } from '../../platform/input/parse-input.ts'
import { composed } from '../../platform/passwords.ts'
import { Problem } from '../../platform/problem.ts'
import { countingTries } from './count-tries.ts'
import { givenPassword, personEmail } from './person-input.ts'
import { type LogInPlace, openPersonSession } from './person-session.ts'
import { findSecondFactor } from './second-factor/check-factor.ts'
import { newChallenge } from './second-factor/complete-log-in.ts'

const input = inputRules({
  required: ['email', 'password'],
  missing: 'Enter your email and your password.',
  fields: { email: personEmail, password: givenPassword },
})

/** Rather than with a store and its key, which the console takes at the same path. */
export const isLogInOfPerson = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && ('email' in body || 'password' in body)

export interface LoggedIn {
  token: string
  session: PersonSession
  person: Person
}

/**
 * Before a second factor there is no session: its code is sent with the challenge. An unknown email costs what a wrong password does, and gets the same answer.
 * @throws Problem BAD_USER_INPUT, UNAUTHENTICATED, RATE_LIMITED, UNAVAILABLE
 */
export async function logInPerson(
  context: Context,
  body: unknown,
  place: LogInPlace,
): Promise<LoggedIn | { challenge: string }> {
  await count(context, 'personLogin')
  const { services } = context
  const { email, password } = parseInput(input, body)
  const person = await countingTries(context, email, () => findByPassword(services, email, password))
  if (!person) throw new Problem('UNAUTHENTICATED', 'Invalid email or password', { reason: 'WRONG_LOGIN' })
  if (await findSecondFactor(services, person.id)) return { challenge: await newChallenge(services, person) }
  const opened = await inTransaction(services.db.prisma, (tx) => openPersonSession(tx, person, place, services.clock()))
  return { ...opened, person }
}

async function findByPassword(services: Services, email: string, password: string): Promise<Person | null> {
  const person = await services.db.prisma.person.findFirst({ where: { email } })
  return (await services.passwords.verify(composed(password), person?.passwordHash ?? null)) ? person : null
}
