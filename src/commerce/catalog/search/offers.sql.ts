import { Prisma } from '../../../generated/prisma/client.ts'
import type { Finding } from './product-conditions.sql.ts'

// SQL: availability is computed while searching.

/** A product's offers, cheapest first: variant ids or its own, price and options. Old rows have the product alone. */
export const IDS = Prisma.sql`coalesce(s.offer_ids, ARRAY[s.product_id])`
export const PRICES = Prisma.sql`coalesce(s.offer_prices, ARRAY[s.price])`
export const OPTIONS = Prisma.sql`coalesce(s.offer_options, ARRAY['{}'::jsonb])`

/** Whether the job (`indexStock`) has indexed the current offers. */
const IS_INDEXED = Prisma.sql`s.told_version = s.offers_version`

export const OPTIONS_HASH = Prisma.sql`hash_array_extended(${OPTIONS}, 0)`
/** A 64-bit hash; equal hashes count as equal options. */
export const OPTIONS_KEY = Prisma.sql`CASE WHEN ${IS_INDEXED} THEN s.options_key ELSE ${OPTIONS_HASH} END`

/** Whether a variant's availability changed since it was indexed; a partial index has these rows. */
export const HAS_MOVED = Prisma.sql`(stock IS NOT DISTINCT FROM 0) <> indexed_sold_out`

/** The second CTE of `withStock` is an array, because PostgreSQL overestimates the number of moved variants. */
export const lookedUp = ({ storeId, now }: Finding): Prisma.Sql => Prisma.sql`
  held_out AS MATERIALIZED (
    SELECT held.product_id, array_agg(held.counter) AS counters
    FROM (
      SELECT product_id, coalesce(variant_id, product_id) AS counter, sum(qty) AS units FROM stock_holds
      WHERE store_id = ${storeId}::uuid AND expires_at > ${now}::timestamptz GROUP BY 1, 2
    ) AS held
    LEFT JOIN products AS p ON p.store_id = ${storeId}::uuid AND p.id = held.counter
    LEFT JOIN variants AS v ON v.store_id = ${storeId}::uuid AND v.id = held.counter
    WHERE held.units >= coalesce(v.stock, p.stock) GROUP BY 1
  ),
  looked_up AS MATERIALIZED (
    SELECT product_id, counters FROM held_out
    UNION ALL
    SELECT product_id, NULL FROM unnest(ARRAY(
      SELECT DISTINCT product_id FROM variants WHERE store_id = ${storeId}::uuid AND ${HAS_MOVED}
    )) AS moved (product_id)
    WHERE NOT EXISTS (SELECT 1 FROM held_out WHERE held_out.product_id = moved.product_id)
  )`

export const withStock = ({ storeId }: Finding): Prisma.Sql => Prisma.sql`
  LEFT JOIN looked_up ON looked_up.product_id = s.product_id
  LEFT JOIN products AS empty ON empty.store_id = ${storeId}::uuid AND empty.id = s.product_id AND empty.stock = 0`

const IS_KNOWN = Prisma.sql`${IS_INDEXED} AND looked_up.product_id IS NULL AND empty.id IS NULL`

export const soldOut = (finding: Finding): Prisma.Sql => Prisma.sql`
  CASE WHEN ${IS_KNOWN} THEN s.sold_out ELSE ${lookUp(finding)} END`

const lookUp = ({ storeId }: Finding): Prisma.Sql => Prisma.sql`
  ARRAY(SELECT id FROM variants WHERE store_id = ${storeId}::uuid AND product_id = s.product_id AND stock = 0)
  || coalesce(looked_up.counters, '{}')
  || CASE WHEN empty.id IS NOT NULL OR s.product_id = ANY (looked_up.counters) THEN s.product_id || ARRAY(
    SELECT id FROM variants WHERE store_id = ${storeId}::uuid AND product_id = s.product_id AND stock IS NULL
  ) ELSE '{}' END`

/** Positions in `IDS`; null for a variant that the row lacks. Zero or one needs no subquery. */
export const soldOutAt = (finding: Finding): Prisma.Sql => Prisma.sql`
  CASE WHEN ${IS_KNOWN} THEN CASE cardinality(s.sold_out)
    WHEN 0 THEN '{}'
    WHEN 1 THEN ARRAY[array_position(${IDS}, s.sold_out[1])]
    ELSE ARRAY(SELECT array_position(${IDS}, id) FROM unnest(s.sold_out) AS id)
  END
  WHEN looked_up.counters IS NULL AND empty.id IS NULL THEN ARRAY(
    SELECT array_position(${IDS}, id) FROM variants
    WHERE store_id = ${finding.storeId}::uuid AND product_id = s.product_id AND stock = 0
  ) ELSE ARRAY(
    SELECT at::int FROM (SELECT ${lookUp(finding)} AS ids OFFSET 0) AS sold_out
    CROSS JOIN unnest(${IDS}) WITH ORDINALITY AS offer (id, at) WHERE id = ANY (sold_out.ids)
  ) END`
