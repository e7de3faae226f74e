import type { Context } from '../../api/context.ts'
import type { Product } from '../../generated/prisma/client.ts'
import type { CountedConnection, CountedPageArgs } from '../../platform/counted-page.ts'
import { foundRows } from '../../platform/database/found-rows.sql.ts'
import { Problem } from '../../platform/problem.ts'
import { isStorableText } from '../../platform/text/text.ts'
import { isUuid } from '../../platform/uuid.ts'
import { displayOrder } from './display-order.ts'
import { type ProductFilter, productConditions } from './owner-products.sql.ts'
import { categoryKey } from './product.ts'
import { countOfCategory, countOfStore, MAX_CATEGORIES } from './products-read.sql.ts'

export type ProductQuery = { include?: { variants?: boolean | object } }

/** In display order, then newest first, inactive ones included. @throws Problem BAD_USER_INPUT */
export async function listOwnerProducts(
  { services, store }: Pick<Context, 'services' | 'store'>,
  args: CountedPageArgs & ProductFilter,
  query: ProductQuery = {},
): Promise<CountedConnection<Product>> {
  const { prisma, sql } = services.db
  const category = args.category?.trim()
  const isCountedOften = productConditions(store, { ...args, category: null }).length === 0
  return foundRows(displayOrder, args, {
    sql: prisma,
    table: 'products',
    storeId: store.id,
    conditions: productConditions(store, args),
    find: ({ where, orderBy }) =>
      prisma.product.findMany({ ...query, where: { storeId: store.id, ...where }, orderBy }),
    count: isCountedOften ? countOften : undefined,
  })

  async function countOften(): Promise<number> {
    const [row] = category
      ? await sql.read(countOfCategory, store.id, categoryKey(category))
      : await sql.read(countOfStore, store.id)
    return row?.count ?? 0
  }
}

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
