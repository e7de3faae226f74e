import type { OwnerContext } from '../gateway/context.ts'
import type { Order } from '../generated/prisma/client.ts'
import { Problem } from '../platform/problem.ts'
import { withoutRefund } from './attention.ts'
import { lockForOwner, type OrderChoice } from './lock-for-owner.ts'
import { addOrderEvent, ownerActor } from './order-event.ts'
import { returnPoints } from './order-points.ts'
import { inOrderTransaction } from './order-transaction.ts'
import { parseOwnerNote } from './owner-note.ts'
import type { PaymentStatus } from './statuses.ts'

/**
 * Records that the owner has refunded the buyer. Redeemed points are returned and earned points removed, whatever the
 * order's status. No money is moved, and stock only returns when the order is cancelled.
 * @throws Problem NOT_FOUND, BAD_USER_INPUT; CONFLICT when there is nothing to refund or the version is outdated
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
    await returnPoints(tx, order, at)
    await addOrderEvent(tx, {
      ...{ storeId: store.id, orderId: order.id, actor: ownerActor(ownerKey) },
      ...{ kind: 'refunded', detail, at },
    })
    return tx.order.update({
      where: { storeId_id: { storeId: store.id, id: order.id } },
      data: {
        paymentStatus: 'REFUNDED',
        needsAttention: withoutRefund(order),
        updatedAt: at,
        version: { increment: 1 },
      },
    })
  })
}

const unpaid: Partial<Record<PaymentStatus, string>> = {
  PENDING: 'The order was not paid: there is nothing to refund.',
  FAILED: 'The payment of the order failed: there is nothing to refund.',
  REFUNDED: 'The order is already refunded.',
}

/** Why an order cannot be refunded, as a sentence for the owner; null when it can. */
function refundProblem({ paymentStatus, total }: Order): string | null {
  if (total === 0n) return 'The order cost nothing: there is nothing to refund.'
  return unpaid[paymentStatus] ?? null
}
