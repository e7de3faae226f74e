import { Prisma } from '../../generated/prisma/client.ts'
import type { ProductFilter } from './product-filter.ts'
import type { SearchQuery } from './search-query.ts'

/** A filter with what its search means in this store. */
export interface Finding {
  storeId: string
  filter: ProductFilter
  query: SearchQuery | null
  now: Date
}

/** What is asked for a unit of `p`, or of its variant `v`. The same as `unitPrice`. */
export const ASKED = Prisma.sql`
  CASE WHEN v.price IS NULL THEN least(p.price, coalesce(v.sale_price, p.sale_price))
    ELSE least(v.price, v.sale_price) END`

/** Whether there is a unit of `p`, or of its variant `v`, that no pending order holds. */
export const IN_STOCK = Prisma.sql`
  (coalesce(v.stock, p.stock) IS NULL OR coalesce(v.stock, p.stock) > coalesce(held.units, 0))`

/** What pending orders hold, by the product or variant that counts it. A CTE for `offersOf`. */
export const held = ({ storeId, now }: Finding): Prisma.Sql => Prisma.sql`
  held AS MATERIALIZED (
    SELECT coalesce(variant_id, product_id) AS counter, sum(qty) AS units FROM stock_holds
    WHERE store_id = ${storeId}::uuid AND expires_at > ${now}::timestamptz GROUP BY 1
  )`

/** Joins to a product `p` the ways to buy it: each variant `v`, or itself, and what is held of it. */
export const offersOf = ({ storeId }: Finding): Prisma.Sql => Prisma.sql`
  LEFT JOIN variants AS v ON v.store_id = ${storeId}::uuid AND v.product_id = p.id
  LEFT JOIN held ON held.counter = CASE WHEN v.stock IS NULL THEN p.id ELSE v.id END`

/** Whether the variant `v` has one of the values. */
export const hasOption = ({ name, values }: ProductFilter['options'][number]): Prisma.Sql =>
  Prisma.sql`coalesce(v.options ->> ${name}::text = ANY(${[...values]}::text[]), false)`

/** Whether the price is within the filter's. */
export const withinPrice = ({ price }: ProductFilter, amount: Prisma.Sql): Prisma.Sql => {
  const { min = null, max = null } = price ?? {}
  const bounds = [
    ...(min === null ? [] : [Prisma.sql`${amount} >= ${min}::bigint`]),
    ...(max === null ? [] : [Prisma.sql`${amount} <= ${max}::bigint`]),
  ]
  return bounds.length === 0 ? Prisma.sql`true` : Prisma.join(bounds, ' AND ')
}

export const inCategories = ({ categoryKeys }: ProductFilter): Prisma.Sql => anyOf('category_key', categoryKeys)
export const ofBrands = ({ brandKeys }: ProductFilter): Prisma.Sql => anyOf('brand_key', brandKeys)

function anyOf(column: string, keys: readonly string[] | null): Prisma.Sql {
  if (keys === null) return Prisma.sql`true`
  const name = Prisma.raw(`s.${column}`)
  const [only] = keys
  return only !== undefined && keys.length === 1
    ? Prisma.sql`${name} = ${only}`
    : Prisma.sql`${name} = ANY(${[...keys]}::text[])`
}

/** The conditions on a row `s` that no facet leaves out. */
export const always = ({ storeId, filter, query }: Finding): Prisma.Sql =>
  Prisma.join(
    [
      Prisma.sql`s.store_id = ${storeId}::uuid AND s.active`,
      ...(filter.search ? [query ? Prisma.sql`s.words @@ ${query.all}::tsquery` : Prisma.sql`false`] : []),
      ...(filter.onSale ? [Prisma.sql`s.on_sale`] : []),
      ...(filter.minRating === null ? [] : [Prisma.sql`s.rating >= ${filter.minRating}::int`]),
    ],
    ' AND ',
  )

/** Whether the filter asks for something that only a look at each way to buy a product can tell. */
export const asksOffers = ({ available, options }: ProductFilter): boolean => available || options.length > 0

/** All conditions on a row `s`. Where `asksOffers`, the statement has the CTE `held`. */
export const conditions = (finding: Finding): Prisma.Sql =>
  Prisma.join(
    [always(finding), inCategories(finding.filter), ofBrands(finding.filter), ...priceAndOffers(finding)],
    ' AND ',
  )

/** OFFSET keeps PostgreSQL from reading all variants, where it takes the list for longer than it is. */
function priceAndOffers(finding: Finding): Prisma.Sql[] {
  const { storeId, filter } = finding
  if (!asksOffers(filter)) return [withinPrice(filter, Prisma.sql`s.price`)]
  const offers = Prisma.sql`
    FROM products AS p ${offersOf(finding)} WHERE p.store_id = ${storeId}::uuid AND p.id = s.product_id
    ${filter.available ? Prisma.sql`AND ${IN_STOCK}` : Prisma.empty}`
  if (filter.options.length > 0) {
    const asked = [...filter.options.map(hasOption), withinPrice(filter, ASKED)]
    return [Prisma.sql`EXISTS (SELECT 1 ${offers} AND ${Prisma.join(asked, ' AND ')} OFFSET 0)`]
  }
  if (filter.price === null) return [Prisma.sql`EXISTS (SELECT 1 ${offers} OFFSET 0)`]
  return [Prisma.sql`EXISTS (SELECT 1 ${offers} HAVING ${withinPrice(filter, Prisma.sql`min(${ASKED})`)})`]
}
