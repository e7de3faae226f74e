import type { Prisma } from '../../generated/prisma/client.ts'
import { countWithin } from '../../platform/database/count-within.sql.ts'
import { daysOlderThan } from '../../platform/database/retention.ts'
import { DAY_MS } from '../../platform/time.ts'

/** Mails about accounts for one recipient on one day of the store's time zone. */
export const CODE_MAILS_A_DAY = 3

/** Because of time zones, a day's row can be in use for two days. */
const KEPT_MS = 3 * DAY_MS

export const codeMailDayRetention = daysOlderThan('code_mail_days', KEPT_MS)

/** Whom a limit guards, by the names that they are counted under. */
export const recipients = {
  password: (customerId: string) => `password:${customerId}`,
  confirm: (customerId: string) => `confirm:${customerId}`,
  changedAddress: (customerId: string) => `changed-address:${customerId}`,
  email: (address: string) => `email:${address.toLowerCase()}`,
}

export interface CountedMail {
  storeId: string
  /** A day of the store's time zone. */
  day: string
  recipients: readonly string[]
}

/**
 * Counts a mail for each of the recipients, unless one of them has had as many as there may be: the transaction must
 * then be rolled back. One statement, so that mails that are sent at once cannot exceed the limit.
 */
export async function countMail(tx: Prisma.TransactionClient, { storeId, day, recipients }: CountedMail) {
  const counted = await countWithin(tx, {
    table: 'code_mail_days',
    counter: 'mails',
    most: CODE_MAILS_A_DAY,
    storeId,
    day,
    by: { column: 'recipient', values: recipients },
  })
  return counted === recipients.length
}

/** Takes back what was counted for a mail that no server has accepted. */
export async function uncountMail(
  tx: Prisma.TransactionClient,
  { storeId, day, recipients }: CountedMail,
): Promise<void> {
  await tx.codeMailDay.updateMany({
    where: { storeId, day: new Date(day), recipient: { in: [...recipients] }, mails: { gt: 0 } },
    data: { mails: { decrement: 1 } },
  })
}
