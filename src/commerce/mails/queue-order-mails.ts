import type { Services } from '../../api/context.ts'
import type { Order } from '../../generated/prisma/client.ts'
import type { SqlClient } from '../../platform/database/sql.ts'
import { newUuid } from '../../platform/uuid.ts'
import type { StoreSettings } from '../webhooks/webhooks.sql.ts'
import { type MailName, type OrderMails, recipientOf } from './mail-name.ts'

type MailedOrder = Pick<Order, 'storeId' | 'id' | 'buyerEmail'>

/** One job, in the transaction of the change. Without a known address it costs no SQL statement. */
export async function queueOrderMails(
  tx: SqlClient,
  { jobs, clock }: Pick<Services, 'jobs' | 'clock'>,
  { storeId, id: orderId, buyerEmail }: MailedOrder,
  { mailsOwner }: Pick<StoreSettings, 'mailsOwner'>,
  names: readonly MailName[],
  refund: Pick<OrderMails, 'refundId' | 'extent'> = {},
): Promise<void> {
  const isReachable = { BUYER: buyerEmail !== null && buyerEmail !== '', OWNER: mailsOwner }
  const mails = names
    .filter((name) => isReachable[recipientOf(name)])
    .map((name) => ({ id: newUuid(clock().getTime()), name }))
  if (mails.length > 0) await jobs.enqueue(tx, 'order-mail', { storeId, orderId, mails, ...refund })
}
