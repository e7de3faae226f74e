import { phoneIdentity } from '../customers/phone.ts'
import type { Order, Prisma } from '../generated/prisma/client.ts'

/** Turns the use that an order has held, or has lost meanwhile, into one that counts for good. */
export async function countDiscountUse(tx: Prisma.TransactionClient, order: Order): Promise<void> {
  const { storeId, id: orderId, discountId } = order
  if (!discountId) return
  // An owner may have deleted it meanwhile.
  await tx.discount.updateMany({
    where: { storeId, id: discountId },
    data: { timesUsed: { increment: 1 } },
  })
  const buyerKey = discountBuyer(order.customerId, order.buyerPhone)
  await tx.discountUse.upsert({
    where: { storeId_orderId: { storeId, orderId } },
    create: { storeId, orderId, discountId, buyerKey, expiresAt: null },
    update: { expiresAt: null },
  })
}

/** Takes a use that counted back. */
export async function returnDiscountUse(
  tx: Prisma.TransactionClient,
  { storeId, id: orderId, discountId }: Order,
): Promise<void> {
  if (!discountId) return
  await tx.discount.updateMany({
    where: { storeId, id: discountId, timesUsed: { gt: 0 } },
    data: { timesUsed: { decrement: 1 } },
  })
  await tx.discountUse.deleteMany({ where: { storeId, orderId } })
}

/** Stands for all guests whose phone has no digits: nothing tells one from another. */
export const NAMELESS_BUYER = 'phone:'

/** What the limit per customer counts: the customer, or a guest by what tells the phone from others. */
export const discountBuyer = (customerId: string | null, phone: string): string =>
  customerId ?? `${NAMELESS_BUYER}${phoneIdentity(phone)}`
