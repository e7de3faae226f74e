import type { Services } from '../../api/context.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { countWithin } from '../../platform/database/count-within.sql.ts'
import { olderThan } from '../../platform/database/retention.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { DAY_MS } from '../../platform/time.ts'
import { BUYER_MAILS_A_DAY, type MailName, type MailObstacle } from './mail-name.ts'

// SQL, since claims go by the database's clock, which all processes share.

/** Longer than a job may take; then the claiming process counts as dead. */
const CLAIM_SECONDS = 75

/** Longer than a job is tried, by itself and by hand. */
const RETENTION_MS = 90 * DAY_MS

export const orderMailRetention = olderThan('order_mails', 'claimed_until', RETENTION_MS)

export interface ClaimedMail {
  storeId: string
  orderId: string
  id: string
  name: MailName
}

/** What counts against `BUYER_MAILS_A_DAY`. */
interface Bound {
  day: string
  /** A hash of the address. */
  recipient: string
}

/**
 * @param bound null for a mail that is sent in any case
 * @returns false when it was sent already, or nothing can send it @throws Error while another process has claimed it
 */
export async function claimMail(
  { db: { prisma } }: Pick<Services, 'db'>,
  mail: ClaimedMail,
  bound: Bound | null,
): Promise<boolean> {
  const { storeId, orderId, id, name } = mail
  const until = Prisma.sql`now() + ${CLAIM_SECONDS} * interval '1 second'`
  const claimed = await inTransaction(prisma, async (tx) => {
    const isFirst = await tx.$executeRaw`
      INSERT INTO order_mails (store_id, id, order_id, name, claimed_until)
      VALUES (${storeId}::uuid, ${id}::uuid, ${orderId}::uuid, ${name}, ${until})
      ON CONFLICT (store_id, id) DO NOTHING`
    if (isFirst === 0) return 'before'
    // Together with the claim, so that a mail counts once, however often it is tried.
    if (bound === null || (await isWithin(tx, storeId, bound))) return 'now'
    await markNotSent(tx, mail, 'TOO_MANY_MAILS')
    return 'never'
  })
  if (claimed !== 'before') return claimed === 'now'
  // Citus refuses a clock in ON CONFLICT.
  const isLeft = await prisma.$executeRaw`
    UPDATE order_mails SET claimed_until = ${until}
    WHERE store_id = ${storeId}::uuid AND id = ${id}::uuid AND sent_at IS NULL AND not_sent IS NULL
      AND claimed_until <= now()`
  if (isLeft > 0) return true
  const known = await prisma.orderMail.findFirst({ where: { storeId, id } })
  if (known?.sentAt === null && known.notSent === null)
    throw new Error('Another process is sending the mail, or has died while it did')
  return false
}

const isWithin = async (tx: Prisma.TransactionClient, storeId: string, { day, recipient }: Bound): Promise<boolean> =>
  (await countWithin(tx, {
    ...{ table: 'code_mail_days', counter: 'mails', most: BUYER_MAILS_A_DAY, storeId, day },
    by: { column: 'recipient', values: [`order:${recipient}`] },
  })) > 0

/** For a mail that nobody has accepted. */
export const releaseMail = ({ db: { prisma } }: Pick<Services, 'db'>, { storeId, id }: ClaimedMail): Promise<unknown> =>
  prisma.$executeRaw`
    UPDATE order_mails SET claimed_until = now() WHERE store_id = ${storeId}::uuid AND id = ${id}::uuid`

export const markNotSent = (
  tx: Prisma.TransactionClient,
  { storeId, id }: ClaimedMail,
  obstacle: MailObstacle,
): Promise<unknown> => tx.orderMail.updateMany({ where: { storeId, id }, data: { notSent: obstacle } })

export const markSent = (tx: Prisma.TransactionClient, { storeId, id }: ClaimedMail): Promise<unknown> =>
  tx.$executeRaw`UPDATE order_mails SET sent_at = now() WHERE store_id = ${storeId}::uuid AND id = ${id}::uuid`
