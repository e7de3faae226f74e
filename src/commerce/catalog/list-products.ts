import type { Context } from '../../api/context.ts'
import { defineLoader } from '../../api/graphql/schema/loader.ts'
import type { Connection, PageArgs } from '../../platform/pagination.ts'
import { Problem } from '../../platform/problem.ts'
import { characterCount, isStorableText } from '../../platform/text/text.ts'
import { readContent } from '../stores/read-content.ts'
import { displayOrder } from './display-order.ts'
import { categoryKey, type ProductVariant } from './product.ts'
import { productsOfCategory, productsOfStore, type VariantRow, variantsOf } from './products-read.sql.ts'
import type { StorefrontProduct } from './storefront-product.ts'

export const MAX_PRODUCTS = 100
const MAX_CATEGORY = 255

export async function listProducts(
  context: Context,
  args: PageArgs & { category?: string | null | undefined },
): Promise<Connection<StorefrontProduct>> {
  const category = args.category?.trim()
  if (category && characterCount(category) > MAX_CATEGORY)
    throw new Problem('BAD_USER_INPUT', `category must be at most ${MAX_CATEGORY} characters`, { field: 'category' })
  if (category && !isStorableText(category))
    throw new Problem('BAD_USER_INPUT', 'category contains characters that cannot be stored', { field: 'category' })
  const statements = category ? productsOfCategory : productsOfStore
  const which = category ? [categoryKey(category)] : []
  return displayOrder.page(args, MAX_PRODUCTS, (limit, after) =>
    readContent(context, after.length > 0 ? statements.behind : statements.first, limit, ...which, ...after),
  )
}

/** In the owner's order. Lookups of many products share one statement. */
export async function listVariants(context: Context, product: ProductVariant['product']): Promise<ProductVariant[]> {
  const rows = await variantRows(context).load(product.id)
  return rows.map((row) => ({ ...row, product }))
}

const variantRows = defineLoader<string, VariantRow[]>(async (context, productIds) => {
  const rows = new Map(productIds.map((id) => [id, [] as VariantRow[]]))
  for (const row of await readContent(context, variantsOf, productIds)) rows.get(row.productId)?.push(row)
  return productIds.map((id) => rows.get(id) ?? [])
})
