import { Prisma, type Store } from '../../generated/prisma/client.ts'
import { containsWords } from '../../platform/database/found-rows.sql.ts'
import { Problem } from '../../platform/problem.ts'
import { searchText } from '../../platform/text/search-text.ts'
import { isStorableText } from '../../platform/text/text.ts'
import { categoryKey } from './product.ts'

// SQL: the search calls a function of the database.

export interface ProductFilter {
  /** Also of variants: their SKUs and barcodes. */
  search?: string | null | undefined
  category?: string | null | undefined
  active?: boolean | null | undefined
  inStock?: boolean | null | undefined
  /** Only with true. */
  lowStock?: boolean | null | undefined
}

/** Over `products`, without the store. @throws Problem BAD_USER_INPUT */
export function productConditions(
  { id: storeId, lowStockThreshold }: Pick<Store, 'id' | 'lowStockThreshold'>,
  { search, category, active, inStock, lowStock }: ProductFilter,
): Prisma.Sql[] {
  const name = category?.trim()
  const text = searchText(search)
  if (name && !isStorableText(name)) {
    throw new Problem('BAD_USER_INPUT', 'category contains characters that cannot be stored', { field: 'category' })
  }
  return [
    ...(text === null ? [] : [contains(storeId, text)]),
    ...(name ? [Prisma.sql`category_key = ${categoryKey(name)}`] : []),
    ...(active == null ? [] : [Prisma.sql`active = ${active}`]),
    ...(inStock == null ? [] : [inStock ? isInStock(storeId) : Prisma.sql`NOT ${isInStock(storeId)}`]),
    ...(lowStock ? [isLow(storeId, lowStockThreshold)] : []),
  ]
}

const hasVariant = (storeId: string, condition: Prisma.Sql): Prisma.Sql => Prisma.sql`EXISTS (
  SELECT FROM variants WHERE store_id = ${storeId}::uuid AND product_id = products.id AND ${condition}
)`

const contains = (storeId: string, text: string): Prisma.Sql => Prisma.sql`(
  ${containsWords(['products.name', 'products.slug', 'products.sku', 'products.barcode'], text)}
  OR ${hasVariant(storeId, containsWords(['products.name', 'variants.sku', 'variants.barcode'], text))}
)`

/** A variant without a stock uses its product's. */
const usesOwnStock = (storeId: string): Prisma.Sql => Prisma.sql`(
  NOT ${hasVariant(storeId, Prisma.sql`true`)} OR ${hasVariant(storeId, Prisma.sql`variants.stock IS NULL`)}
)`

const isInStock = (storeId: string): Prisma.Sql => Prisma.sql`(
  ${hasVariant(storeId, Prisma.sql`variants.stock > 0`)}
  OR (coalesce(products.stock > 0, true) AND ${usesOwnStock(storeId)})
)`

/** Those of which `lowStock` lists something. */
const isLow = (storeId: string, threshold: number): Prisma.Sql => Prisma.sql`(
  active AND (
    (coalesce(products.stock <= ${threshold}::int, false) AND ${usesOwnStock(storeId)})
    OR ${hasVariant(storeId, Prisma.sql`variants.stock <= ${threshold}::int`)}
  )
)`
