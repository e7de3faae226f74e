import type { PersonContext, Services } from '../../../api/context.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { inputRules, parseInput } from '../../../platform/input/parse-input.ts'
import { Problem } from '../../../platform/problem.ts'
import { endedCode, endPersonCodes, getPersonCode, spendPersonCode } from '../person-codes.ts'
import { personEmail } from '../person-input.ts'
import { withNewSession } from '../renew-session.ts'
import { releaseAddress } from './release-address.ts'

const input = inputRules({
  required: ['email'],
  missing: 'Enter the new email.',
  fields: { email: personEmail },
})

/**
 * Mails a code to the address until now, and to the new one once it was used. An address that was never confirmed is not
 * asked: it may be somebody else's. The answer is the same whether anybody has the new one.
 * @throws Problem BAD_USER_INPUT, CONFLICT without a mail server
 */
export async function requestEmailChange({ services, person }: PersonContext, written: string): Promise<true> {
  const { email } = parseInput(input, { email: written })
  const { db, jobs, mailer } = services
  if (!mailer.isSetUp) {
    const help = 'This console sends no mails. Whoever runs the server changes it: "storefront person email OLD NEW".'
    throw new Problem('CONFLICT', help, { reason: 'NO_MAIL_SERVER' })
  }
  if (email === person.email) {
    throw new Problem('BAD_USER_INPUT', 'This is your email already.', { field: 'email' })
  }
  const about = person.emailConfirmedAt === null ? 'new-email' : 'old-email'
  await jobs.enqueue(db.prisma, 'person-mail', { about, personId: person.id, email })
  return true
}

/**
 * With a code from either mail. The last one changes the address: this browser gets a new session, and all others end.
 * @returns whether it is changed; otherwise a mail to the new address comes next
 * @throws Problem BAD_USER_INPUT, CONFLICT
 */
export async function confirmEmailChange(context: PersonContext, written: string): Promise<boolean> {
  const { services, person } = context
  const { db, jobs } = services
  const code = await getPersonCode(services, written, ['OLD_EMAIL', 'NEW_EMAIL'])
  if (code.personId !== person.id) throw endedCode()
  if (code.purpose === 'OLD_EMAIL') {
    await inTransaction(db.prisma, async (tx) => {
      await spendPersonCode(tx, code)
      await jobs.enqueue(tx, 'person-mail', { about: 'new-email', personId: person.id, email: code.email })
    })
    return false
  }
  await withNewSession(context, async (tx) => {
    await spendPersonCode(tx, code)
    await changeAddress(tx, services, person.id, code.email)
  })
  context.person = { ...person, email: code.email, emailConfirmedAt: services.clock() }
  return true
}

/**
 * Needs the lock of the person's row. Tells the address until now, with a code that brings it back.
 * @throws Problem CONFLICT when somebody else has confirmed it meanwhile
 */
export async function changeAddress(
  tx: Prisma.TransactionClient,
  { clock, jobs }: Pick<Services, 'clock' | 'jobs'>,
  personId: string,
  email: string,
): Promise<void> {
  const { email: before, emailConfirmedAt } = await tx.person.findUniqueOrThrow({ where: { id: personId } })
  await releaseAddress(tx, email, personId)
  await tx.person.update({ where: { id: personId }, data: { email, emailConfirmedAt: clock() } })
  await endPersonCodes(tx, personId)
  const isReachable = emailConfirmedAt !== null
  if (isReachable) await jobs.enqueue(tx, 'person-mail', { about: 'email-changed', personId, email: before })
}
