import type { Product, Variant } from '../generated/prisma/client.ts'
import type { Context } from '../graphql/context.ts'
import { defineLoader } from '../graphql/schema/loader.ts'
import { columnsOf, storeStatement } from '../platform/database/store-statement.ts'
import type { Connection, PageArgs } from '../platform/pagination.ts'
import { Problem } from '../platform/problem.ts'
import { characterCount, isStorableText } from '../platform/text/text.ts'
import { readContent } from '../stores/read-content.ts'
import { displayOrder } from './display-order.ts'
import { categoryKey, type ProductVariant } from './product.ts'
import { type StorefrontProduct, shownColumns } from './storefront-product.ts'

export const MAX_PRODUCTS = 100
const MAX_CATEGORY = 255

type ListedProduct = StorefrontProduct & Pick<Product, 'displayOrder' | 'createdAt'>

const IN_ORDER = 'ORDER BY display_order, created_at DESC, id DESC LIMIT'
const inStore = `SELECT ${shownColumns}, display_order AS "displayOrder", created_at AS "createdAt"
  FROM products WHERE store_id = $1 AND active`
const inCategory = `${inStore} AND category_key = $3`

/** The two parts of the second statement each read one range of the index, wherever the page begins. */
const pages = (name: string, list: string, cursor: readonly [displayOrder: string, createdAt: string, id: string]) => {
  const [displayOrder, createdAt, id] = cursor
  return {
    first: storeStatement<ListedProduct>(name, `${list} ${IN_ORDER} $2`),
    behind: storeStatement<ListedProduct>(
      `${name} behind a cursor`,
      `(${list} AND display_order = ${displayOrder} AND (created_at, id) < (${createdAt}::timestamptz, ${id}::uuid) ${IN_ORDER} $2)
       UNION ALL (${list} AND display_order > ${displayOrder} ${IN_ORDER} $2)
       ORDER BY "displayOrder", "createdAt" DESC, id DESC LIMIT $2`,
    ),
  }
}

const ofStore = pages('products', inStore, ['$3', '$4', '$5'])
const ofCategory = pages('products of a category', inCategory, ['$4', '$5', '$6'])

export async function listProducts(
  context: Context,
  args: PageArgs & { category?: string | null | undefined },
): Promise<Connection<StorefrontProduct>> {
  const category = args.category?.trim()
  if (category && characterCount(category) > MAX_CATEGORY)
    throw new Problem('BAD_USER_INPUT', `category must be at most ${MAX_CATEGORY} characters`, { field: 'category' })
  if (category && !isStorableText(category))
    throw new Problem('BAD_USER_INPUT', 'category contains characters that cannot be stored', { field: 'category' })
  const statements = category ? ofCategory : ofStore
  const which = category ? [categoryKey(category)] : []
  return displayOrder.page(args, MAX_PRODUCTS, (limit, after) =>
    readContent(context, after.length > 0 ? statements.behind : statements.first, limit, ...which, ...after),
  )
}

type VariantRow = Omit<ProductVariant, 'product'> & Pick<Variant, 'productId'>

const ofProducts = storeStatement<VariantRow>(
  'variants',
  `SELECT ${columnsOf(['id', 'productId', 'options', 'optionNames', 'price', 'salePrice', 'stock', 'sku'])} FROM variants
   WHERE store_id = $1 AND product_id = ANY ($2::uuid[]) ORDER BY position, id`,
)

/** In the owner's order. Lookups of many products share one statement. */
export async function listVariants(context: Context, product: ProductVariant['product']): Promise<ProductVariant[]> {
  const rows = await variantRows(context).load(product.id)
  return rows.map((row) => ({ ...row, product }))
}

const variantRows = defineLoader<string, VariantRow[]>(async (context, productIds) => {
  const rows = new Map(productIds.map((id) => [id, [] as VariantRow[]]))
  for (const row of await readContent(context, ofProducts, productIds)) rows.get(row.productId)?.push(row)
  return productIds.map((id) => rows.get(id) ?? [])
})
