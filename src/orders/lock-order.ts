import type { Order, OrderItem, Prisma } from '../generated/prisma/client.ts'

export type OrderWithItems = Order & { items: OrderItem[] }

/** An order with its items, locked until the transaction ends; null when there is none. */
export async function lockOrder(
  tx: Prisma.TransactionClient,
  storeId: string,
  by: { providerOrderId: string } | { orderNo: string } | { id: string },
): Promise<OrderWithItems | null> {
  const where =
    'id' in by
      ? { storeId_id: { storeId, id: by.id } }
      : 'orderNo' in by
        ? { storeId_orderNo: { storeId, ...by } }
        : { storeId_providerOrderId: { storeId, ...by } }
  const found = await tx.order.findUnique({ where, select: { id: true } })
  if (!found) return null
  await tx.$queryRaw`SELECT 1 FROM orders WHERE store_id = ${storeId}::uuid AND id = ${found.id}::uuid FOR NO KEY UPDATE`
  return tx.order.findUnique({
    where: { storeId_id: { storeId, id: found.id } },
    include: { items: { orderBy: { position: 'asc' } } },
  })
}
