import { type LoyaltyEntry, type Order, type OrderItem, Prisma } from '../generated/prisma/client.ts'
import { insertionOf } from '../platform/database/bulk-rows.ts'
import type { SqlClient } from '../platform/database/sql.ts'
import { insertInto } from '../platform/database/statements.ts'
import { columnsOf } from '../platform/database/store-statement.ts'
import { newUuid } from '../platform/uuid.ts'
import type { Alert } from './attention/alert.ts'
import { alertInWords } from './attention/alert-words.ts'
import type { NewEvent } from './order-event.ts'

// SQL, since these are parts of the statements that place and settle orders, and what runs in their transactions.

/** The columns of an order under the names of its fields, for SQL without Prisma. */
export const orderColumns = Prisma.raw(columnsOf(Object.keys(Prisma.OrderScalarFieldEnum)))

/** What finds an order: its id, or the id of its order at a provider, of those that have one. */
export type OrderKey = { id: string } | { providerOrderId: string; isPending?: boolean }

/** The condition that finds an order of a store. */
export const isOrder = (key: OrderKey): Prisma.Sql =>
  'id' in key
    ? Prisma.sql`id = ${key.id}::uuid`
    : Prisma.sql`provider_order_id = ${key.providerOrderId} AND provider IS NOT NULL
        ${key.isPending ? Prisma.sql`AND status = 'PENDING'` : Prisma.empty}`

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

/** Adds an entry to the order's history. Call it in the transaction that makes the change. */
export async function addOrderEvent(tx: SqlClient, event: NewEvent): Promise<void> {
  await tx.$executeRaw(addedOrderEvent(event))
}

/** The statement that adds an entry to the order's history. */
export const addedOrderEvent = ({ at, storeId, orderId, actor, kind, detail = '', alert }: NewEvent): Prisma.Sql =>
  insertInto('order_events', {
    ...{ storeId, id: newUuid(at.getTime()), orderId, actor, kind, detail, createdAt: at },
    ...(alert && { alert: JSON.stringify(alert) }),
  })

/** Marks a pending order as failed. @returns whether it was pending */
export async function markFailed(
  tx: Pick<SqlClient, '$executeRaw'>,
  { storeId, id }: Pick<Order, 'storeId' | 'id'>,
  now: Date,
): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE orders
    SET status = 'FAILED', payment_status = 'FAILED', updated_at = ${now}, version = version + 1
    WHERE store_id = ${storeId}::uuid AND id = ${id}::uuid AND status = 'PENDING'`
  return count > 0
}

/** Writes what has changed of a locked order that needs the owner's attention. */
export async function writeAttention(
  tx: Pick<SqlClient, '$executeRaw'>,
  { storeId, id, alerts, needsAttention, paymentStatus, updatedAt, version }: Order,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE orders SET alerts = ${JSON.stringify(alerts)}::jsonb, needs_attention = ${needsAttention}, payment_status = ${paymentStatus},
      updated_at = ${updatedAt}, version = ${version}
    WHERE store_id = ${storeId}::uuid AND id = ${id}::uuid`
}

/** Whether the alert is in the order's history. An earlier version has written its words only. */
export async function hasAlerted(
  tx: Pick<SqlClient, '$queryRaw'>,
  { storeId, id }: Pick<Order, 'storeId' | 'id'>,
  alert: Alert,
): Promise<boolean> {
  const earlier = await tx.$queryRaw<unknown[]>`
    SELECT id FROM order_events
    WHERE store_id = ${storeId}::uuid AND order_id = ${id}::uuid AND kind = 'attention'
      AND (alert = ${JSON.stringify(alert)}::jsonb OR (alert IS NULL AND detail = ${alertInWords(alert)}))
    LIMIT 1`
  return earlier.length > 0
}

/** The changes of points that the order has caused. */
export const pointsEntriesOf = (
  tx: Pick<SqlClient, '$queryRaw'>,
  { storeId, id }: Pick<Order, 'storeId' | 'id'>,
): Promise<Pick<LoyaltyEntry, 'kind' | 'points' | 'part'>[]> => tx.$queryRaw`
  SELECT kind, points, part FROM loyalty_entries WHERE store_id = ${storeId}::uuid AND order_id = ${id}::uuid`
