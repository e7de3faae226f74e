import type { Order, Prisma } from '../../../generated/prisma/client.ts'
import type { KeyedHash } from '../../../platform/secrets/keyed-hash.ts'
import { hideRefusals } from '../holds/cash-orders.sql.ts'

/**
 * Erases what payments without the provider say of their buyer: the owner's references, also in the orders' history,
 * and the phone of parcels that were refused.
 * @param orders as before
 */
export async function erasePayments(
  tx: Prisma.TransactionClient,
  hash: KeyedHash,
  { storeId, orders }: { storeId: string; orders: readonly Order[] },
): Promise<void> {
  const byHand = orders.filter(({ paymentMethod }) => paymentMethod !== null)
  if (byHand.length === 0) return
  const ofOrders = { storeId, orderId: { in: byHand.map(({ id }) => id) } }
  const payments = await tx.payment.findMany({ where: { ...ofOrders, reference: { not: null } } })
  const events = await tx.orderEvent.findMany({
    where: { ...ofOrders, kind: { in: ['part_paid', 'paid', 'payment_undone'] } },
  })
  for (const { id, orderId, detail } of events) {
    const references = payments.flatMap((payment) => (payment.orderId === orderId ? (payment.reference ?? []) : []))
    const rest = references.reduce((text, reference) => text.replace(` (${reference})`, ''), detail)
    if (rest !== detail) await tx.orderEvent.updateMany({ where: { storeId, id }, data: { detail: rest } })
  }
  await tx.payment.updateMany({ where: ofOrders, data: { reference: null } })
  const phones = byHand.flatMap(({ refusedAt, buyerPhone }) => (refusedAt === null ? [] : [buyerPhone]))
  await hideRefusals(tx, hash, { storeId, phones })
}
