import { Prisma } from '../../generated/prisma/client.ts'
import type { SqlClient } from '../../platform/database/sql.ts'
import { lineFigures } from '../orders/line-figures.sql.ts'
import type { Period } from './buckets.ts'
import type { Progress } from './pieces.ts'

// SQL: parts of statements that add up. With OFFSET 0 PostgreSQL reads the few orders that are wanted, not all.

/** In milliseconds. */
export const LATE_MS = 3_600_000

/** In the words of the index `orders_changed_late_idx`, whose orders changed `LATE_MS` after they were placed. */
const isLate = Prisma.sql`updated_at - created_at > '01:00:00'::interval`

/** An order that was confirmed, and not cancelled since. */
const isSale = Prisma.sql`orders.status IN ('CONFIRMED', 'SHIPPED', 'DELIVERED')`

const isPlayMoney = Prisma.sql`coalesce(orders.provider = 'SANDBOX', false)`

export const momentArray = (values: readonly Date[]): Prisma.Sql =>
  Prisma.sql`${values.map((value) => value.toISOString())}::timestamptz[]`

const rangesOf = (periods: readonly Period[]): Prisma.Sql =>
  Prisma.sql`unnest(${momentArray(periods.map(({ from }) => from))}, ${momentArray(periods.map(({ until }) => until))}) AS range (lo, hi)`

/** A row for each sale, payment and refund, with its moment. A refund's money is that of its order. */
export const happenedIn = (storeId: string, periods: readonly Period[]): Prisma.Sql => Prisma.sql`
  SELECT happened.* FROM ${rangesOf(periods)} CROSS JOIN LATERAL (
    SELECT created_at AS at, ${isPlayMoney} AS play_money, currency, 1 AS orders, (
        SELECT coalesce(sum(qty), 0) FROM order_items WHERE store_id = ${storeId}::uuid AND order_id = orders.id
      ) AS items, total AS sales, 0::bigint AS revenue, 0::bigint AS refunds
    FROM orders
    WHERE store_id = ${storeId}::uuid AND created_at >= lo AND created_at < hi AND ${isSale}
    UNION ALL
    SELECT created_at, provider = 'SANDBOX', currency, 0, 0, 0, amount, 0
    FROM payments
    WHERE store_id = ${storeId}::uuid AND created_at >= lo AND created_at < hi AND undone_at IS NULL
    UNION ALL
    SELECT settled_at, ${isPlayMoney}, refunds.currency, 0, 0, 0, 0, refunds.amount
    FROM refunds JOIN orders ON orders.store_id = refunds.store_id AND orders.id = refunds.order_id
    WHERE refunds.store_id = ${storeId}::uuid AND orders.store_id = ${storeId}::uuid AND refunds.status = 'PROCESSED'
      AND refunds.failure IS NULL AND settled_at >= lo AND settled_at < hi
    OFFSET 0
  ) AS happened`

/** A row for each line of a sale. What buyers owe for it: tax is on top where prices do not include it. */
export const soldIn = (storeId: string, periods: readonly Period[]): Prisma.Sql => Prisma.sql`
  SELECT sold.* FROM ${rangesOf(periods)} CROSS JOIN LATERAL (
    SELECT ${isPlayMoney} AS play_money, orders.currency, line.product_id, line.qty AS units,
      line.gross - line.discount - line.loyalty_discount + CASE WHEN orders.tax_inclusive THEN 0 ELSE line.tax END AS sales
    FROM orders CROSS JOIN ${lineFigures(storeId)} AS line
    WHERE orders.store_id = ${storeId}::uuid AND orders.created_at >= lo AND orders.created_at < hi AND ${isSale}
    OFFSET 0
  ) AS sold`

/** What follows SELECT, for the same of spans of products. */
export const linesOf = (storeId: string, which: Prisma.Sql): Prisma.Sql => Prisma.sql`
  currency, line.product_id, line.units, line.sales
  FROM product_spans
  CROSS JOIN LATERAL unnest(product_ids, product_spans.units, product_spans.sales) AS line (product_id, units, sales)
  WHERE store_id = ${storeId}::uuid AND ${which}`

/** A run that was stopped, or is under way. */
export interface Renewal {
  /** Changes of orders until then are renewed. */
  asOf: Date
  /** In spans before it. */
  renewedUntil: Date
}

/** Orders whose changes are looked up one by one: more would exceed a statement's time. */
const MOST_CHANGED = 10_000

export interface FigureState extends Progress {
  /** More orders have changed than are looked up, so that any span may be outdated. */
  isAllChanged: boolean
  seenAt: Date
  cartsUntil: Date
  renewal: Renewal | null
}

/** For readers. Null where there are no figures that they could use. */
export async function readProgress(sql: SqlClient, storeId: string): Promise<Progress | null> {
  const state = await readState(sql, storeId)
  return state?.isAllChanged ? null : state
}

/** Null for a store whose figures have never been added up. */
export async function readState(sql: SqlClient, storeId: string): Promise<FigureState | null> {
  type Row = Pick<FigureState, 'until' | 'isAllChanged' | 'seenAt' | 'cartsUntil'> & {
    changed: number[] | null
    asOf: Date | null
    renewedUntil: Date | null
  }
  const [row] = await sql.$queryRaw<Row[]>`
    WITH state AS (SELECT * FROM figure_states WHERE store_id = ${storeId}::uuid),
    changed AS MATERIALIZED (
      SELECT id, created_at FROM orders
      WHERE store_id = ${storeId}::uuid AND updated_at >= (SELECT seen_at FROM state) AND ${isLate}
      LIMIT ${MOST_CHANGED + 1}
    ),
    size AS (SELECT count(*) > ${MOST_CHANGED} AS is_all FROM changed)
    SELECT until, is_all AS "isAllChanged", seen_at AS "seenAt", carts_until AS "cartsUntil", renewing_as_of AS "asOf",
      renewed_until AS "renewedUntil", (
      SELECT json_agg(DISTINCT (extract(epoch FROM date_bin('15 minutes', at, 'epoch')) * 1000)::bigint)
      FROM changed CROSS JOIN LATERAL (
        SELECT changed.created_at AS at
        UNION ALL
        SELECT created_at FROM payments WHERE store_id = ${storeId}::uuid AND order_id = changed.id
        UNION ALL
        SELECT settled_at FROM refunds WHERE store_id = ${storeId}::uuid AND order_id = changed.id
        OFFSET 0
      ) AS moments
      WHERE NOT is_all AND at < state.until
    ) AS changed
    FROM state CROSS JOIN size`
  if (!row) return null
  const { asOf, renewedUntil, changed, ...state } = row
  return { ...state, changed: changed ?? [], renewal: asOf && renewedUntil && { asOf, renewedUntil } }
}
