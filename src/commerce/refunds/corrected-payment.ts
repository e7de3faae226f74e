import type { SqlClient } from '../../platform/database/sql.ts'
import { withoutResolved } from '../orders/attention/alerts.ts'
import { returnDiscountUse } from '../orders/holds/holds.sql.ts'
import type { OrderWithItems } from '../orders/lock-order.ts'
import type { Actor } from '../orders/order-event.ts'
import { addOrderEvent } from '../orders/orders.sql.ts'
import { returnPoints } from '../orders/settle/order-points.ts'
import { leftOfPrice, settlingPayment } from './refundable.ts'
import { lastRefundNumber, readPayments } from './refunds.sql.ts'

/** An order with no more left than was refunded becomes refunded, with all effects. @returns the order to store */
export async function afterCorrection(
  tx: SqlClient,
  order: OrderWithItems,
  { actor, now }: { actor: Actor; now: Date },
): Promise<OrderWithItems> {
  if (order.paymentStatus !== 'PAID' || order.refundedAmount === 0n) return order
  const { storeId, id: orderId } = order
  const paid = settlingPayment(order, await readPayments(tx, order))
  if (!paid || leftOfPrice(order, paid) > 0n) return order
  const last = await lastRefundNumber(tx, order)
  await returnPoints(tx, order, { back: 'all', part: last + 1, now })
  await returnDiscountUse(tx, order, now)
  const detail = 'All that was paid has gone back'
  await addOrderEvent(tx, { storeId, orderId, actor, kind: 'refunded', detail, at: now })
  return { ...order, paymentStatus: 'REFUNDED', ...withoutResolved(order, { isWhole: true }) }
}
