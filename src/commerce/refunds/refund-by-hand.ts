import type { Services } from '../../api/context.ts'
import type { Order, Prisma } from '../../generated/prisma/client.ts'
import { Problem } from '../../platform/problem.ts'
import { newUuid } from '../../platform/uuid.ts'
import type { OrderWithItems } from '../orders/lock-order.ts'
import { bookRefund } from './book-refund.ts'
import { checkLeft, nextNumber, nothingLeft, type RefundWish, refundsOfOrder } from './record-refund.ts'
import { leftOfPrice, refundProblem } from './refundable.ts'

/** @param asked null for all @throws Problem CONFLICT when too little is left, or the provider has the money */
export function leftByHand(order: Order, asked: bigint | null): bigint {
  const { currency, collectedAmount } = order
  const refused = refundProblem(order)
  if (refused) throw new Problem('CONFLICT', refused, { reason: 'WRONG_STATUS' })
  if (order.paymentMethod === null) {
    throw new Problem(
      'CONFLICT',
      'The order was paid through the payment provider, which refunds it. If you have refunded it in another way, call markRefunded.',
      { reason: 'PAID_ONLINE' },
    )
  }
  const left = leftOfPrice(order, { amount: collectedAmount, currency })
  if (left === 0n) throw nothingLeft()
  checkLeft(order, left, asked)
  return left
}

/**
 * Records that the owner returns money of an order that was paid without the provider.
 * @throws Problem CONFLICT when too little is left, or the provider has the money
 */
export async function refundByHand(
  services: Pick<Services, 'clock' | 'jobs'>,
  tx: Prisma.TransactionClient,
  order: OrderWithItems,
  { amount: asked, ...wish }: RefundWish,
): Promise<void> {
  const { storeId, id: orderId, currency } = order
  const left = leftByHand(order, asked)
  const amount = asked ?? left
  const now = services.clock()
  const refund = await tx.refund.create({
    data: {
      storeId,
      id: newUuid(now.getTime()),
      orderId,
      number: nextNumber(await refundsOfOrder(tx, order)),
      status: 'PROCESSED',
      amount,
      ofPrice: amount,
      currency,
      ofRest: asked === null,
      ...wish,
      createdAt: now,
      settledAt: now,
    },
  })
  const change = { services, tx, order, refund, actor: wish.actor, now }
  await bookRefund(change, { amount, currency, ofPrice: amount, isWhole: amount === left, resolved: {} })
}
