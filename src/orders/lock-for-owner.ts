import type { Prisma } from '../generated/prisma/client.ts'
import { versionConflict } from '../platform/problem.ts'
import { lockOrder, type OrderWithItems } from './lock-order.ts'
import { orderNotFound, orderNumberOf } from './order-number.ts'

/** With the version the owner saw; none accepts any. */
export interface OrderChoice {
  orderNo: string
  version?: number | null | undefined
}

/** Locks until the transaction ends. @throws Problem NOT_FOUND, CONFLICT */
export async function lockForOwner(
  tx: Prisma.TransactionClient,
  storeId: string,
  { orderNo, version }: OrderChoice,
): Promise<OrderWithItems> {
  const order = await lockOrder(tx, storeId, { orderNo: orderNumberOf(orderNo) })
  if (!order) throw orderNotFound()
  if (version != null && version !== order.version) throw versionConflict('order')
  return order
}
