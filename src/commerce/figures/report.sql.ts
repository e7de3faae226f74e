import { Prisma } from '../../generated/prisma/client.ts'
import type { SqlClient } from '../../platform/database/sql.ts'
import { happenedIn, momentArray } from './happened.sql.ts'
import type { SpanPieces } from './pieces.ts'

// SQL: adds up within buckets.

/** In subunits. */
export interface Sums {
  orders: number
  items: number
  sales: bigint
  revenue: bigint
  refunds: bigint
}

export type FiguresRow = Sums & {
  /** 1 for the first. */
  bucket: number
  currency: string
}

export interface Asked extends SpanPieces {
  storeId: string
  /** Where each bucket begins, and the end of the last. */
  bounds: readonly Date[]
  playMoney: boolean
}

export const readFigures = (sql: SqlClient, { storeId, spans, raw, bounds, playMoney }: Asked): Promise<FiguresRow[]> =>
  sql.$queryRaw<FiguresRow[]>`
    SELECT width_bucket(at, ${momentArray(bounds)}) AS bucket, currency, sum(orders)::int AS orders,
      sum(items)::int AS items, sum(sales)::bigint AS sales, sum(revenue)::bigint AS revenue,
      sum(refunds)::bigint AS refunds
    FROM (
      ${spans ? spansOf(storeId, playMoney, spans) : Prisma.empty}
      SELECT at, currency, orders, items, sales, revenue, refunds
      FROM (${happenedIn(storeId, raw)}) AS happened
      WHERE play_money = ${playMoney}::boolean
    ) AS figures
    GROUP BY 1, 2`

const spansOf = (
  storeId: string,
  playMoney: boolean,
  { from, until, outdated }: NonNullable<SpanPieces['spans']>,
): Prisma.Sql => Prisma.sql`
  SELECT start AS at, currency, orders, items::bigint, sales, revenue, refunds
  FROM figure_spans
  WHERE store_id = ${storeId}::uuid AND play_money = ${playMoney}::boolean AND start >= ${from}::timestamptz
    AND start < ${until}::timestamptz AND start <> ALL (${momentArray(outdated)})
  UNION ALL`
