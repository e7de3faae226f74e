import type { Services } from '../../../api/context.ts'
import type { SqlClient } from '../../../platform/database/sql.ts'
import { queueOrderMails } from '../../mails/queue-order-mails.ts'
import { emitEvents } from '../../webhooks/emit-events.ts'
import type { OrderWithItems } from '../lock-order.ts'
import type { Actor } from '../order-event.ts'
import { orderNeedsAttention } from '../order-webhook-events.ts'
import { addOrderEvent, hasAlerted, writeAttention } from '../orders.sql.ts'
import type { Alert } from './alert.ts'
import { alertInWords } from './alert-words.ts'
import { withAlerts } from './alerts.ts'

/**
 * Puts a locked order on the list of those that need the owner's attention, or adds an alert to one that is on it. The
 * owner gets a mail, and their webhooks get an event.
 * @param order as it is to be stored
 */
export async function alertOwner(
  services: Pick<Services, 'clock' | 'jobs'>,
  tx: SqlClient,
  order: OrderWithItems,
  { actor, now, alert }: { actor: Actor; now: Date; alert: Alert },
): Promise<void> {
  const { storeId, id: orderId } = order
  const marked = { ...order, ...withAlerts(order, alert), updatedAt: now, version: order.version + 1 }
  const reason = alertInWords(alert)
  await writeAttention(tx, marked)
  await addOrderEvent(tx, { storeId, orderId, actor, kind: 'attention', detail: reason, alert, at: now })
  const settings = await emitEvents(tx, services, storeId, () => [orderNeedsAttention(marked, reason)])
  await queueOrderMails(tx, services, order, settings, ['NEEDS_ATTENTION'])
}

/** The same, but not again for an alert that is in the order's history. */
export async function alertOwnerOnce(
  services: Pick<Services, 'clock' | 'jobs'>,
  tx: SqlClient,
  order: OrderWithItems,
  call: { actor: Actor; now: Date; alert: Alert },
): Promise<void> {
  if (!(await hasAlerted(tx, order, call.alert))) await alertOwner(services, tx, order, call)
}
