import { Prisma } from '../../../generated/prisma/client.ts'
import type { PageArgs } from '../../../platform/pagination.ts'
import type { ProductSort } from '../../../shared/product-list.ts'
import { shownColumns } from '../storefront-product.ts'
import { IDS, soldOut } from './offers.sql.ts'
import { conditions, type Finding, opening, searched } from './product-conditions.sql.ts'
import { place } from './product-filter.ts'
import type { SearchQuery } from './words/search-query.ts'

// SQL: combines the requested conditions and order.

/** By a column alone. `soldOutLastSql` has AVAILABLE_FIRST. */
type PlainSort = Exclude<ProductSort, 'RELEVANCE' | 'AVAILABLE_FIRST'>
export type FoundSort = PlainSort | 'RELEVANCE'

/** Sort keys, descending, then newest first. Each has an index with the same columns. */
const keys: Readonly<Record<PlainSort, Prisma.Sql | null>> = {
  FEATURED: Prisma.sql`(- s.display_order::bigint)`,
  NEWEST: null,
  PRICE_ASC: Prisma.sql`(- s.price)`,
  PRICE_DESC: Prisma.sql`s.price`,
  RATING: Prisma.sql`s.rating`,
  BEST_SELLING: Prisma.sql`sales.units`,
}

interface SortColumns {
  key: Prisma.Sql | null
  row: 's' | 'sales'
}

const sortColumns = (sort: PlainSort): SortColumns => ({
  key: keys[sort],
  row: sort === 'BEST_SELLING' ? 'sales' : 's',
})

/** Whether the statement looks at what is sold out. */
export const needsStock = ({ filter, query }: Finding, sort: FoundSort): boolean =>
  filter.available || (sort === 'RELEVANCE' && query !== null)

export function pageSql(
  finding: Finding,
  sort: FoundSort,
  { after, asksTotal }: PageArgs & { asksTotal: boolean },
  take: number,
): Prisma.Sql {
  const query = sort === 'RELEVANCE' ? finding.query : null
  const list = query
    ? relevant(finding, query, { after, asksTotal }, take)
    : sorted(finding, sort === 'RELEVANCE' ? 'FEATURED' : sort, after, take)
  return Prisma.sql`${opening(finding, needsStock(finding, sort))} listed AS (${list})
    SELECT ${Prisma.raw(shownColumns)}, "sortKey", "createdAt", total
    FROM listed JOIN products ON products.store_id = ${finding.storeId}::uuid AND products.id = listed.product_id
    ORDER BY "sortKey" DESC, "createdAt" DESC, id DESC`
}

function sorted(finding: Finding, sort: PlainSort, after: string | null | undefined, take: number): Prisma.Sql {
  const columns = sortColumns(sort)
  const { key, createdAt, id } = orderOf(columns)
  const sales = Prisma.sql`
    JOIN product_sales AS sales ON sales.store_id = ${finding.storeId}::uuid AND sales.product_id = s.product_id`
  return Prisma.sql`
    SELECT s.product_id, ${key ?? Prisma.sql`0`}::float8 AS "sortKey", ${createdAt} AS "createdAt",
      NULL::int AS total
    FROM ${searched(finding)} ${columns.row === 'sales' ? sales : Prisma.empty}
    WHERE ${conditions(finding)} ${behind(columns, after)}
    ORDER BY ${key ? Prisma.sql`${key} DESC,` : Prisma.empty} ${createdAt} DESC, ${id} DESC LIMIT ${take}`
}

const orderOf = ({ key, row }: SortColumns) => ({
  key,
  createdAt: Prisma.raw(`${row}.created_at`),
  id: Prisma.raw(`${row}.product_id`),
})

/** A single row comparison, so that the index is entered at the cursor. */
function behind(columns: SortColumns, after: string | null | undefined): Prisma.Sql {
  if (!after) return Prisma.empty
  const [sortKey, time, productId] = place.valuesOf(after)
  const { key, createdAt, id } = orderOf(columns)
  const cursor = Prisma.sql`${time}::timestamptz, ${productId}::uuid`
  return key
    ? Prisma.sql`AND (${key}, ${createdAt}, ${id}) < (${sortKey}::bigint, ${cursor})`
    : Prisma.sql`AND (${createdAt}, ${id}) < (${cursor})`
}

const WEIGHTS = Prisma.sql`'{0.08, 0.25, 0.5, 1}'::float4[]`

/** Ranks by position: whole words count three times a prefix, a matching name most, a short name a little. */
const scoreOf = ({ any, exact, plain }: SearchQuery): Prisma.Sql => Prisma.sql`(
  20000 * (ts_rank(${WEIGHTS}, s.words, ${any}::tsquery) + 2 * ts_rank(${WEIGHTS}, s.words, ${exact}::tsquery))
  + CASE WHEN s.name_key = ${plain} THEN 40000 WHEN starts_with(s.name_key, ${plain}) THEN 5000 ELSE 0 END
  - 10 * least(length(s.name_key), 100)
)::bigint`

/** More than any score: what is sold out follows all that is not. */
const laterIfSoldOut = (finding: Finding): Prisma.Sql =>
  Prisma.sql`CASE WHEN ${IDS} <@ ${soldOut(finding)} THEN 1000000000 ELSE 0 END`

function relevant(
  finding: Finding,
  query: SearchQuery,
  { after, asksTotal }: PageArgs & { asksTotal: boolean },
  take: number,
): Prisma.Sql {
  const found = { key: Prisma.sql`score`, row: 's' } as const
  const total = asksTotal ? Prisma.sql`(SELECT count(*) FROM scored)` : Prisma.sql`NULL`
  return Prisma.sql`
    WITH scored AS (
      SELECT s.product_id, s.created_at, ${scoreOf(query)} - ${laterIfSoldOut(finding)} AS score
      FROM ${searched(finding, true)} WHERE ${conditions(finding)}
      OFFSET 0
    )
    SELECT product_id, score::float8 AS "sortKey", created_at AS "createdAt", ${total}::int AS total
    FROM scored AS s WHERE true ${behind(found, after)}
    ORDER BY score DESC, created_at DESC, product_id DESC LIMIT ${take}`
}
