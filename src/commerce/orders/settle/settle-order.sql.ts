import { type Order, Prisma } from '../../../generated/prisma/client.ts'
import type { SqlClient, SqlTransaction } from '../../../platform/database/sql.ts'
import { arrayOf, type Cte, withCtes } from '../../../platform/database/statements.ts'
import { lockingStock } from '../../catalog/stock/stock.sql.ts'
import type { Stock } from '../../catalog/stock/stock.ts'
import { type Listening, subscriptionsOf } from '../../webhooks/webhooks.sql.ts'
import { customerHolder, NAMELESS_BUYER } from '../holds/holders.ts'
import { lockKeyOf } from '../holds/holdings.sql.ts'
import type { Actor, OrderEventKind } from '../order-event.ts'
import { addedOrderEvent, isOrder, type OrderKey } from '../orders.sql.ts'

// SQL: one statement locks all counters of an order, and one writes all that settles.

export interface SettlingNeeds {
  stock: Stock
  /** Whether the order's discount code has been used as often as it may be, or by this buyer. */
  isCodeUsedUp: boolean
  listeners: Listening[]
}

/** Also finds the webhooks of its events. @param order locks nothing when there is none */
export async function lockForSettling(tx: SqlClient, storeId: string, order: OrderKey): Promise<SettlingNeeds> {
  const isThere = Prisma.sql`EXISTS (SELECT FROM orders WHERE store_id = ${storeId}::uuid AND ${isOrder(order)})`
  const [rows, found] = await Promise.all([
    tx.$queryRaw<Locked[]>(stockOf(storeId, order, true)),
    // Reads the buyer's uses in a statement of its own, which sees what others wrote while the lock was awaited.
    tx.$queryRaw<(Listening & { isCodeUsedUp: boolean })[]>`
      SELECT listening.*, EXISTS (${codeUsedUp(storeId, order)}) AS "isCodeUsedUp"
      FROM (${subscriptionsOf(storeId, isThere)}) AS listening ORDER BY "webhookId"`,
  ])
  return { stock: stockIn(rows), isCodeUsedUp: found[0]?.isCodeUsedUp ?? false, listeners: found }
}

interface Locked {
  id: string
  stock: number
}

const stockIn = (rows: readonly Locked[]): Stock => new Map(rows.map(({ id, stock }) => [id, stock]))

/** In one statement, until the transaction ends. @param order locks nothing when there is none */
export const lockStock = async (tx: SqlClient, storeId: string, order: OrderKey): Promise<Stock> =>
  stockIn(await tx.$queryRaw<Locked[]>(stockOf(storeId, order)))

/**
 * Where the order's code has a limit per customer: the key that the buyer's checkouts lock, before stock as they do.
 */
function lockingBuyer(storeId: string, order: OrderKey): Prisma.Sql {
  const key = lockKeyOf(
    storeId,
    Prisma.sql`coalesce(${customerHolder('')} || orders.customer_id::text, ${NAMELESS_BUYER} || right(buyer_phone_digits, 10))`,
  )
  return Prisma.sql`locked_buyer AS MATERIALIZED (
    SELECT count(pg_advisory_xact_lock(${key})) AS buyers
    FROM orders JOIN discounts ON discounts.store_id = orders.store_id AND discounts.id = orders.discount_id
    WHERE orders.store_id = ${storeId}::uuid AND discounts.per_customer_limit IS NOT NULL
      AND orders.id = (SELECT id FROM orders WHERE store_id = ${storeId}::uuid AND ${isOrder(order)})
  )`
}

function stockOf(storeId: string, order: OrderKey, locksBuyer = false): Prisma.Sql {
  const bought = Prisma.sql`
    SELECT item.product_id, item.variant_id, variants.stock AS variant_stock
    FROM order_items AS item
    LEFT JOIN variants ON variants.store_id = item.store_id AND variants.id = item.variant_id
    WHERE item.store_id = ${storeId}::uuid
      AND item.order_id = (SELECT id FROM orders WHERE store_id = ${storeId}::uuid AND ${isOrder(order)})`
  return Prisma.sql`
    WITH ${locksBuyer ? Prisma.sql`${lockingBuyer(storeId, order)},` : Prisma.empty}
      ${lockingStock(storeId, bought, ...(locksBuyer ? ['locked_buyer'] : []))}
    SELECT id, stock FROM counted_products UNION ALL SELECT id, stock FROM counted_variants
    ${locksBuyer ? Prisma.sql`UNION ALL SELECT NULL, NULL FROM locked_buyer WHERE buyers < 0` : Prisma.empty}`
}

/** The code is not locked, because many orders use one: `countedDiscountUse` looks again. */
const codeUsedUp = (storeId: string, order: OrderKey): Prisma.Sql => Prisma.sql`
  SELECT
  FROM (
    SELECT id, discount_id, customer_id, buyer_phone_digits FROM orders
    WHERE store_id = ${storeId}::uuid AND ${isOrder(order)}
  ) AS bought
  JOIN discounts ON discounts.store_id = ${storeId}::uuid AND discounts.id = bought.discount_id
  WHERE discounts.times_used >= discounts.usage_limit
    OR discounts.per_customer_limit <= (
      SELECT count(*) FROM discount_uses AS use
      WHERE use.store_id = ${storeId}::uuid AND use.discount_id = bought.discount_id AND use.order_id <> bought.id
        AND use.expires_at IS NULL
        AND use.buyer_key = coalesce(bought.customer_id::text, ${NAMELESS_BUYER} || right(bought.buyer_phone_digits, 10))
    )`

export interface Taken {
  position: number
  units: number
}

export function rememberTaken(storeId: string, orderId: string, taken: readonly Taken[]): Prisma.Sql[] {
  if (taken.length === 0) return []
  const [positions, units] = [taken.map(({ position }) => position), taken.map((item) => item.units)]
  return [
    Prisma.sql`
      UPDATE order_items SET stock_taken = taken.units
      FROM unnest(${arrayOf(positions, 'int')}, ${arrayOf(units, 'int')}) AS taken (position, units)
      WHERE store_id = ${storeId}::uuid AND order_id = ${orderId}::uuid AND order_items.position = taken.position`,
  ]
}

export async function runInOrder(tx: Pick<SqlClient, '$executeRaw'>, statements: readonly Prisma.Sql[]): Promise<void> {
  for (const statement of statements) await tx.$executeRaw(statement)
}

/**
 * Contended rows stand first, because PostgreSQL writes them last.
 * @param contended before the order's own row
 */
export async function writeSettled(
  tx: SqlTransaction,
  order: Order,
  { contended = [], others = [] }: { contended?: readonly Cte[]; others?: readonly Cte[] },
  { actor, kind, detail }: { actor: Actor; kind: OrderEventKind; detail: string },
): Promise<void> {
  const { storeId, id, status, paymentStatus, checkPaymentAt, alerts, needsAttention, updatedAt, version } = order
  const settle = Prisma.sql`
    UPDATE orders
    SET status = ${status}, payment_status = ${paymentStatus},
      check_payment_at = ${checkPaymentAt}::timestamptz, alerts = ${JSON.stringify(alerts)}::jsonb, needs_attention = ${needsAttention},
      updated_at = ${updatedAt}, version = ${version}
    WHERE store_id = ${storeId}::uuid AND id = ${id}::uuid`
  const event = addedOrderEvent({ storeId, orderId: id, actor, kind, detail, at: updatedAt })
  await tx.$executeLast(withCtes([...contended, settle, ...others], event))
}
