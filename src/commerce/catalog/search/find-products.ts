import type { Context } from '../../../api/context.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import { type Connection, type PageArgs, pageSize } from '../../../platform/pagination.ts'
import { readContent } from '../../stores/read-content.ts'
import type { StorefrontProduct } from '../storefront-product.ts'
import { type FoundSort, needsStock, pageSql } from './find-products.sql.ts'
import type { Finding } from './product-conditions.sql.ts'
import { place } from './product-filter.ts'
import { soldOutLast, soldOutLastSql } from './sold-out-last.sql.ts'

interface PlacedProduct extends StorefrontProduct {
  sortKey: number
  createdAt: Date
  total: number | null
}

export interface FoundPage extends Connection<StorefrontProduct> {
  total?: number | null | undefined
}

/** Includes the total when sorting by relevance, which reads all results anyway. @throws Problem BAD_USER_INPUT */
export async function findProducts(
  context: Context,
  finding: Finding,
  sort: FoundSort,
  args: PageArgs & { max: number; asksTotal: boolean },
): Promise<FoundPage> {
  const size = pageSize(args, args.max)
  const isOfStock = needsStock(finding, sort)
  if (isOfStock || sort === 'BEST_SELLING') context.audience.isVolatile = true
  const rows = await readFound<PlacedProduct>(context, pageSql(finding, sort, args, size + 1), isOfStock)
  return { ...place.connection(rows, size, args), total: rows[0]?.total }
}

/** @param isPlain without search and filter but for a category, so that what is not indexed yet is listed, too */
export function listSoldOutLast(
  context: Context,
  finding: Finding,
  args: PageArgs & { max: number; isPlain: boolean },
): Promise<FoundPage> {
  context.audience.isVolatile = true
  return soldOutLast.page(args, args.max, (limit, after) =>
    readFound<StorefrontProduct>(context, soldOutLastSql(finding, args.isPlain, after, limit), true),
  )
}

/** The first value must be the store's id. Availability is read from the primary: a replica may lag. */
export function readFound<Row extends object>(context: Context, sql: Prisma.Sql, isOfStock: boolean): Promise<Row[]> {
  const [storeId, ...values] = sql.values
  if (storeId !== context.store.id) throw new Error('The first value of such a statement is the store’s id')
  const statement = { name: '', text: sql.text }
  return isOfStock
    ? context.services.db.sql.read<Row>(statement, context.store.id, ...values)
    : readContent<Row>(context, statement, ...values)
}
