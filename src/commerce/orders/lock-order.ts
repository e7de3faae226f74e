import type { Order, OrderItem, Prisma } from '../../generated/prisma/client.ts'
import { lockRow } from '../../platform/database/row-lock.sql.ts'

export type OrderWithItems = Order & { items: OrderItem[] }

/** Locks until the transaction ends; null when it does not exist. */
export async function lockOrder(
  tx: Prisma.TransactionClient,
  storeId: string,
  by: { orderNo: string } | { id: string },
): Promise<OrderWithItems | null> {
  const key = { storeId, ...by }
  if (!(await lockRow(tx, 'orders', key))) return null
  return tx.order.findFirst({ where: key, include: { items: { orderBy: { position: 'asc' } } } })
}
