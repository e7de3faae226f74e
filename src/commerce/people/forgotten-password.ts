import { count } from '../../api/admission/admission.ts'
import type { Context, Services } from '../../api/context.ts'
import type { Person, Prisma } from '../../generated/prisma/client.ts'
import { lockRow } from '../../platform/database/row-lock.sql.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { labelledText } from '../../platform/input/labelled-text.ts'
import { inputRules, parseInput } from '../../platform/input/parse-input.ts'
import { composed } from '../../platform/passwords.ts'
import { listMemberships } from './list-own.ts'
import { emailHashOf } from './log-in-guard.sql.ts'
import { endedCode, endPersonCodes, getPersonCode, spendPersonCode } from './person-codes.ts'
import { checkPassword, givenPassword, personEmail } from './person-input.ts'
import { endPersonSessions } from './person-session.ts'

const linkInput = inputRules({
  required: ['email'],
  missing: 'Enter your email.',
  fields: { email: personEmail },
})

/**
 * Queues a job that mails a link if a person has that email. The request does the same in every case, so that it
 * reveals nothing.
 * @throws Problem BAD_USER_INPUT when it is no email, RATE_LIMITED
 */
export async function askForPasswordLink(context: Context, body: unknown): Promise<void> {
  await count(context, 'personLogin')
  const { email } = parseInput(linkInput, body)
  const { jobs, db } = context.services
  await jobs.enqueue(db.prisma, 'person-mail', { about: 'password', email })
}

const passwordInput = inputRules({
  required: ['token', 'password'],
  missing: 'Enter the code and a new password.',
  fields: { token: labelledText({ label: 'Code', max: 200 }), password: givenPassword },
})

/**
 * Ends all sessions of the person; a second factor stays. A refused password leaves the token as it is.
 * @throws Problem BAD_USER_INPUT, RATE_LIMITED, UNAVAILABLE
 */
export async function choosePassword(context: Context, body: unknown): Promise<void> {
  await count(context, 'personLogin')
  const { services } = context
  const { token, password } = parseInput(passwordInput, body)
  const code = await getPersonCode(services, token, ['PASSWORD'])
  // It was mailed to an address that is the person's no more.
  if (code.email !== code.person.email) throw endedCode()
  await checkNewPassword(services, code.person, password)
  const passwordHash = await services.passwords.hash(composed(password))
  await inTransaction(services.db.prisma, async (tx) => {
    await lockRow(tx, 'persons', { id: code.personId })
    await spendPersonCode(tx, code)
    await setPassword(tx, services, code.person, passwordHash)
    await endPersonSessions({ prisma: tx }, code.personId)
    await confirmAddress(tx, code.person, services.clock())
  })
}

/** @throws Problem BAD_USER_INPUT */
export async function checkNewPassword(
  services: Pick<Services, 'db'>,
  person: Person,
  password: string,
): Promise<void> {
  const shops = (await listMemberships(services, person)).map(({ store }) => store.businessName)
  checkPassword(password, { 'your email': [person.email], 'the name of a shop of yours': shops })
}

/** Ends codes and the lock of too many wrong passwords, and notifies the person by mail. Sessions are the caller's. */
export async function setPassword(
  tx: Prisma.TransactionClient,
  services: Pick<Services, 'jobs' | 'keyedHash'>,
  { id: personId, email }: Person,
  passwordHash: string,
): Promise<void> {
  await tx.person.update({ where: { id: personId }, data: { passwordHash } })
  await endPersonCodes(tx, personId)
  await tx.logInGuard.deleteMany({ where: { emailHash: emailHashOf(services, email) } })
  await services.jobs.enqueue(tx, 'person-mail', { about: 'password-changed', personId })
}

const confirmAddress = async (tx: Prisma.TransactionClient, { id, email }: Person, now: Date): Promise<void> => {
  await tx.person.updateMany({ where: { id, email, emailConfirmedAt: null }, data: { emailConfirmedAt: now } })
}
