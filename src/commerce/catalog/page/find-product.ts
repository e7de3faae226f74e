import type { Context } from '../../../api/context.ts'
import { Problem } from '../../../platform/problem.ts'
import { isStorableText } from '../../../platform/text/text.ts'
import { isUuid } from '../../../platform/uuid.ts'
import { readContent } from '../../stores/read-content.ts'
import { productByEither, productByFormerSlug, productById, productBySlug } from '../products-read.sql.ts'
import type { StorefrontProduct } from '../storefront-product.ts'

interface ProductKeys {
  id?: string | null | undefined
  slug?: string | null | undefined
  idOrSlug?: string | null | undefined
}

/** An active product, also by an earlier slug that no product has now; null also for an id that is not a UUID. @throws Problem BAD_USER_INPUT unless one key is given */
export async function findProduct(context: Context, keys: ProductKeys): Promise<StorefrontProduct | null> {
  const { id, slug, idOrSlug } = keys
  if ([id, slug, idOrSlug].filter((key) => key != null).length !== 1) {
    throw new Problem('BAD_USER_INPUT', 'Give the product either by id or by slug')
  }
  const [product] = await productsBy(context, keys)
  return product ?? null
}

async function productsBy(context: Context, { id, slug, idOrSlug }: ProductKeys): Promise<StorefrontProduct[]> {
  if (id != null) return isUuid(id) ? readContent(context, productById, id) : []
  const name = slug ?? idOrSlug ?? ''
  if (!isStorableText(name)) return []
  const found =
    idOrSlug != null && isUuid(idOrSlug)
      ? await readContent(context, productByEither, idOrSlug, idOrSlug)
      : await readContent(context, productBySlug, name)
  return found.length > 0 ? found : readContent(context, productByFormerSlug, name)
}

/** For a write: reads the primary. @throws Problem NOT_FOUND */
export async function getProduct({ services, store }: Context, id: string): Promise<StorefrontProduct> {
  const [product] = isUuid(id) ? await services.db.sql.read(productById, store.id, id) : []
  if (!product) throw new Problem('NOT_FOUND', 'Product not found', { reason: 'PRODUCT_NOT_FOUND' })
  return product
}
