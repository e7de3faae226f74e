import { Prisma } from '../../generated/prisma/client.ts'
import type { Sql, SqlClient } from '../../platform/database/sql.ts'
import type { Period } from './buckets.ts'
import { cartsMadeIn } from './cart-conversion.sql.ts'
import { happenedIn, linesOf, type Renewal, soldIn } from './happened.sql.ts'
import { monthOf } from './pieces.ts'

// SQL: writes sums of rows that it reads.

export interface NewState {
  until: Date
  seenAt: Date
  cartsUntil: Date
}

/** Unless there is one. Spans begin with the day of UTC on which the first order was placed. */
export async function createState(sql: SqlClient, storeId: string, { until, seenAt, cartsUntil }: NewState) {
  await sql.$executeRaw`
    INSERT INTO figure_states (store_id, until, seen_at, carts_until)
    SELECT ${storeId}::uuid, least(${until}::timestamptz, date_bin('1 day', (
      SELECT min(created_at) FROM orders WHERE store_id = ${storeId}::uuid
    ), 'epoch')), ${seenAt}::timestamptz, ${cartsUntil}::timestamptz
    ON CONFLICT DO NOTHING`
}

export async function writeUntil(sql: SqlClient, storeId: string, until: Date): Promise<void> {
  await sql.$executeRaw`
    UPDATE figure_states SET until = ${until}::timestamptz WHERE store_id = ${storeId}::uuid`
}

/** Between two days of a renewal. */
export async function writeRenewed(sql: SqlClient, storeId: string, { renewedUntil, asOf }: Renewal): Promise<void> {
  await sql.$executeRaw`
    UPDATE figure_states SET renewed_until = ${renewedUntil}::timestamptz, renewing_as_of = ${asOf}::timestamptz
    WHERE store_id = ${storeId}::uuid`
}

/** At its end. */
export async function endRenewal(sql: SqlClient, storeId: string, { asOf }: Pick<Renewal, 'asOf'>): Promise<void> {
  await sql.$executeRaw`
    UPDATE figure_states SET seen_at = ${asOf}::timestamptz, renewed_until = NULL, renewing_as_of = NULL
    WHERE store_id = ${storeId}::uuid`
}

/** The day of UTC, in milliseconds; null for a store without orders. */
export async function firstDayOf(sql: SqlClient, storeId: string): Promise<number | null> {
  const [row] = await sql.$queryRaw<{ day: Date | null }[]>`
    SELECT date_bin('1 day', min(created_at), 'epoch') AS day FROM orders WHERE store_id = ${storeId}::uuid`
  return row?.day?.getTime() ?? null
}

export async function hasOrders(sql: SqlClient, storeId: string, { from, until }: Period): Promise<boolean> {
  const [row] = await sql.$queryRaw<{ found: boolean }[]>`
    SELECT EXISTS (
      SELECT FROM orders
      WHERE store_id = ${storeId}::uuid AND created_at >= ${from}::timestamptz AND created_at < ${until}::timestamptz
    ) AS found`
  return row?.found ?? false
}

/** @param period of whole quarters of an hour */
export const writeSpans = ({ transaction }: Pick<Sql, 'transaction'>, storeId: string, period: Period) =>
  transaction(async (tx) => {
    await tx.$executeRaw`
      DELETE FROM figure_spans
      WHERE store_id = ${storeId}::uuid AND start >= ${period.from}::timestamptz AND start < ${period.until}::timestamptz`
    await tx.$executeRaw`
      INSERT INTO figure_spans (store_id, play_money, start, currency, orders, items, sales, revenue, refunds)
      SELECT ${storeId}::uuid, play_money, date_bin('15 minutes', at, 'epoch') AS span, currency, sum(orders), sum(items),
        sum(sales), sum(revenue), sum(refunds)
      FROM (${happenedIn(storeId, [period])}) AS happened
      GROUP BY play_money, span, currency`
  })

/** @param day of UTC */
export const writeProductsOfDay = (sql: Pick<Sql, 'transaction'>, storeId: string, day: Period) =>
  writeProducts(sql, storeId, { start: day.from, isMonth: false, sold: soldIn(storeId, [day]) })

/** From its days. @param start of a month of UTC, in milliseconds */
export function writeProductsOfMonth(sql: Pick<Sql, 'transaction'>, storeId: string, start: number) {
  const [from, until] = [new Date(start), new Date(monthOf(start).until)]
  const days = Prisma.sql`NOT is_month AND start >= ${from}::timestamptz AND start < ${until}::timestamptz`
  const sold = Prisma.sql`SELECT play_money, ${linesOf(storeId, days)}`
  return writeProducts(sql, storeId, { start: from, isMonth: true, sold })
}

const writeProducts = (
  { transaction }: Pick<Sql, 'transaction'>,
  storeId: string,
  { start, isMonth, sold }: { start: Date; isMonth: boolean; sold: Prisma.Sql },
) =>
  transaction(async (tx) => {
    await tx.$executeRaw`
      DELETE FROM product_spans
      WHERE store_id = ${storeId}::uuid AND is_month = ${isMonth}::boolean AND start = ${start}::timestamptz`
    await tx.$executeRaw`
      INSERT INTO product_spans (store_id, play_money, is_month, start, currency, product_ids, units, sales)
      SELECT ${storeId}::uuid, play_money, ${isMonth}::boolean, ${start}::timestamptz, currency, array_agg(product_id),
        array_agg(units), array_agg(sales)
      FROM (
        SELECT play_money, currency, product_id, sum(units)::int AS units, sum(sales)::bigint AS sales
        FROM (${sold}) AS sold GROUP BY play_money, currency, product_id
      ) AS products
      GROUP BY play_money, currency`
  })

/** Counts carts, once. */
export const writeCarts = ({ transaction }: Pick<Sql, 'transaction'>, storeId: string, { from, until }: Period) =>
  transaction(async (tx) => {
    const made = cartsMadeIn(storeId, Prisma.sql`${from}::timestamptz`, Prisma.sql`${until}::timestamptz`)
    await tx.$executeRaw`
      INSERT INTO cart_spans (store_id, start, made, ordered)
      SELECT ${storeId}::uuid, date_bin('15 minutes', created_at, 'epoch') AS span, count(*), count(ordered_at)
      ${made} GROUP BY span`
    await tx.$executeRaw`
      UPDATE figure_states SET carts_until = ${until}::timestamptz WHERE store_id = ${storeId}::uuid`
  })
