import type { Context } from '../gateway/context.ts'
import type { Prisma, Product } from '../generated/prisma/client.ts'
import { type CountedConnection, countedPage } from '../platform/counted-page.ts'
import { createKeyset, type PageArgs } from '../platform/pagination.ts'
import { Problem } from '../platform/problem.ts'
import { containing, searchText } from '../platform/search-text.ts'
import { isStorableText } from '../platform/text.ts'
import { isUuid } from '../platform/uuid.ts'
import { categoryKey } from './category.ts'
import type { ProductQuery } from './product-query.ts'

const order = createKeyset(
  { name: 'displayOrder', kind: 'int', direction: 'asc' },
  { name: 'createdAt', kind: 'date', direction: 'desc' },
  { name: 'id', kind: 'uuid', direction: 'desc' },
)

export interface ProductFilter {
  /** Matches a part of the name or of the slug, in any case. */
  search?: string | null | undefined
  category?: string | null | undefined
  active?: boolean | null | undefined
  inStock?: boolean | null | undefined
}

/**
 * All products of the store, inactive ones included, in display order, then newest first.
 * @throws Problem BAD_USER_INPUT
 */
export async function listOwnerProducts(
  { services: { prisma }, store }: Pick<Context, 'services' | 'store'>,
  args: PageArgs & ProductFilter,
  query: ProductQuery = {},
): Promise<CountedConnection<Product>> {
  const where: Prisma.ProductWhereInput = { storeId: store.id, AND: conditions(store.id, args) }
  return countedPage(order, args, {
    read: ({ behind, ...page }) => prisma.product.findMany({ ...query, ...page, where: { AND: [where, behind] } }),
    count: (first) => prisma.product.count({ where, ...first }),
  })
}

function conditions(storeId: string, { search, category, active, inStock }: ProductFilter): Prisma.ProductWhereInput[] {
  const name = category?.trim()
  const text = searchText(search)
  if (name && !isStorableText(name)) {
    throw new Problem('BAD_USER_INPUT', 'category contains characters that cannot be stored')
  }
  return [
    ...(text === null ? [] : [{ OR: [{ name: containing(text) }, { slug: containing(text) }] }]),
    ...(name ? [{ categoryKey: categoryKey(name) }] : []),
    ...(active == null ? [] : [{ active }]),
    ...(inStock == null ? [] : [inStock ? isInStock(storeId) : { NOT: isInStock(storeId) }]),
  ]
}

const isThere = { OR: [{ stock: null }, { stock: { gt: 0 } }] }

/** A product with variants is in stock when one variant is; a variant without a stock uses its product's. */
const isInStock = (storeId: string): Prisma.ProductWhereInput => ({
  OR: [
    { variants: { some: { storeId, stock: { gt: 0 } } } },
    { AND: [isThere, { OR: [{ variants: { none: { storeId } } }, { variants: { some: { storeId, stock: null } } }] }] },
  ],
})

/** Exactly one of the two must be given. */
export interface ProductKey {
  id?: string | null | undefined
  slug?: string | null | undefined
}

/**
 * Finds a product, active or not. An id that is not a UUID finds nothing, and is no error.
 * @throws Problem BAD_USER_INPUT
 */
export async function findOwnerProduct(
  { services, store }: Pick<Context, 'services' | 'store'>,
  { id, slug }: ProductKey,
  query: ProductQuery = {},
): Promise<Product | null> {
  if ((id == null) === (slug == null)) throw new Problem('BAD_USER_INPUT', 'Give the product either by id or by slug')
  if (id != null && !isUuid(id)) return null
  if (slug != null && !isStorableText(slug)) return null
  const where = { storeId: store.id, ...(id != null ? { id } : { slug: slug ?? '' }) }
  return services.prisma.product.findFirst({ ...query, where })
}

/** @throws Problem NOT_FOUND */
export async function getOwnerProduct(
  context: Pick<Context, 'services' | 'store'>,
  id: string,
  query: ProductQuery = {},
): Promise<Product> {
  const product = await findOwnerProduct(context, { id }, query)
  if (!product) throw new Problem('NOT_FOUND', 'Product not found')
  return product
}
