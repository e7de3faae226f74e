import { type LoyaltyEntry, type Order, type OrderItem, Prisma } from '../../generated/prisma/client.ts'
import { insertionOf } from '../../platform/database/bulk-rows.ts'
import type { SqlClient } from '../../platform/database/sql.ts'
import { insertInto } from '../../platform/database/statements.ts'
import { columnsOf } from '../../platform/database/store-statement.ts'
import { newUuid } from '../../platform/uuid.ts'
import type { Alert } from './attention/alert.ts'
import { alertInWords } from './attention/alert-words.ts'
import type { NewEvent } from './order-event.ts'

// SQL: parts of the statements that place and settle orders, and what runs in their transactions.

export const orderColumns = Prisma.raw(columnsOf(Object.keys(Prisma.OrderScalarFieldEnum)))

/** The order's id, or that of a provider's order. */
export type OrderKey = { id: string } | { providerOrderId: string; isPending?: boolean }

export const isOrder = (key: OrderKey): Prisma.Sql =>
  'id' in key
    ? Prisma.sql`id = ${key.id}::uuid`
    : Prisma.sql`provider_order_id = ${key.providerOrderId} AND provider IS NOT NULL
        ${key.isPending ? Prisma.sql`AND status = 'PENDING'` : Prisma.empty}`

/** An item as PostgreSQL writes it into JSON. A number of JSON would round an amount. */
export type ItemAsJson = Omit<OrderItem, Amount> & { [Name in Amount]: string | (OrderItem[Name] & null) }

type Amount = 'unitPrice' | 'discount' | 'loyaltyDiscount' | 'tax'

/** One value, which `itemsOf` reads. @param orderId SQL of the order's id */
export const itemsAsJson = (storeId: string, orderId: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  SELECT json_agg(json_build_object(
    'storeId', store_id, 'orderId', order_id, 'position', position, 'productId', product_id, 'variantId', variant_id,
    'name', name, 'options', options, 'optionNames', option_names, 'sku', sku, 'unitPrice', unit_price::text, 'qty', qty,
    'taxRateMicro', tax_rate_micro, 'stockTaken', stock_taken,
    'discount', discount::text, 'loyaltyDiscount', loyalty_discount::text, 'tax', tax::text
  ) ORDER BY position)
  FROM order_items WHERE store_id = ${storeId}::uuid AND order_id = ${orderId}
)`

/** @param json null when there are none */
export const itemsOf = (json: readonly ItemAsJson[] | null): OrderItem[] =>
  (json ?? []).map((item) => ({
    ...item,
    unitPrice: BigInt(item.unitPrice),
    discount: amountOf(item.discount),
    loyaltyDiscount: amountOf(item.loyaltyDiscount),
    tax: amountOf(item.tax),
  }))

const amountOf = (text: string | null): bigint | null => (text === null ? null : BigInt(text))

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
    sku: ['sku', 'text'],
    unitPrice: ['unit_price', 'bigint'],
    qty: ['qty', 'int'],
    taxRateMicro: ['tax_rate_micro', 'int'],
    discount: ['discount', 'bigint'],
    loyaltyDiscount: ['loyalty_discount', 'bigint'],
    tax: ['tax', 'bigint'],
  },
} as const

/** Call it in the transaction that makes the change. */
export async function addOrderEvent(tx: SqlClient, event: NewEvent): Promise<void> {
  await tx.$executeRaw(addedOrderEvent(event))
}

export const addedOrderEvent = ({ at, storeId, orderId, actor, kind, detail = '', alert }: NewEvent): Prisma.Sql =>
  insertInto('order_events', {
    storeId,
    id: newUuid(at.getTime()),
    orderId,
    actor,
    kind,
    detail,
    createdAt: at,
    ...(alert && { alert: JSON.stringify(alert) }),
  })

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

export async function writeAttention(
  tx: Pick<SqlClient, '$executeRaw'>,
  { storeId, id, alerts, needsAttention, paymentStatus, updatedAt, version }: Order,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE orders SET alerts = ${JSON.stringify(alerts)}::jsonb, needs_attention = ${needsAttention}, payment_status = ${paymentStatus},
      updated_at = ${updatedAt}, version = ${version}
    WHERE store_id = ${storeId}::uuid AND id = ${id}::uuid`
}

/** Earlier versions stored only the words. */
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

export const pointsEntriesOf = (
  tx: Pick<SqlClient, '$queryRaw'>,
  { storeId, id }: Pick<Order, 'storeId' | 'id'>,
): Promise<Pick<LoyaltyEntry, 'kind' | 'points' | 'part'>[]> => tx.$queryRaw`
  SELECT kind, points, part FROM loyalty_entries WHERE store_id = ${storeId}::uuid AND order_id = ${id}::uuid`
