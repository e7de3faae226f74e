import { type OrderItem, Prisma } from '../generated/prisma/client.ts'
import { insertionOf } from '../platform/database/bulk-rows.ts'

/** An item as PostgreSQL writes it into JSON. A number of JSON would round an amount. */
export type ItemAsJson = Omit<OrderItem, 'unitPrice'> & { unitPrice: string }

/** Selects the items of an order in one value; `itemsOf` reads it. @param orderId SQL that gives the order's id */
export const itemsAsJson = (storeId: string, orderId: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  SELECT json_agg(json_build_object(
    'storeId', store_id, 'orderId', order_id, 'position', position, 'productId', product_id, 'variantId', variant_id,
    'name', name, 'options', options, 'optionNames', option_names, 'unitPrice', unit_price::text, 'qty', qty,
    'taxRateMicro', tax_rate_micro, 'stockTaken', stock_taken
  ) ORDER BY position)
  FROM order_items WHERE store_id = ${storeId}::uuid AND order_id = ${orderId}
)`

/** @param json null when there are none */
export const itemsOf = (json: readonly ItemAsJson[] | null): OrderItem[] =>
  (json ?? []).map((item) => ({ ...item, unitPrice: BigInt(item.unitPrice) }))

/** The statement that stores the items of a new order. */
export const insertedItems = (storeId: string, items: readonly OrderItem[]): Prisma.Sql =>
  insertionOf(storeId, orderItems, items)

const orderItems = {
  name: 'order_items',
  columns: {
    orderId: ['order_id', 'uuid'],
    position: ['position', 'int'],
    productId: ['product_id', 'uuid'],
    variantId: ['variant_id', 'uuid'],
    name: ['name', 'text'],
    options: ['options', 'jsonb'],
    optionNames: ['option_names', 'text[]'],
    unitPrice: ['unit_price', 'bigint'],
    qty: ['qty', 'int'],
    taxRateMicro: ['tax_rate_micro', 'int'],
  },
} as const
