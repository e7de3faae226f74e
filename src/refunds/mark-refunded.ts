import type { OwnerContext } from '../gateway/context.ts'
import type { Order } from '../generated/prisma/client.ts'
import { withoutDemands } from '../orders/attention.ts'
import { lockForOwner, type OrderChoice } from '../orders/lock-for-owner.ts'
import { addOrderEvent, ownerActor } from '../orders/order-event.ts'
import { returnPoints } from '../orders/order-points.ts'
import { inOrderTransaction } from '../orders/order-transaction.ts'
import { parseOwnerNote } from '../orders/owner-note.ts'
import { Problem } from '../platform/problem.ts'
import { newUuid } from '../platform/uuid.ts'
import { nextNumber, refundsOfOrder, refuseUnderWay } from './record-refund.ts'
import { refundProblem } from './refundable.ts'

/**
 * Records that the owner has given back what was left of the price. Redeemed points are returned and earned points
 * removed, whatever the order's status. No money is moved, and stock only returns when the order is cancelled.
 * @throws Problem NOT_FOUND, BAD_USER_INPUT; CONFLICT when there is nothing to refund, a refund is under way or the
 * version is outdated
 */
export function markRefunded(
  { services, store, ownerKey }: Pick<OwnerContext, 'services' | 'store' | 'ownerKey'>,
  input: OrderChoice & { note?: string | null | undefined },
): Promise<Order> {
  const detail = parseOwnerNote(input)
  return inOrderTransaction(services.prisma, store.id, async (tx) => {
    const order = await lockForOwner(tx, store.id, input)
    const refused = refundProblem(order)
    if (refused) throw new Problem('CONFLICT', refused)
    const at = services.clock()
    const refunds = await refundsOfOrder(tx, order)
    refuseUnderWay(refunds)
    const number = nextNumber(refunds)
    await returnPoints(tx, order, { back: 'all', part: number, now: at })
    const { total, refundedAmount, currency } = order
    const left = total - refundedAmount
    await tx.refund.create({
      data: {
        ...{ storeId: store.id, id: newUuid(at.getTime()), orderId: order.id, number, status: 'PROCESSED' },
        ...{ amount: left, ofPrice: left, currency, reason: detail, actor: ownerActor(ownerKey) },
        ...{ createdAt: at, settledAt: at },
      },
    })
    await addOrderEvent(tx, {
      ...{ storeId: store.id, orderId: order.id, actor: ownerActor(ownerKey) },
      ...{ kind: 'refunded', detail, at },
    })
    return tx.order.update({
      where: { storeId_id: { storeId: store.id, id: order.id } },
      data: {
        paymentStatus: 'REFUNDED',
        refundedAmount: total,
        needsAttention: withoutDemands(order, { isWhole: true, extraPayment: null }),
        updatedAt: at,
        version: { increment: 1 },
      },
    })
  })
}
