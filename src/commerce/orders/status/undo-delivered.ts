import { actorOf } from '../../../api/admission/caller.ts'
import { checkScope, KeyScope } from '../../../api/admission/key-scopes.ts'
import type { OwnerContext } from '../../../api/context.ts'
import { Problem } from '../../../platform/problem.ts'
import { emitEvents } from '../../webhooks/emit-events.ts'
import { canBeUndone, takeBack, withoutPayment } from '../collect/take-back.ts'
import { inOrderTransaction } from '../order-transaction.ts'
import { orderMoved, orderPaymentUndone } from '../order-webhook-events.ts'
import { addOrderEvent } from '../orders.sql.ts'
import { lockForOwner, type OrderChoice } from '../owner-change.ts'
import type { OrderStatus } from './order-status.ts'

/**
 * Takes back that an order was delivered, and the payment that was recorded with it.
 * @throws Problem NOT_FOUND; FORBIDDEN when the key may not undo that payment; CONFLICT when it is not delivered, was delivered more than 24 hours ago, money of that
 * payment was given back, or the version is outdated
 */
export async function undoDelivered(
  { services, store, caller }: Pick<OwnerContext, 'services' | 'store' | 'caller'>,
  choice: OrderChoice,
): Promise<void> {
  const storeId = store.id
  await inOrderTransaction(services, storeId, async (tx) => {
    const order = await lockForOwner(tx, storeId, choice)
    const { id: orderId } = order
    if (order.status !== 'DELIVERED') {
      throw new Problem('CONFLICT', `The order is ${order.status.toLowerCase()}, not delivered.`, {
        reason: 'WRONG_STATUS',
      })
    }
    const events = await tx.orderEvent.findMany({
      where: { storeId, orderId, kind: { in: ['shipped', 'delivered'] } },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    })
    const at = events.findLast(({ kind }) => kind === 'delivered')?.createdAt
    const now = services.clock()
    if (!at || !canBeUndone(at, now)) {
      throw new Problem('CONFLICT', 'A delivery can be undone for 24 hours.', { reason: 'TOO_LATE' })
    }
    const actor = actorOf(caller)
    await addOrderEvent(tx, { storeId, orderId, actor, kind: 'delivery_undone', at: now })
    const payment = await tx.payment.findFirst({
      where: { storeId, orderId, source: 'delivery', undoneAt: null, createdAt: at },
    })
    if (payment) checkScope(caller, [KeyScope.MONEY])
    const left = payment ? await takeBack(tx, order, payment, { actor, now }) : order
    // What is picked up may never have been shipped.
    const status: OrderStatus = events.some(({ kind }) => kind === 'shipped') ? 'SHIPPED' : 'CONFIRMED'
    const stored = await tx.order.update({
      where: { storeId_id: { storeId, id: orderId } },
      data: { status, ...withoutPayment(left), updatedAt: now, version: { increment: 1 } },
    })
    const current = { ...stored, items: order.items }
    await emitEvents(tx, services, storeId, () => [
      orderMoved(current, 'DELIVERED', actor),
      ...(payment ? [orderPaymentUndone(current, payment, actor)] : []),
    ])
  })
}
