import type { OwnerContext } from '../gateway/context.ts'
import type { Order, PaymentStatus } from '../generated/prisma/client.ts'
import { Problem } from '../platform/problem.ts'
import { withoutRefund } from './attention.ts'
import { lockForOwner, type OrderChoice } from './lock-for-owner.ts'
import { addOrderEvent, ownerActor } from './order-event.ts'
import { returnPoints } from './order-points.ts'
import { inOrderTransaction } from './order-transaction.ts'
import { parseOwnerNote } from './owner-note.ts'

/**
 * Writes down that the buyer has their money back, once: redeemed points are theirs again and earned ones are not,
 * wherever the order stands. It moves no money, and no stock: cancelling puts back what was not sent.
 * @throws Problem NOT_FOUND, BAD_USER_INPUT; CONFLICT when there is nothing to give back, or the version is stale
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

/** Why an order cannot be refunded, as a sentence for the owner; null when it can, wherever it stands. */
function refundProblem({ paymentStatus, total }: Order): string | null {
  if (total === 0n) return 'The order cost nothing: there is nothing to refund.'
  return unpaid[paymentStatus] ?? null
}
