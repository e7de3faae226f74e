import type { Prisma, Product, Store } from '../generated/prisma/client.ts'
import type { Context } from '../graphql/context.ts'
import { type CountedConnection, type CountedPageArgs, countedPage } from '../platform/counted-page.ts'
import { Problem } from '../platform/problem.ts'
import { containing, searchText } from '../platform/text/search-text.ts'
import { isStorableText } from '../platform/text/text.ts'
import { isUuid } from '../platform/uuid.ts'
import { displayOrder } from './display-order.ts'
import { categoryKey } from './product.ts'
import { countOfCategory, countOfStore, MAX_CATEGORIES } from './products-read.sql.ts'

export type ProductQuery = { include?: { variants?: boolean | object } }

export interface ProductFilter {
  /** Also of variants: their SKUs and barcodes. */
  search?: string | null | undefined
  category?: string | null | undefined
  active?: boolean | null | undefined
  inStock?: boolean | null | undefined
  /** Only with true. */
  lowStock?: boolean | null | undefined
}

/** In display order, then newest first, inactive ones included. @throws Problem BAD_USER_INPUT */
export async function listOwnerProducts(
  {
    services: {
      db: { prisma, sql },
    },
    store,
  }: Pick<Context, 'services' | 'store'>,
  args: CountedPageArgs & ProductFilter,
  query: ProductQuery = {},
): Promise<CountedConnection<Product>> {
  const where: Prisma.ProductWhereInput = { storeId: store.id, AND: conditions(store, args) }
  const category = args.category?.trim()
  const isCountedOften = conditions(store, { ...args, category: null }).length === 0
  return countedPage(displayOrder, args, {
    read: ({ behind, ...page }) => prisma.product.findMany({ ...query, ...page, where: { AND: [where, behind] } }),
    async count(first) {
      if (!isCountedOften) return prisma.product.count({ where, ...first })
      const [row] = category
        ? await sql.read(countOfCategory, store.id, categoryKey(category))
        : await sql.read(countOfStore, store.id)
      return row?.count ?? 0
    },
  })
}

function conditions(
  { id: storeId, lowStockThreshold }: Pick<Store, 'id' | 'lowStockThreshold'>,
  { search, category, active, inStock, lowStock }: ProductFilter,
): Prisma.ProductWhereInput[] {
  const name = category?.trim()
  const text = searchText(search)
  if (name && !isStorableText(name)) {
    throw new Problem('BAD_USER_INPUT', 'category contains characters that cannot be stored', { field: 'category' })
  }
  return [
    ...(text === null
      ? []
      : [
          {
            OR: [
              ...containing(['name', 'slug', 'sku', 'barcode'], text),
              { variants: { some: { storeId, OR: containing(['sku', 'barcode'], text) } } },
            ],
          },
        ]),
    ...(name ? [{ categoryKey: categoryKey(name) }] : []),
    ...(active == null ? [] : [{ active }]),
    ...(inStock == null ? [] : [inStock ? isInStock(storeId) : { NOT: isInStock(storeId) }]),
    ...(lowStock ? [isLow(storeId, lowStockThreshold)] : []),
  ]
}

const isThere = { OR: [{ stock: null }, { stock: { gt: 0 } }] }

/** A variant without a stock uses its product's. */
const isInStock = (storeId: string): Prisma.ProductWhereInput => ({
  OR: [
    { variants: { some: { storeId, stock: { gt: 0 } } } },
    { AND: [isThere, { OR: [{ variants: { none: { storeId } } }, { variants: { some: { storeId, stock: null } } }] }] },
  ],
})

/** Those of which `lowStock` lists something. */
const isLow = (storeId: string, threshold: number): Prisma.ProductWhereInput => ({
  active: true,
  OR: [
    {
      stock: { lte: threshold },
      OR: [{ variants: { none: { storeId } } }, { variants: { some: { storeId, stock: null } } }],
    },
    { variants: { some: { storeId, stock: { lte: threshold } } } },
  ],
})

interface ProductKey {
  id?: string | null | undefined
  slug?: string | null | undefined
}

/** Null also for an id that is not a UUID. @throws Problem BAD_USER_INPUT */
export async function findOwnerProduct(
  { services, store }: Pick<Context, 'services' | 'store'>,
  { id, slug }: ProductKey,
  query: ProductQuery = {},
): Promise<Product | null> {
  if ((id == null) === (slug == null)) throw new Problem('BAD_USER_INPUT', 'Give the product either by id or by slug')
  if (id != null && !isUuid(id)) return null
  if (slug != null && !isStorableText(slug)) return null
  const where = { storeId: store.id, ...(id != null ? { id } : { slug: slug ?? '' }) }
  return services.db.prisma.product.findFirst({ ...query, where })
}

/** @throws Problem NOT_FOUND */
export async function getOwnerProduct(
  context: Pick<Context, 'services' | 'store'>,
  id: string,
  query: ProductQuery = {},
): Promise<Product> {
  const product = await findOwnerProduct(context, { id }, query)
  if (!product) throw new Problem('NOT_FOUND', 'Product not found', { reason: 'PRODUCT_NOT_FOUND' })
  return product
}

/** As one of its products spells it each, in alphabetical order, those of archived products included. */
export async function listOwnerCategories({ services, store }: Pick<Context, 'services' | 'store'>): Promise<string[]> {
  const categories = await services.db.prisma.product.groupBy({
    by: ['categoryKey'],
    where: { storeId: store.id, categoryKey: { not: '' } },
    _min: { category: true },
    orderBy: { categoryKey: 'asc' },
    take: MAX_CATEGORIES,
  })
  return categories.flatMap(({ _min: { category } }) => category ?? [])
}
