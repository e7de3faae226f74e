import { createHash } from 'node:crypto'
import { phoneIdentity } from '../customers/phone.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { limitKey } from '../platform/client-address.ts'
import { arrayOf } from '../platform/database/statements.ts'

/**
 * The keys under which an unpaid order counts against the hold limits: the phone, and the customer or a guest's IP
 * address.
 */
export function holdersOf({
  customerId,
  phone,
  ip,
}: {
  customerId: string | null
  phone: string
  ip: string
}): string[] {
  const digits = phoneIdentity(phone)
  return [
    customerId === null ? `address:${limitKey(ip)}` : customerHolder(customerId),
    ...(digits === '' ? [] : [`phone:${digits}`]),
  ]
}

export const customerHolder = (customerId: string): string => `customer:${customerId}`

/** What a buyer's unpaid orders hold. If several keys stand for the buyer, each number is the highest among them. */
export interface Holdings {
  orders: number
  units: ReadonlyMap<string, number>
  /** By discount id. */
  discountUses: ReadonlyMap<string, number>
}

/**
 * The CTE `locked_holders`, which locks the holders until the transaction ends, so that parallel checkouts of one buyer
 * see each other's holds. To avoid deadlocks, lock holders before stock counters.
 */
export function lockingHolders(storeId: string, holders: readonly string[]): Prisma.Sql {
  const keys = holders.map((holder) => lockKey(storeId, holder))
  return Prisma.sql`locked_holders AS MATERIALIZED (
    SELECT count(pg_advisory_xact_lock(key))
    FROM (SELECT key FROM unnest(${arrayOf(keys, 'bigint')}) AS key ORDER BY key) AS ascending
  )`
}

/** What a holder holds of one thing. */
export interface Holding {
  kind: 'orders' | 'units' | 'uses'
  /** The counter's or the discount's id; empty for orders. */
  id: string
  held: number
}

/** Selects the holders' holdings in one value; `holdingsOf` reads it. */
export const holdingsAsJson = (storeId: string, holders: readonly string[], now: Date): Prisma.Sql => Prisma.sql`(
  WITH held AS (
    SELECT holder, order_id FROM order_holders
    WHERE store_id = ${storeId}::uuid AND holder = ANY(${arrayOf(holders, 'text')}) AND expires_at > ${now}::timestamptz
  ), counts AS (
    SELECT 'orders' AS kind, NULL AS id, count(*) AS held FROM held GROUP BY holder
    UNION ALL
    SELECT 'units', coalesce(variant_id, product_id), sum(qty)
    FROM held JOIN stock_holds USING (order_id) WHERE store_id = ${storeId}::uuid
    GROUP BY holder, coalesce(variant_id, product_id)
    UNION ALL
    SELECT 'uses', discount_id, count(*)
    FROM held JOIN discount_uses USING (order_id) WHERE store_id = ${storeId}::uuid
    GROUP BY holder, discount_id
  ), highest AS (
    SELECT kind, coalesce(id::text, '') AS id, max(held)::int AS held FROM counts GROUP BY kind, id
  )
  SELECT json_agg(highest) FROM highest
)`

/** @param json null when they hold nothing */
export function holdingsOf(json: readonly Holding[] | null): Holdings {
  const of = (kind: Holding['kind']) =>
    new Map((json ?? []).filter((row) => row.kind === kind).map(({ id, held }) => [id, held]))
  return { orders: of('orders').get('') ?? 0, units: of('units'), discountUses: of('uses') }
}

/** The key of an advisory lock. Before a holder's first order there is no row that could be locked. */
const lockKey = (storeId: string, holder: string): bigint =>
  createHash('sha256').update(`${storeId} ${holder}`).digest().readBigInt64BE()
