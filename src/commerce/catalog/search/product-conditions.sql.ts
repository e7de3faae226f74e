import { Prisma } from '../../../generated/prisma/client.ts'
import { PLANNED_ANEW } from '../../../platform/database/statements.ts'
import { IDS, lookedUp, OPTIONS, PRICES, soldOut, withStock } from './offers.sql.ts'
import type { ProductFilter } from './product-filter.ts'
import type { SearchQuery } from './words/search-query.ts'

// SQL: conditions depend on the filter.

export interface Finding {
  storeId: string
  filter: ProductFilter
  query: SearchQuery | null
  now: Date
}

export const hasOption = ({ name, values }: ProductFilter['options'][number], column = 'options'): Prisma.Sql =>
  Prisma.sql`coalesce(${Prisma.raw(column)} ->> ${name}::text = ANY(${[...values]}::text[]), false)`

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

export const conditions = (finding: Finding): Prisma.Sql =>
  Prisma.join(
    [always(finding), inCategories(finding.filter), ofBrands(finding.filter), ...priceAndOffers(finding)],
    ' AND ',
  )

/** The rows `s`; what looks at the stock needs the CTE `looked_up`. */
export const searched = (finding: Finding, isOfStock = finding.filter.available): Prisma.Sql =>
  Prisma.sql`product_search AS s ${isOfStock ? withStock(finding) : Prisma.empty}`

function priceAndOffers(finding: Finding): Prisma.Sql[] {
  const { filter } = finding
  const { available, options, price } = filter
  if (!available && options.length === 0) return [withinPrice(filter, Prisma.sql`s.price`)]
  // No offer is cheaper than the product's price.
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
  // OFFSET prevents looking up stock for each mention.
  return [...notTooDear, Prisma.sql`(SELECT ${found} FROM (SELECT ${soldOut(finding)} AS ids OFFSET 0) AS sold_out)`]
}

export const opening = (finding: Finding, isOfStock = finding.filter.available): Prisma.Sql => Prisma.sql`
  ${Prisma.raw(PLANNED_ANEW)} WITH asked AS (SELECT ${finding.storeId}::uuid AS store_id),
  ${isOfStock ? Prisma.sql`${lookedUp(finding)},` : Prisma.empty}`

export const totalSql = (finding: Finding): Prisma.Sql => Prisma.sql`${opening(finding)} counted AS (
    SELECT count(*)::int AS total FROM ${searched(finding)} WHERE ${conditions(finding)}
  ) SELECT total FROM counted`
