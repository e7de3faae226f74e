import { phoneIdentity } from '../customers/phone.ts'
import type { Order, Prisma } from '../generated/prisma/client.ts'

/** Turns the discount use that the order holds into a permanent one, even if the hold has expired. */
export async function countDiscountUse(tx: Prisma.TransactionClient, order: Order): Promise<void> {
  const { storeId, id: orderId, discountId } = order
  if (!discountId) return
  // updateMany, because the owner may have deleted the discount.
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

/** Takes back a discount use that was counted. */
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

/** The key shared by all guests whose phone contains no digits. */
export const NAMELESS_BUYER = 'phone:'

/** The key that limits per customer are counted by: the customer's id, or a guest's phone number. */
export const discountBuyer = (customerId: string | null, phone: string): string =>
  customerId ?? `${NAMELESS_BUYER}${phoneIdentity(phone)}`
