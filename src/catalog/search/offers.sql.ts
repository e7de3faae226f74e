import { Prisma } from '../../generated/prisma/client.ts'
import type { Finding } from './product-conditions.sql.ts'

// SQL, since what can be bought of a product is computed where it is searched.

/**
 * The ways to buy the product of a row `s`, cheapest first: ids of its variants, or its own, what is asked for a unit,
 * and the options. A row from before there were these columns has the product alone.
 */
export const IDS = Prisma.sql`coalesce(s.offer_ids, ARRAY[s.product_id])`
export const PRICES = Prisma.sql`coalesce(s.offer_prices, ARRAY[s.price])`
export const OPTIONS = Prisma.sql`coalesce(s.offer_options, ARRAY['{}'::jsonb])`

/** Whether the job has told a row `s` of the ways to buy its product (`indexStock`), and it was not written anew since. */
const IS_TOLD = Prisma.sql`s.told_version = s.offers_version`

export const OPTIONS_HASH = Prisma.sql`hash_array_extended(${OPTIONS}, 0)`
/** A hash of 64 bits of the options of a row `s`: rows for which it is equal are taken to have the same. */
export const OPTIONS_KEY = Prisma.sql`CASE WHEN ${IS_TOLD} THEN s.options_key ELSE ${OPTIONS_HASH} END`

/**
 * Whether a variant has begun or ceased to be sold out since its product's row was told. An index has those for which it
 * is so, whoever has changed their stock.
 */
export const HAS_MOVED = Prisma.sql`(stock IS NOT DISTINCT FROM 0) <> indexed_sold_out`

/**
 * The products of which more must be known than their rows say, once each: those of which pending orders hold all units,
 * in `counters`, and those with a variant that has moved, without. CTEs for `withStock`. What has moved is read into an
 * array because PostgreSQL expects nearly all variants to have moved, and of an array only a few entries.
 */
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

/** Joins to a row `s` what `soldOut` is told by. */
export const withStock = ({ storeId }: Finding): Prisma.Sql => Prisma.sql`
  LEFT JOIN looked_up ON looked_up.product_id = s.product_id
  LEFT JOIN products AS empty ON empty.store_id = ${storeId}::uuid AND empty.id = s.product_id AND empty.stock = 0`

/** Whether `sold_out` of the row has all that is sold out. */
const IS_KNOWN = Prisma.sql`${IS_TOLD} AND looked_up.product_id IS NULL AND empty.id IS NULL`

/** Of the ways to buy the product of a row `s` those of which there is no unit, or none that is not held: their ids. */
export const soldOut = (finding: Finding): Prisma.Sql => Prisma.sql`
  CASE WHEN ${IS_KNOWN} THEN s.sold_out ELSE ${lookUp(finding)} END`

const lookUp = ({ storeId }: Finding): Prisma.Sql => Prisma.sql`
  ARRAY(SELECT id FROM variants WHERE store_id = ${storeId}::uuid AND product_id = s.product_id AND stock = 0)
  || coalesce(looked_up.counters, '{}')
  || CASE WHEN empty.id IS NOT NULL OR s.product_id = ANY (looked_up.counters) THEN s.product_id || ARRAY(
    SELECT id FROM variants WHERE store_id = ${storeId}::uuid AND product_id = s.product_id AND stock IS NULL
  ) ELSE '{}' END`

/**
 * The positions of these in `IDS`; null for a variant that the row does not have. Mostly there is one or none, for which
 * no subquery is needed.
 */
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
