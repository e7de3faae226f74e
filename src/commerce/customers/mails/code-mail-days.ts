import type { Prisma } from '../../../generated/prisma/client.ts'
import { countWithin } from '../../../platform/database/count-within.sql.ts'
import { daysOlderThan } from '../../../platform/database/retention.ts'
import { DAY_MS } from '../../../platform/time.ts'

/** Per recipient and day of the store's time zone. */
export const CODE_MAILS_A_DAY = 3

/** Across time zones a day's row is used for two days. */
const RETENTION_MS = 3 * DAY_MS

export const codeMailDayRetention = daysOlderThan('code_mail_days', RETENTION_MS)

export const recipients = {
  password: (customerId: string) => `password:${customerId}`,
  confirm: (customerId: string) => `confirm:${customerId}`,
  changedAddress: (customerId: string) => `changed-address:${customerId}`,
  email: (address: string) => `email:${address.toLowerCase()}`,
}

export interface CountedMail {
  storeId: string
  day: string
  recipients: readonly string[]
}

/** Above the limit, roll back. One statement, so that concurrent mails cannot exceed the limit. */
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

export async function uncountMail(
  tx: Prisma.TransactionClient,
  { storeId, day, recipients }: CountedMail,
): Promise<void> {
  await tx.codeMailDay.updateMany({
    where: { storeId, day: new Date(day), recipient: { in: [...recipients] }, mails: { gt: 0 } },
    data: { mails: { decrement: 1 } },
  })
}
