import { createHash } from 'node:crypto'
import { Prisma } from '../../../generated/prisma/client.ts'
import { arrayOf } from '../../../platform/database/statements.ts'
import type { HoldLimits } from './hold-limits.ts'
import { type Holders, isAddress } from './holders.ts'
import { STRIKES_COUNT_MS } from './holdings.ts'

// SQL: a checkout locks the buyer's keys and reads their holds in the statements that price its cart.

/** Parallel checkouts then see each other's holds. Lock holders before stock counters. */
export function lockingHolders(storeId: string, { stored, sure }: Pick<Holders, 'stored' | 'sure'>): Prisma.Sql {
  const keys = [...new Set([...stored, ...sure])].map((holder) => lockKey(storeId, holder))
  return Prisma.sql`locked_holders AS MATERIALIZED (
    SELECT count(pg_advisory_xact_lock(key))
    FROM (SELECT key FROM unnest(${arrayOf(keys, 'bigint')}) AS key ORDER BY key) AS ascending
  )`
}

/** An advisory lock: before the first order there is no row. */
const lockKey = (storeId: string, holder: string): bigint =>
  createHash('sha256').update(`${storeId} ${holder}`).digest().readBigInt64BE()

/** `lockKey` in SQL. */
export const lockKeyOf = (storeId: string, holder: Prisma.Sql): Prisma.Sql => Prisma.sql`
  ('x' || left(encode(sha256(convert_to(${storeId}::text || ' ' || ${holder}, 'UTF8')), 'hex'), 16))::bit(64)::bigint`

interface Asked {
  holders: Holders
  now: Date
  limits: HoldLimits
  holdMinutes: number
}

/** Selects `HoldingsInShort`: most buyers hold nothing, and the whole query costs more to plan than this one to run. */
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

/** CTEs `held` (the buyer's rows), `own` (their orders) and `struck` (strikes per key). */
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
