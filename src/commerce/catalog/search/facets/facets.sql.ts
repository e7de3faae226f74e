import { Prisma } from '../../../../generated/prisma/client.ts'
import { OPTIONS, OPTIONS_KEY, PRICES, soldOutAt, withStock } from '../offers.sql.ts'
import {
  always,
  conditions,
  type Finding,
  hasOption,
  inCategories,
  ofBrands,
  opening,
  searched,
  withinPrice,
} from '../product-conditions.sql.ts'
import type { ProductFilter } from '../product-filter.ts'

// SQL: all facets are computed in one pass over the products.

/** Per facet, and over all option names together; the most frequent win. */
const MAX_VALUES = 100
const MAX_OPTION_VALUES = 500
const PRICE_RANGES = 5

/**
 * Each product of the brands and categories is read once (`facts`) and counted for all facets (`counted`). Equal
 * options and prices of many products are expanded once, from an `example` row whose place is stable within the
 * snapshot. Positions are those of offers: `gone` are sold out, `first` to `last` fit the price.
 */
export function facetsSql(finding: Finding): Prisma.Sql {
  const { storeId, filter } = finding
  return Prisma.sql`${opening(finding, true)}
    found AS (
      SELECT s.category_key, s.brand_key, ${PRICES} AS prices, ${OPTIONS} AS options, ${OPTIONS_KEY} AS options_key,
        s.ctid AS example, ${soldOutAt(finding)} AS gone
      FROM product_search AS s ${withStock(finding)}
      WHERE ${always(finding)} AND ${inCategories(filter)} AND ${ofBrands(filter)} OFFSET 0
    ),
    priced AS (
      SELECT category_key, brand_key, options_key, example, ${filter.available ? Prisma.sql`gone` : NONE} AS gone,
        ${firstWithin(filter)} AS first, ${lastWithin(filter)} AS last,
        ${pricesOf(filter, filter.available)} AS asked, ${pricesOf(filter, true)} AS asked_there
      FROM found OFFSET 0
    ),
    facts AS (
      SELECT category_key, brand_key, options_key, example, gone, first, last, asked,
        ${fits(filter, Prisma.sql`asked`)} AS fits,
        ${fits(filter, filter.available ? Prisma.sql`asked` : Prisma.sql`asked_there`)} AS fits_in_stock
      FROM priced OFFSET 0
    ),
    counted AS MATERIALIZED (
      SELECT category_key, brand_key, asked, gone, first, last, GROUPING(category_key) = 0 AS by_category,
        GROUPING(brand_key) = 0 AS by_brand, GROUPING(asked) = 0 AS by_price, GROUPING(options_key) = 0 AS by_options,
        min(example) AS example, count(*) AS products, count(*) FILTER (WHERE fits) AS fitting,
        count(*) FILTER (WHERE fits_in_stock) AS fitting_in_stock
      FROM facts GROUP BY GROUPING SETS ((), (category_key), (brand_key), (asked), (options_key, gone, first, last))
    ),
    prices AS MATERIALIZED (SELECT asked, products FROM counted WHERE by_price AND asked IS NOT NULL),
    ${priceStep(filter)}
    SELECT fitting::int AS total, fitting_in_stock::int AS available, products::int AS looked_at,
      ${values(finding, 'category')} AS categories,
      ${values(finding, 'brand')} AS brands,
      (SELECT json_agg(json_build_object('name', name, 'value', value, 'count', count) ORDER BY name, count DESC, value)
        FROM (
          SELECT name, value, sum(products)::int AS count
          FROM (
            SELECT gone, first, last, products, (
              SELECT ${OPTIONS} FROM product_search AS s WHERE s.store_id = ${storeId}::uuid AND s.ctid = counted.example
            ) AS options
            FROM counted WHERE by_options OFFSET 0
          ) AS alike
          CROSS JOIN LATERAL (
            SELECT DISTINCT name, value
            FROM unnest(alike.options) WITH ORDINALITY AS offer (options, at)
            CROSS JOIN jsonb_each_text(offer.options) AS option (name, value)
            WHERE at >= first AND (last IS NULL OR at <= last) AND ${IS_THERE} AND ${missesNoOther(filter)}
          ) AS found
          GROUP BY name, value ORDER BY count DESC, name, value LIMIT ${MAX_OPTION_VALUES}
        ) AS named) AS options,
      (SELECT json_agg(json_build_object('min', min::bigint::text, 'max', max::bigint::text, 'count', count) ORDER BY min)
        FROM (
          SELECT range * step AS min, (range + 1) * step - 1 AS max, sum(products)::int AS count
          FROM prices CROSS JOIN price_step
          CROSS JOIN LATERAL (SELECT DISTINCT floor(price / step) AS range FROM ${each(filter)} AS price) AS ranges
          GROUP BY 1, 2
        ) AS ranged) AS prices
    FROM counted WHERE NOT (by_category OR by_brand OR by_price OR by_options)`
}

const NONE = Prisma.sql`'{}'::int[]`
/** A null in `gone` is a variant that the row lacks. */
const IS_THERE = Prisma.sql`(at = ANY (gone)) IS NOT TRUE`

/** Offers are sorted by price, so the filter's are one range. Null is the end. */
const firstWithin = ({ price }: ProductFilter): Prisma.Sql =>
  price?.min == null ? Prisma.sql`1` : Prisma.sql`width_bucket(${price.min - 1n}::bigint, prices) + 1`
const lastWithin = ({ price }: ProductFilter): Prisma.Sql =>
  price?.max == null ? Prisma.sql`NULL::int` : Prisma.sql`width_bucket(${price.max}::bigint, prices)`

/** Prices within all other filters: an array with options, else the cheapest; null when out of stock. */
function pricesOf({ options }: ProductFilter, isInStock: boolean): Prisma.Sql {
  if (options.length > 0) {
    return Prisma.sql`ARRAY(
      SELECT price FROM (
        SELECT unnest(prices) AS price, unnest(options) AS options, generate_subscripts(prices, 1) AS at
      ) AS offer WHERE ${Prisma.join(
        options.map((option) => hasOption(option)),
        ' AND ',
      )} AND ${isInStock ? IS_THERE : Prisma.sql`true`}
    )`
  }
  return isInStock
    ? Prisma.sql`CASE WHEN (1 = ANY (gone)) IS NOT TRUE THEN prices[1] WHEN (2 = ANY (gone)) IS NOT TRUE THEN prices[2] ELSE (
        SELECT min(price) FROM unnest(prices) WITH ORDINALITY AS offer (price, at) WHERE ${IS_THERE}
      ) END`
    : Prisma.sql`prices[1]`
}

const each = ({ options }: ProductFilter): Prisma.Sql =>
  options.length > 0 ? Prisma.sql`unnest(asked)` : Prisma.sql`unnest(ARRAY[asked])`

const fits = (filter: ProductFilter, prices: Prisma.Sql): Prisma.Sql =>
  filter.options.length > 0
    ? Prisma.sql`EXISTS (SELECT 1 FROM unnest(${prices}) AS price WHERE ${withinPrice(filter, Prisma.sql`price`)})`
    : Prisma.sql`${prices} IS NOT NULL AND ${withinPrice(filter, prices)}`

/** Whether an `offer` has all asked options except the one of this `name`. */
function missesNoOther({ options }: ProductFilter): Prisma.Sql {
  if (options.length === 0) return Prisma.sql`true`
  const others = options.map((option) => Prisma.sql`(name = ${option.name} OR ${hasOption(option, 'offer.options')})`)
  return Prisma.join(others, ' AND ')
}

const priceStep = (filter: ProductFilter): Prisma.Sql => Prisma.sql`
  price_span AS (
    SELECT greatest((max(price) - min(price))::float8 / ${PRICE_RANGES}::float8, 1) AS span
    FROM prices CROSS JOIN ${each(filter)} AS price
  ),
  price_step AS MATERIALIZED (
    SELECT (CASE WHEN span <= unit THEN 1 WHEN span <= 2 * unit THEN 2 WHEN span <= 5 * unit THEN 5 ELSE 10 END) * unit
      AS step
    FROM (SELECT span, power(10::float8, floor(log(span))) AS unit FROM price_span) AS spans
  )`

/** The most frequent names, in one of their spellings. OFFSET prevents a second lookup of each name for sorting. */
function values(finding: Finding, column: 'category' | 'brand'): Prisma.Sql {
  const { storeId, filter } = finding
  const [name, key] = [Prisma.raw(column), Prisma.raw(`${column}_key`)]
  const own = column === 'category' ? 'categoryKeys' : 'brandKeys'
  const others = { ...finding, filter: { ...filter, [own]: null } }
  const counts =
    filter[own] === null
      ? Prisma.sql`SELECT ${key}, fitting::int AS count FROM counted WHERE by_${name} AND fitting > 0 AND ${key} <> ''`
      : Prisma.sql`
        SELECT s.${key}, count(*)::int AS count FROM ${searched(others)}
        WHERE ${conditions(others)} AND s.${key} <> '' GROUP BY 1`
  return Prisma.sql`(
    SELECT json_agg(json_build_object('value', value, 'count', count) ORDER BY count DESC, value)
    FROM (
      SELECT count, (
        SELECT ${name} FROM product_search AS s
        WHERE s.store_id = ${storeId}::uuid AND s.active AND s.${key} = most.${key} LIMIT 1
      ) AS value
      FROM (SELECT * FROM (${counts}) AS found ORDER BY count DESC, ${key} LIMIT ${MAX_VALUES}) AS most
      OFFSET 0
    ) AS named)`
}
