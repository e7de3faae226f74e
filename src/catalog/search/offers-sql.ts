import { Prisma } from '../../generated/prisma/client.ts'
import type { Finding } from './product-conditions.ts'

/**
 * The ways to buy the product of a row `s`, cheapest first: ids of its variants, or its own, what is asked for a unit,
 * and the options. A row from before there were these columns has the product alone.
 */
export const IDS = Prisma.sql`coalesce(s.offer_ids, ARRAY[s.product_id])`
export const PRICES = Prisma.sql`coalesce(s.offer_prices, ARRAY[s.price])`
export const OPTIONS = Prisma.sql`coalesce(s.offer_options, ARRAY['{}'::jsonb])`

/** What pending orders hold all units of, by product. A CTE for `withStock`. */
export const heldOut = ({ storeId, now }: Finding): Prisma.Sql => Prisma.sql`
  held_out AS MATERIALIZED (
    SELECT held.product_id, array_agg(held.counter) AS counters
    FROM (
      SELECT product_id, coalesce(variant_id, product_id) AS counter, sum(qty) AS units FROM stock_holds
      WHERE store_id = ${storeId}::uuid AND expires_at > ${now}::timestamptz GROUP BY 1, 2
    ) AS held
    LEFT JOIN products AS p ON p.store_id = ${storeId}::uuid AND p.id = held.counter
    LEFT JOIN variants AS v ON v.store_id = ${storeId}::uuid AND v.id = held.counter
    WHERE held.units >= coalesce(v.stock, p.stock) GROUP BY 1
  )`

/** Joins to a row `s` what `soldOut` is told by. Both tables have partial indexes of what has no stock. */
export const withStock = ({ storeId }: Finding): Prisma.Sql => Prisma.sql`
  LEFT JOIN held_out ON held_out.product_id = s.product_id
  LEFT JOIN products AS empty ON empty.store_id = ${storeId}::uuid AND empty.id = s.product_id AND empty.stock = 0`

/** Of the ways to buy the product of a row `s` those of which there is no unit, or none that is not held: their ids. */
export const soldOut = ({ storeId }: Finding): Prisma.Sql => Prisma.sql`
  ARRAY(SELECT id FROM variants WHERE store_id = ${storeId}::uuid AND product_id = s.product_id AND stock = 0)
  || coalesce(held_out.counters, '{}')
  || CASE WHEN empty.id IS NOT NULL OR s.product_id = ANY (held_out.counters) THEN s.product_id || ARRAY(
    SELECT id FROM variants WHERE store_id = ${storeId}::uuid AND product_id = s.product_id AND stock IS NULL
  ) ELSE '{}' END`

/** The positions of these in `IDS`; null for a variant that the row does not have. */
export const soldOutAt = (finding: Finding): Prisma.Sql => Prisma.sql`
  CASE WHEN held_out.product_id IS NULL AND empty.id IS NULL THEN ARRAY(
    SELECT array_position(${IDS}, id) FROM variants
    WHERE store_id = ${finding.storeId}::uuid AND product_id = s.product_id AND stock = 0
  ) ELSE ARRAY(
    SELECT at::int FROM (SELECT ${soldOut(finding)} AS ids OFFSET 0) AS sold_out
    CROSS JOIN unnest(${IDS}) WITH ORDINALITY AS offer (id, at) WHERE id = ANY (sold_out.ids)
  ) END`
