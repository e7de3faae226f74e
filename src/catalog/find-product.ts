import type { Context } from '../gateway/context.ts'
import type { Product } from '../generated/prisma/client.ts'
import { Problem } from '../platform/problem.ts'
import { isStorableText } from '../platform/text.ts'
import { isUuid } from '../platform/uuid.ts'
import type { ProductQuery } from './list-products.ts'

/** Finds an active product by id or slug. An id that is not a UUID finds nothing, and is no error. */
export async function findProduct(
  { services, store }: Context,
  { id, slug }: { id?: string | null | undefined; slug?: string | null | undefined },
  query: ProductQuery = {},
): Promise<Product | null> {
  if ((id == null) === (slug == null)) throw new Problem('BAD_USER_INPUT', 'Give the product either by id or by slug')
  if (id != null && !isUuid(id)) return null
  if (slug != null && !isStorableText(slug)) return null
  return services.prisma.product.findFirst({
    ...query,
    where: { storeId: store.id, active: true, ...(id != null ? { id } : { slug: slug ?? '' }) },
  })
}

/** @throws Problem NOT_FOUND */
export async function getProduct(context: Context, id: string): Promise<Product> {
  const product = await findProduct(context, { id })
  if (!product) throw new Problem('NOT_FOUND', 'Product not found')
  return product
}
