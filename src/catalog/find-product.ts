import type { Context } from '../gateway/context.ts'
import { storeStatement } from '../platform/database/store-statement.ts'
import { Problem } from '../platform/problem.ts'
import { isStorableText } from '../platform/text.ts'
import { isUuid } from '../platform/uuid.ts'
import { readContent } from '../stores/read-content.ts'
import { type ShownProduct, shownColumns } from './shown-product.ts'

const byId = storeStatement<ShownProduct>(
  'product by id',
  `SELECT ${shownColumns} FROM products WHERE store_id = $1 AND id = $2 AND active`,
)

const bySlug = storeStatement<ShownProduct>(
  'product by slug',
  `SELECT ${shownColumns} FROM products WHERE store_id = $1 AND slug = $2 AND active`,
)

/** Finds an active product by id or slug. An id that is not a UUID finds nothing, and is no error. */
export async function findProduct(
  context: Context,
  { id, slug }: { id?: string | null | undefined; slug?: string | null | undefined },
): Promise<ShownProduct | null> {
  if ((id == null) === (slug == null)) throw new Problem('BAD_USER_INPUT', 'Give the product either by id or by slug')
  if (id != null && !isUuid(id)) return null
  if (slug != null && !isStorableText(slug)) return null
  const [product] = id != null ? await readContent(context, byId, id) : await readContent(context, bySlug, slug)
  return product ?? null
}

/** Gets an active product for a write, from the primary. @throws Problem NOT_FOUND */
export async function getProduct({ services, store }: Context, id: string): Promise<ShownProduct> {
  const [product] = isUuid(id) ? await services.readRows(byId, store.id, id) : []
  if (!product) throw new Problem('NOT_FOUND', 'Product not found')
  return product
}
