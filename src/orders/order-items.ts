import type { Context } from '../gateway/context.ts'
import { defineLoader } from '../gateway/loader.ts'
import { columnsOf, storeStatement } from '../platform/database/store-statement.ts'
import type { ItemOfOrder, ShownItem, ShownOrder } from './shown-order.ts'

const ofOrders = storeStatement<ShownItem>(
  'order items',
  `SELECT ${columnsOf(['orderId', 'productId', 'name', 'options', 'unitPrice', 'qty'])} FROM order_items
   WHERE store_id = $1 AND order_id = ANY ($2::uuid[]) ORDER BY order_id, position`,
)

/** The lines of an order, in their order. Lookups for many orders share one statement. */
export async function itemsOfOrder(
  context: Context,
  { id, currency }: Pick<ShownOrder, 'id' | 'currency'>,
): Promise<ItemOfOrder[]> {
  const items = await itemRows(context).load(id)
  return items.map((item) => ({ ...item, currency }))
}

const itemRows = defineLoader<string, ShownItem[]>(async ({ services, store }, orderIds) => {
  const items = new Map(orderIds.map((id) => [id, [] as ShownItem[]]))
  for (const item of await services.readRows(ofOrders, store.id, orderIds)) items.get(item.orderId)?.push(item)
  return orderIds.map((id) => items.get(id) ?? [])
})
