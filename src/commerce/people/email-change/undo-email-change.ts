import { count } from '../../../api/admission/admission.ts'
import type { Context } from '../../../api/context.ts'
import { lockRow } from '../../../platform/database/row-lock.sql.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { labelledText } from '../../../platform/input/labelled-text.ts'
import { inputRules, parseInput } from '../../../platform/input/parse-input.ts'
import { endPersonCodes, getPersonCode, spendPersonCode } from '../person-codes.ts'
import { endPersonSessions } from '../person-session.ts'
import { releaseAddress } from './release-address.ts'

const input = inputRules({
  required: ['token'],
  missing: 'Enter the code.',
  fields: { token: labelledText({ label: 'Code', max: 200 }) },
})

/**
 * Brings an address back, for who has not changed it: all sessions end, and a mail for a new password goes there. Needs
 * no log-in, which somebody else may have changed.
 * @throws Problem BAD_USER_INPUT, CONFLICT, RATE_LIMITED
 */
export async function undoEmailChange(context: Context, body: unknown): Promise<void> {
  await count(context, 'personLogin')
  const { services } = context
  const { token } = parseInput(input, body)
  const code = await getPersonCode(services, token, ['UNDO_EMAIL'])
  const { personId, email } = code
  await inTransaction(services.db.prisma, async (tx) => {
    await lockRow(tx, 'persons', { id: personId })
    await spendPersonCode(tx, code)
    await releaseAddress(tx, email, personId)
    await tx.person.update({ where: { id: personId }, data: { email, emailConfirmedAt: services.clock() } })
    await endPersonCodes(tx, personId)
    // Of addresses that came after this one, and of nobody's but whoever changed it.
    await tx.personCode.deleteMany({ where: { personId, expiresAt: { gte: code.expiresAt } } })
    await endPersonSessions({ prisma: tx }, personId)
    await services.jobs.enqueue(tx, 'person-mail', { about: 'password', email })
  })
}
