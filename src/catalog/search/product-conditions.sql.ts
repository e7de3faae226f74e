import { Prisma } from '../../generated/prisma/client.ts'
import { PLANNED_ANEW } from '../../platform/database/statements.ts'
import { IDS, lookedUp, OPTIONS, PRICES, soldOut, withStock } from './offers.sql.ts'
import type { ProductFilter } from './product-filter.ts'
import type { SearchQuery } from './words/search-query.ts'

// SQL, since what a search asks for is computed of rows that are made for it.

/** A filter with what its search means in this store. */
export interface Finding {
  storeId: string
  filter: ProductFilter
  query: SearchQuery | null
  now: Date
}

/** Whether a column of options has one of the values. */
export const hasOption = ({ name, values }: ProductFilter['options'][number], column = 'options'): Prisma.Sql =>
  Prisma.sql`coalesce(${Prisma.raw(column)} ->> ${name}::text = ANY(${[...values]}::text[]), false)`

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

/** All conditions on a row `s` of `searched`. */
export const conditions = (finding: Finding): Prisma.Sql =>
  Prisma.join(
    [always(finding), inCategories(finding.filter), ofBrands(finding.filter), ...priceAndOffers(finding)],
    ' AND ',
  )

/** The rows `s` for `conditions`. Where what is there is asked for, the statement has the CTE `looked_up`. */
export const searched = (finding: Finding): Prisma.Sql =>
  Prisma.sql`product_search AS s ${finding.filter.available ? withStock(finding) : Prisma.empty}`

function priceAndOffers(finding: Finding): Prisma.Sql[] {
  const { filter } = finding
  const { available, options, price } = filter
  if (!available && options.length === 0) return [withinPrice(filter, Prisma.sql`s.price`)]
  // No way to buy it costs less than its price.
  const notTooDear = price && price.max !== null ? [Prisma.sql`s.price <= ${price.max}::bigint`] : []
  const offers = Prisma.sql`
    FROM (SELECT unnest(${IDS}) AS id, unnest(${PRICES}) AS price, unnest(${OPTIONS}) AS options) AS offer`
  const asked = Prisma.join(
    [...options.map((option) => hasOption(option)), withinPrice(filter, Prisma.sql`price`)],
    ' AND ',
  )
  if (!available) return [...notTooDear, Prisma.sql`EXISTS (SELECT 1 ${offers} WHERE ${asked})`]
  const isThere = Prisma.sql`id <> ALL (sold_out.ids)`
  const found =
    options.length > 0
      ? Prisma.sql`EXISTS (SELECT 1 ${offers} WHERE ${asked} AND ${isThere})`
      : price === null
        ? Prisma.sql`NOT ${IDS} <@ sold_out.ids`
        : withinPrice(
            filter,
            Prisma.sql`CASE WHEN sold_out.ids = '{}' THEN s.price ELSE (SELECT min(price) ${offers} WHERE ${isThere}) END`,
          )
  // OFFSET: otherwise what is sold out would be looked up for each mention of it.
  return [...notTooDear, Prisma.sql`(SELECT ${found} FROM (SELECT ${soldOut(finding)} AS ids OFFSET 0) AS sold_out)`]
}

/** The beginning of a statement, up to its own CTEs, which makes the store's id its first value. */
export const opening = (finding: Finding, isOfStock = finding.filter.available): Prisma.Sql => Prisma.sql`
  ${Prisma.raw(PLANNED_ANEW)} WITH asked AS (SELECT ${finding.storeId}::uuid AS store_id),
  ${isOfStock ? Prisma.sql`${lookedUp(finding)},` : Prisma.empty}`

/** Counts what is found. */
export const totalSql = (finding: Finding): Prisma.Sql => Prisma.sql`${opening(finding)} counted AS (
    SELECT count(*)::int AS total FROM ${searched(finding)} WHERE ${conditions(finding)}
  ) SELECT total FROM counted`
