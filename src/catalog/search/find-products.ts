import type { Context } from '../../gateway/context.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { PLANNED_ANEW } from '../../platform/database/statements.ts'
import { type Connection, type PageArgs, pageSize } from '../../platform/pagination.ts'
import { readContent } from '../../stores/read-content.ts'
import { type StorefrontProduct, shownColumns } from '../storefront-product.ts'
import { lookedUp } from './offers.sql.ts'
import { conditions, type Finding, searched } from './product-conditions.sql.ts'
import { type ProductSort, place, type SortColumns, sortColumns } from './product-sort.ts'
import type { SearchQuery } from './search-query.ts'

/** A product with its place in the list. */
interface PlacedProduct extends StorefrontProduct {
  sortKey: number
  createdAt: Date
  total: number | null
}

export interface FoundPage extends Connection<StorefrontProduct> {
  /** How many products the whole list has, where reading the page has told it. */
  total?: number | null | undefined
}

/**
 * Reads one page of the products that are found, in one statement. Whoever asks for the total is told it when all
 * products have to be looked at anyway, which is so when they are sorted by relevance.
 * @throws Problem BAD_USER_INPUT
 */
export async function findProducts(
  context: Context,
  finding: Finding,
  sort: ProductSort,
  args: PageArgs & { max: number; asksTotal: boolean },
): Promise<FoundPage> {
  const size = pageSize(args, args.max)
  const { available } = finding.filter
  if (available || sort === 'BEST_SELLING') context.audience.isVolatile = true
  const rows = await readFound<PlacedProduct>(context, pageSql(finding, sort, args, size + 1), available)
  return { ...place.connection(rows, size, args), total: rows[0]?.total }
}

/**
 * Runs a statement whose first value is the store's id. What is in stock is not read from a replica, which may be late.
 */
export function readFound<Row extends object>(context: Context, sql: Prisma.Sql, isOfStock: boolean): Promise<Row[]> {
  const [storeId, ...values] = sql.values
  if (storeId !== context.store.id) throw new Error('The first value of such a statement is the store’s id')
  const statement = { name: '', text: sql.text }
  return isOfStock
    ? context.services.db.sql.read<Row>(statement, context.store.id, ...values)
    : readContent<Row>(context, statement, ...values)
}

function pageSql(
  finding: Finding,
  sort: ProductSort,
  { after, asksTotal }: PageArgs & { asksTotal: boolean },
  take: number,
): Prisma.Sql {
  const query = sort === 'RELEVANCE' ? finding.query : null
  const list = query
    ? relevant(finding, query, { after, asksTotal }, take)
    : sorted(finding, sort === 'RELEVANCE' ? 'FEATURED' : sort, after, take)
  return Prisma.sql`${opening(finding)} listed AS (${list})
    SELECT ${Prisma.raw(shownColumns)}, "sortKey", "createdAt", total
    FROM listed JOIN products ON products.store_id = ${finding.storeId}::uuid AND products.id = listed.product_id
    ORDER BY "sortKey" DESC, "createdAt" DESC, id DESC`
}

/** The beginning of a statement, up to its own CTEs, which makes the store's id its first value. */
export const opening = (finding: Finding, isOfStock = finding.filter.available): Prisma.Sql => Prisma.sql`
  ${Prisma.raw(PLANNED_ANEW)} WITH asked AS (SELECT ${finding.storeId}::uuid AS store_id),
  ${isOfStock ? Prisma.sql`${lookedUp(finding)},` : Prisma.empty}`

function sorted(
  finding: Finding,
  sort: Exclude<ProductSort, 'RELEVANCE'>,
  after: string | null | undefined,
  take: number,
): Prisma.Sql {
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

/** The condition for what stands behind the cursor: one comparison, so that an index begins to be read there. */
function behind(columns: SortColumns, after: string | null | undefined): Prisma.Sql {
  if (!after) return Prisma.empty
  const [sortKey, time, productId] = place.decode(after)
  const { key, createdAt, id } = orderOf(columns)
  const cursor = Prisma.sql`${time}::timestamptz, ${productId}::uuid`
  return key
    ? Prisma.sql`AND (${key}, ${createdAt}, ${id}) < (${sortKey}::bigint, ${cursor})`
    : Prisma.sql`AND (${createdAt}, ${id}) < (${cursor})`
}

const WEIGHTS = Prisma.sql`'{0.08, 0.25, 0.5, 1}'::float4[]`

/**
 * Where the words stand counts, whole words three times as much as beginnings; most of all a name that is, or begins
 * with, what is looked for, and a little a short name.
 */
const scoreOf = ({ any, exact, plain }: SearchQuery): Prisma.Sql => Prisma.sql`(
  20000 * (ts_rank(${WEIGHTS}, s.words, ${any}::tsquery) + 2 * ts_rank(${WEIGHTS}, s.words, ${exact}::tsquery))
  + CASE WHEN s.name_key = ${plain} THEN 40000 WHEN starts_with(s.name_key, ${plain}) THEN 5000 ELSE 0 END
  - 10 * least(length(s.name_key), 100)
)::bigint`

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
      SELECT s.product_id, s.created_at, ${scoreOf(query)} AS score FROM ${searched(finding)} WHERE ${conditions(finding)}
      OFFSET 0
    )
    SELECT product_id, score::float8 AS "sortKey", created_at AS "createdAt", ${total}::int AS total
    FROM scored AS s WHERE true ${behind(found, after)}
    ORDER BY score DESC, created_at DESC, product_id DESC LIMIT ${take}`
}
