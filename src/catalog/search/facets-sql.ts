import { Prisma } from '../../generated/prisma/client.ts'
import {
  ASKED,
  always,
  type Finding,
  hasOption,
  IN_STOCK,
  inCategories,
  ofBrands,
  offersOf,
  withinPrice,
} from './product-conditions.ts'

/** Most values of a facet; of options, of all names together. The most frequent are kept. */
const MAX_VALUES = 100
const MAX_OPTION_VALUES = 500
/** About how many ranges prices are divided into. */
const PRICE_RANGES = 5

/**
 * The CTEs and the query of the total and all facets, behind `held`. Every product that no facet leaves out is looked at
 * once, with its ways to buy it (`offers`), of which each knows what conditions it meets. LIMIT keeps PostgreSQL from
 * reading the whole table of products instead of those that are found.
 */
export function facetsSql(finding: Finding): Prisma.Sql {
  const { storeId, filter } = finding
  const inStockAsAsked = filter.available ? Prisma.sql`in_stock` : Prisma.sql`true`
  return Prisma.sql`
    found AS MATERIALIZED (
      SELECT s.product_id, s.category_key, s.category, s.brand_key, s.brand,
        ${inCategories(filter)} AS in_category, ${ofBrands(filter)} AS of_brand
      FROM product_search AS s WHERE ${always(finding)}
    ),
    offers AS MATERIALIZED (
      SELECT found.*, v.options, ${ASKED} AS asked, ${IN_STOCK} AS in_stock, ${missed(finding)} AS missed
      FROM found CROSS JOIN LATERAL (
        SELECT id, price, sale_price, stock FROM products
        WHERE store_id = ${storeId}::uuid AND products.id = found.product_id LIMIT 1
      ) AS p ${offersOf(finding)}
      WHERE in_category OR of_brand
    ),
    facts AS MATERIALIZED (
      SELECT product_id, min(category_key) AS category_key, min(category) AS category, min(brand_key) AS brand_key,
        min(brand) AS brand, bool_and(in_category) AS in_category, bool_and(of_brand) AS of_brand,
        ${fits(finding, inStockAsAsked)} AS fits, ${fits(finding, Prisma.sql`in_stock`)} AS fits_in_stock,
        ${prices(finding, inStockAsAsked)} AS prices
      FROM offers GROUP BY product_id
    ),
    priced AS MATERIALIZED (
      SELECT product_id, price::float8 AS price FROM facts CROSS JOIN unnest(prices) AS price
      WHERE in_category AND of_brand AND price IS NOT NULL
    ),
    ${priceStep}
    SELECT
      (SELECT count(*)::int FROM facts WHERE in_category AND of_brand AND fits) AS total,
      (SELECT count(*)::int FROM facts WHERE in_category AND of_brand AND fits_in_stock) AS available,
      ${values('category', Prisma.sql`of_brand AND fits`)} AS categories,
      ${values('brand', Prisma.sql`in_category AND fits`)} AS brands,
      (SELECT json_agg(json_build_object('name', name, 'value', value, 'count', count) ORDER BY name, count DESC, value)
        FROM (
          SELECT name, value, count(DISTINCT product_id)::int AS count
          FROM offers CROSS JOIN jsonb_each_text(options) AS option (name, value)
          WHERE in_category AND of_brand AND ${inStockAsAsked} AND ${withinPrice(filter, Prisma.sql`asked`)}
            AND array_remove(missed, name) = '{}'
          GROUP BY name, value ORDER BY count DESC, name, value LIMIT ${MAX_OPTION_VALUES}
        ) AS counted) AS options,
      (SELECT json_agg(json_build_object('min', min::bigint::text, 'max', max::bigint::text, 'count', count) ORDER BY min)
        FROM (
          SELECT floor(price / step) * step AS min, (floor(price / step) + 1) * step - 1 AS max,
            count(DISTINCT product_id)::int AS count
          FROM priced CROSS JOIN price_step GROUP BY 1, 2
        ) AS counted) AS prices`
}

/** The names of the asked options that an offer does not have, as an array. */
function missed({ filter: { options } }: Finding): Prisma.Sql {
  if (options.length === 0) return Prisma.sql`'{}'::text[]`
  const names = options.map(
    (option) => Prisma.sql`CASE WHEN ${hasOption(option)} THEN NULL ELSE ${option.name}::text END`,
  )
  return Prisma.sql`array_remove(ARRAY[${Prisma.join(names)}], NULL)`
}

/** Whether some offer meets what is asked of options, price and stock; without options, the cheapest one counts. */
function fits({ filter }: Finding, inStock: Prisma.Sql): Prisma.Sql {
  if (filter.options.length > 0) {
    return Prisma.sql`bool_or(missed = '{}' AND ${inStock} AND ${withinPrice(filter, Prisma.sql`asked`)})`
  }
  const cheapest = Prisma.sql`min(asked) FILTER (WHERE ${inStock})`
  return Prisma.sql`(bool_or(${inStock}) AND ${withinPrice(filter, cheapest)})`
}

/** The prices by which a product can be found, but for the filter of prices. */
const prices = ({ filter }: Finding, inStock: Prisma.Sql): Prisma.Sql =>
  filter.options.length > 0
    ? Prisma.sql`array_agg(asked) FILTER (WHERE missed = '{}' AND ${inStock})`
    : Prisma.sql`ARRAY[min(asked) FILTER (WHERE ${inStock})]`

/** The width of a range of prices: 1, 2 or 5 with noughts, so that there are few ranges. */
const priceStep = Prisma.sql`
  price_span AS (SELECT greatest((max(price) - min(price)) / ${PRICE_RANGES}::float8, 1) AS span FROM priced),
  price_step AS MATERIALIZED (
    SELECT (CASE WHEN span <= unit THEN 1 WHEN span <= 2 * unit THEN 2 WHEN span <= 5 * unit THEN 5 ELSE 10 END) * unit
      AS step
    FROM (SELECT span, power(10::float8, floor(log(span))) AS unit FROM price_span) AS spans
  )`

/** The most frequent names of a column, which are compared by its key. */
function values(column: 'category' | 'brand', where: Prisma.Sql): Prisma.Sql {
  const [name, key] = [Prisma.raw(column), Prisma.raw(`${column}_key`)]
  return Prisma.sql`(
    SELECT json_agg(json_build_object('value', value, 'count', count) ORDER BY count DESC, value)
    FROM (
      SELECT min(${name}) AS value, count(*)::int AS count FROM facts
      WHERE ${key} <> '' AND ${where} GROUP BY ${key} ORDER BY count DESC, value LIMIT ${MAX_VALUES}
    ) AS counted)`
}
