import { Prisma } from '../generated/prisma/client.ts'
import { arrayOf } from '../platform/database/statements.ts'
import { DAY_MS } from '../platform/time.ts'
import type { HoldLimits } from './hold-limits.ts'
import { type Holders, isAddress } from './holders.ts'

/** How long a strike counts. */
export const STRIKES_COUNT_MS = DAY_MS

/** An unpaid order of the same buyer whose hold has not ended. */
export interface OwnOrder {
  id: string
  /** Keys of the buyer that it was stored with. */
  holders: string[]
  /** The variants in it, or the products where they have none. */
  items: string[]
  /** Units that it holds, by `poolKey`. */
  units: Record<string, number> | null
  use: { discountId: string; buyerKey: string } | null
  points: number | null
}

/** What PostgreSQL writes into JSON of any buyer. */
export interface HoldingsInShort {
  orders: Record<string, number> | null
  /** Whether the rest has to be read: the buyer has unpaid orders of their own, or too many strikes. */
  hasMore: boolean
}

/** What a buyer holds unpaid, as PostgreSQL writes it into JSON. */
export interface HoldingsAsJson {
  orders: Record<string, number> | null
  own: OwnOrder[] | null
  isLimited: boolean
  units: Record<string, number> | null
  uses: Record<string, number> | null
}

/** What a buyer holds unpaid, and what stands in their way for it. */
export interface Holdings {
  /** How many unpaid orders there are, by those keys of the buyer that are limited. */
  orders: ReadonlyMap<string, number>
  /** The buyer's own, oldest first. */
  own: readonly OwnOrder[]
  /** Whether the buyer has too many strikes. */
  isLimited: boolean
  /** Of a limited buyer: units by `poolKey` that orders other than their own hold under the same key. */
  units: ReadonlyMap<string, number>
  /** The same of discounts, by id. */
  discountUses: ReadonlyMap<string, number>
}

interface Asked {
  holders: Holders
  now: Date
  limits: HoldLimits
  /** At most one strike counts in each. */
  holdMinutes: number
}

/**
 * Selects `HoldingsInShort`. Most buyers hold nothing, and PostgreSQL would take longer to set up the whole query for them
 * than to answer this one.
 */
export const holdingsInShortAsJson = (storeId: string, asked: Asked): Prisma.Sql => Prisma.sql`(
    ${foundHolders(storeId, asked)}
    SELECT json_build_object(
      'orders', (
        SELECT json_object_agg(holder, orders)
        FROM (SELECT holder, count(*) AS orders FROM held GROUP BY holder) AS counted
      ),
      'hasMore', EXISTS (SELECT FROM own) OR EXISTS (SELECT FROM struck WHERE strikes >= enough)
    )
  )`

/** The queries `held`, `own` and `struck`: the buyer's rows, which orders are theirs, and how many strikes each key has. */
function foundHolders(storeId: string, { holders, now, limits, holdMinutes }: Asked): Prisma.Sql {
  const { limited, sure, asGuest } = holders
  const all = [...new Set([...limited, ...sure, ...asGuest])]
  const enough = limited.map((holder) => (isAddress(holder) ? limits.addressStrikes : limits.strikes))
  const since = new Date(now.getTime() - STRIKES_COUNT_MS)
  const inStore = Prisma.sql`store_id = ${storeId}::uuid`
  return Prisma.sql`
    WITH RECURSIVE held AS (
      SELECT holder, order_id FROM order_holders
      WHERE ${inStore} AND holder = ANY(${arrayOf(all, 'text')}) AND expires_at > ${now}::timestamptz
    ), own AS (
      SELECT order_id, json_agg(holder) AS holders FROM held GROUP BY order_id
      HAVING bool_or(holder = ANY(${arrayOf(sure, 'text')}))
        OR count(*) FILTER (WHERE holder = ANY(${arrayOf(asGuest, 'text')})) = 2
    ), struck (holder, enough, strikes, next) AS (
      SELECT holder, enough, 0, ${since}::timestamptz
      FROM unnest(${arrayOf(limited, 'text')}, ${arrayOf(enough, 'int')}) AS asked (holder, enough)
      UNION ALL
      SELECT struck.holder, enough, strikes + 1, ended.at + ${holdMinutes}::float8 * interval '1 minute'
      FROM struck CROSS JOIN LATERAL (
        SELECT expires_at AS at FROM order_holders
        WHERE ${inStore} AND order_holders.holder = struck.holder AND expires_at >= struck.next
          AND expires_at <= ${now}::timestamptz
        ORDER BY expires_at LIMIT 1
      ) AS ended
      WHERE strikes < enough
    )`
}

/** Selects `HoldingsAsJson`. */
export function holdingsAsJson(storeId: string, asked: Asked): Prisma.Sql {
  const inStore = Prisma.sql`store_id = ${storeId}::uuid`
  const ofOwn = Prisma.sql`${inStore} AND order_id = own.order_id`
  const live = Prisma.sql`expires_at > ${asked.now}::timestamptz`
  return Prisma.sql`(
    ${foundHolders(storeId, asked)}, theirs AS (
      SELECT held.holder, held.order_id FROM held
      WHERE held.holder IN (SELECT holder FROM struck WHERE strikes >= enough)
        AND held.order_id NOT IN (SELECT order_id FROM own)
    )
    SELECT json_build_object(
      'orders', (
        SELECT json_object_agg(holder, orders)
        FROM (SELECT holder, count(*) AS orders FROM held GROUP BY holder) AS counted
      ),
      'own', (
        SELECT json_agg(json_build_object(
          'id', order_id, 'holders', holders,
          'items', (SELECT coalesce(json_agg(coalesce(variant_id, product_id)), '[]') FROM order_items WHERE ${ofOwn}),
          'units', (
            SELECT json_object_agg(counter, units) FROM (
              SELECT coalesce(variant_id, product_id) AS counter, sum(qty) AS units FROM stock_holds
              WHERE ${ofOwn} AND ${live} GROUP BY 1
            ) AS counted
          ),
          'use', (
            SELECT json_build_object('discountId', discount_id, 'buyerKey', buyer_key) FROM discount_uses
            WHERE ${ofOwn} AND ${live}
          ),
          'points', (SELECT points FROM points_holds WHERE ${ofOwn} AND ${live})
        ) ORDER BY order_id)
        FROM own
      ),
      'isLimited', EXISTS (SELECT FROM struck WHERE strikes >= enough),
      'units', (
        SELECT json_object_agg(counter, units) FROM (
          SELECT counter, max(units) AS units FROM (
            SELECT coalesce(variant_id, product_id) AS counter, sum(qty) AS units
            FROM theirs JOIN stock_holds USING (order_id) WHERE ${inStore} AND ${live} GROUP BY holder, 1
          ) AS by_holder GROUP BY counter
        ) AS highest
      ),
      'uses', (
        SELECT json_object_agg(discount_id, uses) FROM (
          SELECT discount_id, max(uses) AS uses FROM (
            SELECT discount_id, count(*) AS uses
            FROM theirs JOIN discount_uses USING (order_id) WHERE ${inStore} AND ${live} GROUP BY holder, discount_id
          ) AS by_holder GROUP BY discount_id
        ) AS highest
      )
    )
  )`
}

export const holdingsOf = (json: Partial<HoldingsAsJson>): Holdings => ({
  orders: mapOf(json.orders),
  own: json.own ?? [],
  isLimited: json.isLimited ?? false,
  units: mapOf(json.units),
  discountUses: mapOf(json.uses),
})

const mapOf = (json: Record<string, number> | null | undefined): ReadonlyMap<string, number> =>
  new Map(Object.entries(json ?? {}))

/** Units of a counter that the buyer's own unpaid orders hold. */
export const ownUnits = ({ own }: Pick<Holdings, 'own'>, counter: string): number =>
  own.reduce((sum, { units }) => sum + (units?.[counter] ?? 0), 0)

/** Points that the buyer's own unpaid orders hold. */
export const ownPoints = (own: readonly OwnOrder[]): number => own.reduce((sum, { points }) => sum + (points ?? 0), 0)
