import { count } from '../../../api/admission/admission.ts'
import type { Context, Services } from '../../../api/context.ts'
import type { Person } from '../../../generated/prisma/client.ts'
import { lockRow } from '../../../platform/database/row-lock.sql.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { labelledText } from '../../../platform/input/labelled-text.ts'
import { inputRules, parseInput } from '../../../platform/input/parse-input.ts'
import { Problem } from '../../../platform/problem.ts'
import { hashOfCode } from '../../../platform/secrets/typed-code.ts'
import type { LoggedIn } from '../log-in.ts'
import { newPersonCode, spendPersonCode } from '../person-codes.ts'
import { type LogInPlace, openPersonSession } from '../person-session.ts'
import { checkFactor, findSecondFactor } from './check-factor.ts'

/** Codes in one log-in; after them the password is asked for again. */
const MOST_TRIES = 5

const input = inputRules({
  required: ['challenge', 'code'],
  missing: 'Enter the code.',
  fields: {
    challenge: labelledText({ label: 'Challenge', max: 200 }),
    code: labelledText({ label: 'Code', max: 100, trim: true }),
  },
})

/** For who has given the right password, and has a second factor. It is no session. */
export async function newChallenge({ db, clock }: Services, { id: personId, email }: Person): Promise<string> {
  const { code } = await newPersonCode(db.prisma, { personId, purpose: 'LOG_IN', email, now: clock() })
  return code
}

/** @throws Problem BAD_USER_INPUT, UNAUTHENTICATED when it begins anew, RATE_LIMITED */
export async function completeLogIn(context: Context, body: unknown, place: LogInPlace): Promise<LoggedIn> {
  await count(context, 'personLogin')
  const { services } = context
  const { challenge, code } = parseInput(input, body)
  const codeHash = hashOfCode(challenge)
  const { prisma } = services.db
  const tried = await prisma.personCode.updateMany({
    where: { codeHash, purpose: 'LOG_IN', tries: { lt: MOST_TRIES }, expiresAt: { gt: services.clock() } },
    data: { tries: { increment: 1 } },
  })
  if (tried.count === 0) throw logInEnded()
  const waiting = await prisma.personCode.findFirst({ where: { codeHash }, include: { person: true } })
  const factor = waiting && (await findSecondFactor(services, waiting.personId))
  if (!factor) throw logInEnded()
  await checkFactor(services, factor, code)
  const { person } = waiting
  const opened = await inTransaction(prisma, async (tx) => {
    await lockRow(tx, 'persons', { id: person.id })
    await spendPersonCode(tx, waiting)
    return openPersonSession(tx, person, place, services.clock())
  })
  return { ...opened, person }
}

const logInEnded = (): Problem =>
  new Problem('UNAUTHENTICATED', 'This log-in has ended. Enter your email and password again.', {
    reason: 'SESSION_ENDED',
  })
