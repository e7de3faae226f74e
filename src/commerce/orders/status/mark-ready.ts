import { actorOf } from '../../../api/admission/caller.ts'
import type { OwnerContext } from '../../../api/context.ts'
import { Problem } from '../../../platform/problem.ts'
import { isPickup } from '../../delivery/order-delivery.ts'
import { queueOrderMails } from '../../mails/queue-order-mails.ts'
import { emitEvents } from '../../webhooks/emit-events.ts'
import type { OrderWithItems } from '../lock-order.ts'
import { inOrderTransaction } from '../order-transaction.ts'
import { orderReady } from '../order-webhook-events.ts'
import { addOrderEvent } from '../orders.sql.ts'
import { lockForOwner, type OrderChoice } from '../owner-change.ts'

/**
 * Says that the goods of an order wait to be picked up, and writes so to the buyer. Its status stays.
 * @throws Problem NOT_FOUND; CONFLICT when it is not for pick-up, not confirmed, ready already, or the version is outdated
 */
export async function markReady(
  { services, store, caller }: Pick<OwnerContext, 'services' | 'store' | 'caller'>,
  choice: OrderChoice,
): Promise<void> {
  const storeId = store.id
  await inOrderTransaction(services, storeId, async (tx) => {
    const order = await lockForOwner(tx, storeId, choice)
    const refused = readyProblem(order)
    if (refused) throw new Problem('CONFLICT', refused, { reason: 'WRONG_STATUS' })
    const { id: orderId } = order
    const now = services.clock()
    const actor = actorOf(caller)
    await addOrderEvent(tx, { storeId, orderId, actor, kind: 'ready', at: now })
    const stored = await tx.order.update({
      where: { storeId_id: { storeId, id: orderId } },
      data: { readyAt: now, updatedAt: now, version: { increment: 1 } },
    })
    const settings = await emitEvents(tx, services, storeId, () => [orderReady({ ...stored, items: order.items })])
    await queueOrderMails(tx, services, order, settings, ['ORDER_READY'])
  })
}

/** Null when it can be marked. */
function readyProblem(order: OrderWithItems): string | null {
  if (!isPickup(order)) return 'The order is not for pick-up: it is shipped to the buyer.'
  if (order.readyAt !== null) return 'The order is already ready for pick-up.'
  if (order.status !== 'CONFIRMED') return `The order is ${order.status.toLowerCase()}: it cannot be made ready.`
  return order.paymentStatus === 'REFUNDED' ? 'The order is refunded: it cannot be made ready.' : null
}
