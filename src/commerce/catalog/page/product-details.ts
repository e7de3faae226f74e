import type { Context } from '../../../api/context.ts'
import { defineLoader } from '../../../api/graphql/schema/loader.ts'
import { readContent } from '../../stores/read-content.ts'
import { detailsOfProducts, type ProductDetails } from '../products-read.sql.ts'
import type { StorefrontProduct } from '../storefront-product.ts'

/** A type alias, so that Prisma's types accept it as JSON. */
export type ProductAttribute = { name: string; value: string }

const none: ProductDetails = { attributes: [], media: [], seoTitle: '', seoDescription: '', sku: null, barcode: null }

const details = defineLoader<string, ProductDetails>(async (context, productIds) => {
  const rows = new Map((await readContent(context, detailsOfProducts, productIds)).map((row) => [row.id, row]))
  return productIds.map((id) => rows.get(id) ?? none)
})

/** Lookups of many products share one statement. */
export const detailsOf = (context: Context, { id }: Pick<StorefrontProduct, 'id'>): Promise<ProductDetails> =>
  details(context).load(id)
