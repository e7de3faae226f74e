import { Prisma } from '../../generated/prisma/client.ts'
import { MICRO } from '../../platform/money.ts'
import { currenciesOf } from '../../shared/currencies.ts'

// SQL: figures of lines are added up by the database, for as many orders as there are.

/** Currencies whose amounts are rounded to ten subunits. */
const inTens = currenciesOf(3)

/**
 * What stands behind a comma or JOIN, for each of `orders`: a row for each of its lines, with `position`, `product_id`,
 * `qty` and, in subunits, `gross`, `discount`, `loyalty_discount` and `tax`. Lines keep their shares of the order's
 * amounts; those of orders from before are split again, as checkout splits them.
 */
export const lineFigures = (storeId: string): Prisma.Sql => Prisma.sql`LATERAL (
  SELECT position, product_id, qty, ${gross} AS gross, discount, loyalty_discount, tax
  FROM order_items WHERE store_id = ${storeId}::uuid AND order_id = orders.id AND discount IS NOT NULL
  UNION ALL
  SELECT position, product_id, qty, gross, discount::bigint, loyalty_discount::bigint, tax::bigint
  FROM (${withTax(withReductions(storeId))}) AS older
)`

const gross = Prisma.sql`CASE WHEN orders.currency = ANY (${inTens}::text[])
  THEN round(unit_price * qty / 10.0)::bigint * 10 ELSE unit_price * qty END`

const columns = Prisma.sql`position, product_id, qty, rate, gross`

const withReductions = (storeId: string): Prisma.Sql => {
  const lines = Prisma.sql`
    SELECT position, product_id, qty, tax_rate_micro::numeric AS rate, ${gross} AS gross
    FROM order_items WHERE store_id = ${storeId}::uuid AND order_id = orders.id AND discount IS NULL`
  const discounted = split(lines, {
    ...{ columns, share: Prisma.sql`discount`, group: Prisma.sql`true` },
    ...{ total: Prisma.sql`orders.discount_amount`, weight: Prisma.sql`gross` },
  })
  return split(discounted, {
    ...{ columns: Prisma.sql`${columns}, discount`, share: Prisma.sql`loyalty_discount`, group: Prisma.sql`true` },
    ...{ total: Prisma.sql`orders.loyalty_discount`, weight: Prisma.sql`gross - discount` },
  })
}

/** Tax is rounded once for each rate. Where that is not the order's tax, all of it is split by what each line brings. */
function withTax(reduced: Prisma.Sql): Prisma.Sql {
  const kept = Prisma.sql`${columns}, discount, loyalty_discount`
  const taxable = Prisma.sql`
    SELECT ${kept}, gross - discount - loyalty_discount AS taxable,
      row_number() OVER (PARTITION BY rate ORDER BY position) = 1 AS is_first,
      sum(gross - discount - loyalty_discount) OVER (PARTITION BY rate) * rate AS dividend,
      (${MICRO}::numeric + CASE WHEN orders.tax_inclusive THEN rate ELSE 0 END) * ${unit} AS divisor
    FROM (${reduced}) AS reduced`
  // In whole numbers: numeric keeps 16 digits of a quotient.
  const rounded = Prisma.sql`
    SELECT *, div(2 * dividend + divisor, 2 * divisor) * ${unit} AS rate_tax FROM (${taxable}) AS taxable`
  const judged = Prisma.sql`
    SELECT *, sum(rate_tax) FILTER (WHERE is_first) OVER () = orders.tax_amount AS is_by_rate, max(rate) OVER () AS highest
    FROM (${rounded}) AS rounded`
  return split(judged, {
    ...{ columns: Prisma.sql`${kept}`, share: Prisma.sql`tax` },
    group: Prisma.sql`CASE WHEN is_by_rate THEN rate END`,
    total: Prisma.sql`CASE WHEN is_by_rate THEN rate_tax ELSE orders.tax_amount END`,
    weight: Prisma.sql`CASE WHEN is_by_rate OR highest = 0 THEN taxable ELSE taxable * rate END`,
  })
}

const unit = Prisma.sql`(CASE WHEN orders.currency = ANY (${inTens}::text[]) THEN 10 ELSE 1 END)`

interface Split {
  /** Which are kept. */
  columns: Prisma.Sql
  /** The name of the new one. */
  share: Prisma.Sql
  /** Each of these has a total of its own. */
  group: Prisma.Sql
  total: Prisma.Sql
  weight: Prisma.Sql
}

/** By the largest remainder, in the order of checkout/pricing/prorate.ts. */
const split = (rows: Prisma.Sql, { columns: kept, share, group, total, weight }: Split): Prisma.Sql => Prisma.sql`
  SELECT ${kept}, coalesce((base + CASE WHEN turn <= units - whole THEN 1 ELSE 0 END) * unit, 0) AS ${share}
  FROM (
    SELECT *, sum(base) OVER (PARTITION BY grp) AS whole,
      row_number() OVER (PARTITION BY grp ORDER BY remainder DESC, weight DESC, rate DESC, position) AS turn
    FROM (
      SELECT *, div(units * weight, nullif(all_weight, 0)) AS base, mod(units * weight, nullif(all_weight, 0)) AS remainder
      FROM (
        SELECT *, div(total, unit) AS units, sum(weight) OVER (PARTITION BY grp) AS all_weight
        FROM (
          SELECT *, (${group}) AS grp, (${weight})::numeric AS weight, (${total})::numeric AS total,
            CASE WHEN mod((${total})::numeric, ${unit}) = 0 THEN ${unit} ELSE 1 END::numeric AS unit
          FROM (${rows}) AS split
        ) AS weighed
      ) AS measured
    ) AS claimed
  ) AS ranked`
