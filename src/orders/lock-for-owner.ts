import type { Prisma } from '../generated/prisma/client.ts'
import { stale } from '../platform/stale.ts'
import { lockOrder, type OrderWithItems } from './lock-order.ts'
import { orderNotFound, orderNumberOf } from './order-number.ts'

/** Which order the owner means, and on what version of it they have decided; null takes any. */
export interface OrderChoice {
  orderNo: string
  version?: number | null | undefined
}

/** An order that the owner is about to change, locked until the transaction ends. @throws Problem NOT_FOUND, CONFLICT */
export async function lockForOwner(
  tx: Prisma.TransactionClient,
  storeId: string,
  { orderNo, version }: OrderChoice,
): Promise<OrderWithItems> {
  const order = await lockOrder(tx, storeId, { orderNo: orderNumberOf(orderNo) })
  if (!order) throw orderNotFound()
  if (version != null && version !== order.version) throw stale('order')
  return order
}
