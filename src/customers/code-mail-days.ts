import { Prisma } from '../generated/prisma/client.ts'
import { before, type Retention } from '../platform/database/retention.ts'
import { DAY_MS } from '../platform/time.ts'

/** Mails about accounts for one recipient on one day of the store's time zone. */
export const CODE_MAILS_A_DAY = 3

/** Because of time zones, a day's row can be in use for two days. */
const KEPT_MS = 3 * DAY_MS

export const codeMailDayRetention: Retention = {
  table: 'code_mail_days',
  outdated: (now) => Prisma.sql`day <= ${before(now, KEPT_MS)}::date`,
}

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
  const rows = recipients.toSorted().map((name) => Prisma.sql`(${storeId}::uuid, ${day}::date, ${name}, 1)`)
  const counted = await tx.$executeRaw`
    INSERT INTO code_mail_days AS today (store_id, day, recipient, mails) VALUES ${Prisma.join(rows)}
    ON CONFLICT (store_id, day, recipient) DO UPDATE SET mails = today.mails + 1
    WHERE today.mails < ${CODE_MAILS_A_DAY}::int`
  return counted === recipients.length
}

/** Takes back what was counted for a mail that no server has accepted. */
export async function uncountMail(
  tx: Prisma.TransactionClient,
  { storeId, day, recipients }: CountedMail,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE code_mail_days SET mails = mails - 1
    WHERE store_id = ${storeId}::uuid AND day = ${day}::date AND recipient = ANY (${[...recipients]}::text[])
      AND mails > 0`
}
