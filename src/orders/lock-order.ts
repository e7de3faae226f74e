import { type Order, type OrderItem, Prisma } from '../generated/prisma/client.ts'
import { columnsOf } from '../platform/database/store-statement.ts'

export type OrderWithItems = Order & { items: OrderItem[] }

/** The columns of an order under the names of its fields, for SQL without Prisma. */
export const orderColumns = Prisma.raw(columnsOf(Object.keys(Prisma.OrderScalarFieldEnum)))

/** Reads an order with its items and locks it until the transaction ends; null when it does not exist. */
export async function lockOrder(
  tx: Prisma.TransactionClient,
  storeId: string,
  by: { providerOrderId: string } | { orderNo: string } | { id: string },
): Promise<OrderWithItems | null> {
  const key =
    'id' in by
      ? Prisma.sql`id = ${by.id}::uuid`
      : 'orderNo' in by
        ? Prisma.sql`order_no = ${by.orderNo}`
        : Prisma.sql`provider_order_id = ${by.providerOrderId}`
  const [locked] = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM orders WHERE store_id = ${storeId}::uuid AND ${key} FOR NO KEY UPDATE`
  if (!locked) return null
  return tx.order.findUnique({
    where: { storeId_id: { storeId, id: locked.id } },
    include: { items: { orderBy: { position: 'asc' } } },
  })
}
