import type { Context } from '../../graphql/context.ts'
import { defineLoader } from '../../graphql/schema/loader.ts'
import { columnsOf, storeStatement } from '../../platform/database/store-statement.ts'
import { readContent } from '../../stores/read-content.ts'
import type { ProductPicture } from '../pictures.ts'
import type { StorefrontProduct } from '../storefront-product.ts'

/** A type alias, so that Prisma's types accept it as JSON. */
export type ProductAttribute = { name: string; value: string }

interface ProductDetails {
  attributes: ProductAttribute[]
  media: ProductPicture[]
  seoTitle: string
  seoDescription: string
  sku: string | null
}

interface Row extends ProductDetails {
  id: string
}

const ofProducts = storeStatement<Row>(
  'details',
  `SELECT ${columnsOf(['id', 'attributes', 'media', 'seoTitle', 'seoDescription', 'sku'])} FROM products
   WHERE store_id = $1 AND id = ANY ($2::uuid[])`,
)

const none: ProductDetails = { attributes: [], media: [], seoTitle: '', seoDescription: '', sku: null }

const details = defineLoader<string, ProductDetails>(async (context, productIds) => {
  const rows = new Map((await readContent(context, ofProducts, productIds)).map((row) => [row.id, row]))
  return productIds.map((id) => rows.get(id) ?? none)
})

/** Lookups of many products share one statement. */
export const detailsOf = (context: Context, { id }: Pick<StorefrontProduct, 'id'>): Promise<ProductDetails> =>
  details(context).load(id)
