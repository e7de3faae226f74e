import { Prisma } from '../../generated/prisma/client.ts'
import { IDS, OPTIONS, PRICES, soldOut, withStock } from './offers-sql.ts'
import {
  always,
  conditions,
  type Finding,
  hasOption,
  inCategories,
  ofBrands,
  searched,
  withinPrice,
} from './product-conditions.ts'
import type { ProductFilter } from './product-filter.ts'

/** Most values of a facet; of options, of all names together. The most frequent are kept. */
const MAX_VALUES = 100
const MAX_OPTION_VALUES = 500
/** About how many ranges prices are divided into. */
const PRICE_RANGES = 5

/**
 * The CTEs and the query of the total and all facets, behind `held_out`. Each product of the asked brands and categories
 * is looked at once (`facts`); those of others are only counted. Options and prices that many products have alike are
 * taken apart once for all of them. Positions are those of ways to buy the product, null for all.
 */
export function facetsSql(finding: Finding): Prisma.Sql {
  const { filter } = finding
  return Prisma.sql`
    found AS (
      SELECT s.category_key, s.brand_key, ${IDS} AS ids, ${PRICES} AS prices, ${OPTIONS} AS options,
        ${soldOut(finding)} AS sold_out
      FROM product_search AS s ${withStock(finding)}
      WHERE ${always(finding)} AND ${inCategories(filter)} AND ${ofBrands(filter)} OFFSET 0
    ),
    stocked AS (
      SELECT *, CASE WHEN sold_out <> '{}' THEN ARRAY(
        SELECT at FROM (SELECT unnest(ids) AS id, generate_subscripts(ids, 1) AS at) AS offer WHERE id <> ALL (sold_out)
      ) END AS there FROM found OFFSET 0
    ),
    priced AS (
      SELECT category_key, brand_key, options, ${withinRange(filter)} AS kept,
        ${pricesOf(filter, filter.available)} AS asked, ${pricesOf(filter, true)} AS asked_there
      FROM stocked OFFSET 0
    ),
    facts AS MATERIALIZED (
      SELECT category_key, brand_key, options, kept, asked, ${fits(filter, Prisma.sql`asked`)} AS fits,
        ${fits(filter, filter.available ? Prisma.sql`asked` : Prisma.sql`asked_there`)} AS fits_in_stock
      FROM priced
    ),
    prices AS MATERIALIZED (SELECT asked, count(*) AS products FROM facts GROUP BY asked),
    ${priceStep}
    SELECT
      (SELECT count(*)::int FROM facts WHERE fits) AS total,
      (SELECT count(*)::int FROM facts WHERE fits_in_stock) AS available,
      ${values(finding, 'category')} AS categories,
      ${values(finding, 'brand')} AS brands,
      (SELECT json_agg(json_build_object('name', name, 'value', value, 'count', count) ORDER BY name, count DESC, value)
        FROM (
          SELECT name, value, sum(products)::int AS count
          FROM (SELECT options, kept, count(*) AS products FROM facts GROUP BY options, kept) AS alike
          CROSS JOIN LATERAL (
            SELECT DISTINCT name, value
            FROM unnest(alike.options) WITH ORDINALITY AS offer (options, at)
            CROSS JOIN jsonb_each_text(offer.options) AS option (name, value)
            WHERE (kept IS NULL OR at = ANY (kept)) AND ${missesNoOther(filter)}
          ) AS found
          GROUP BY name, value ORDER BY count DESC, name, value LIMIT ${MAX_OPTION_VALUES}
        ) AS counted) AS options,
      (SELECT json_agg(json_build_object('min', min::bigint::text, 'max', max::bigint::text, 'count', count) ORDER BY min)
        FROM (
          SELECT range * step AS min, (range + 1) * step - 1 AS max, sum(products)::int AS count
          FROM prices CROSS JOIN price_step
          CROSS JOIN LATERAL (SELECT DISTINCT floor(price / step) AS range FROM unnest(asked) AS price) AS ranges
          GROUP BY 1, 2
        ) AS counted) AS prices`
}

/** The positions of what is in stock, where that is asked for, and costs what the filter says. */
function withinRange(filter: ProductFilter): Prisma.Sql {
  const positions = filter.available ? Prisma.sql`there` : Prisma.sql`NULL::int[]`
  if (filter.price === null) return positions
  const within = withinPrice(filter, Prisma.sql`price`)
  const [cheapest, dearest] = [Prisma.sql`prices[1]`, Prisma.sql`prices[cardinality(prices)]`]
  return Prisma.sql`
    CASE WHEN ${withinPrice(filter, cheapest)} AND ${withinPrice(filter, dearest)} THEN ${positions} ELSE ARRAY(
      SELECT at FROM (SELECT unnest(prices) AS price, generate_subscripts(prices, 1) AS at) AS offer
      WHERE ${within} AND ${among(filter.available)}
    ) END`
}

const among = (isInStock: boolean): Prisma.Sql =>
  isInStock ? Prisma.sql`(there IS NULL OR at = ANY (there))` : Prisma.sql`true`

/** The prices by which a product can be found, but for the filter of prices; without options, the cheapest one counts. */
function pricesOf({ options }: ProductFilter, isInStock: boolean): Prisma.Sql {
  if (options.length > 0) {
    return Prisma.sql`ARRAY(
      SELECT price FROM (
        SELECT unnest(prices) AS price, unnest(options) AS options, generate_subscripts(prices, 1) AS at
      ) AS offer WHERE ${Prisma.join(
        options.map((option) => hasOption(option)),
        ' AND ',
      )} AND ${among(isInStock)}
    )`
  }
  return isInStock
    ? Prisma.sql`CASE WHEN there IS NULL THEN prices[1:1] ELSE prices[there[1]:there[1]] END`
    : Prisma.sql`prices[1:1]`
}

/** Whether one of these prices is within the filter's. */
const fits = (filter: ProductFilter, prices: Prisma.Sql): Prisma.Sql =>
  filter.options.length > 0
    ? Prisma.sql`EXISTS (SELECT 1 FROM unnest(${prices}) AS price WHERE ${withinPrice(filter, Prisma.sql`price`)})`
    : Prisma.sql`(${prices})[1] IS NOT NULL AND ${withinPrice(filter, Prisma.sql`(${prices})[1]`)}`

/** Whether an `offer` has all of the asked options but the one of this `name`. */
function missesNoOther({ options }: ProductFilter): Prisma.Sql {
  if (options.length === 0) return Prisma.sql`true`
  const others = options.map((option) => Prisma.sql`(name = ${option.name} OR ${hasOption(option, 'offer.options')})`)
  return Prisma.join(others, ' AND ')
}

/** The width of a range of prices: 1, 2 or 5 with noughts, so that there are few ranges. */
const priceStep = Prisma.sql`
  price_span AS (
    SELECT greatest((max(price) - min(price))::float8 / ${PRICE_RANGES}::float8, 1) AS span
    FROM prices CROSS JOIN unnest(asked) AS price
  ),
  price_step AS MATERIALIZED (
    SELECT (CASE WHEN span <= unit THEN 1 WHEN span <= 2 * unit THEN 2 WHEN span <= 5 * unit THEN 5 ELSE 10 END) * unit
      AS step
    FROM (SELECT span, power(10::float8, floor(log(span))) AS unit FROM price_span) AS spans
  )`

/**
 * The most frequent names of a column, which are compared by its key. A key that is written in several ways is shown in
 * one of them.
 */
function values(finding: Finding, column: 'category' | 'brand'): Prisma.Sql {
  const { storeId, filter } = finding
  const [name, key] = [Prisma.raw(column), Prisma.raw(`${column}_key`)]
  const own = column === 'category' ? 'categoryKeys' : 'brandKeys'
  const others = { ...finding, filter: { ...filter, [own]: null } }
  const rows =
    filter[own] === null
      ? Prisma.sql`SELECT ${key} FROM facts WHERE fits AND ${key} <> ''`
      : Prisma.sql`SELECT s.${key} FROM ${searched(others)} WHERE ${conditions(others)} AND s.${key} <> ''`
  return Prisma.sql`(
    SELECT json_agg(json_build_object('value', value, 'count', count) ORDER BY count DESC, value)
    FROM (
      SELECT count, (
        SELECT ${name} FROM product_search AS s
        WHERE s.store_id = ${storeId}::uuid AND s.active AND s.${key} = counted.${key} LIMIT 1
      ) AS value
      FROM (
        SELECT ${key}, count(*)::int AS count FROM (${rows}) AS found
        GROUP BY ${key} ORDER BY count DESC, ${key} LIMIT ${MAX_VALUES}
      ) AS counted
    ) AS named)`
}
