import type { Variant } from '../generated/prisma/client.ts'
import type { Context } from '../graphql/context.ts'
import { defineLoader } from '../graphql/schema/loader.ts'
import { columnsOf, storeStatement } from '../platform/database/store-statement.ts'
import { readContent } from '../stores/read-content.ts'
import type { ProductVariant } from './product.ts'

type Row = Omit<ProductVariant, 'product'> & Pick<Variant, 'productId'>

const ofProducts = storeStatement<Row>(
  'variants',
  `SELECT ${columnsOf(['id', 'productId', 'options', 'optionNames', 'price', 'salePrice', 'stock'])} FROM variants
   WHERE store_id = $1 AND product_id = ANY ($2::uuid[]) ORDER BY position, id`,
)

/** In the owner's order. Lookups of many products share one statement. */
export async function listVariants(context: Context, product: ProductVariant['product']): Promise<ProductVariant[]> {
  const rows = await variantRows(context).load(product.id)
  return rows.map((row) => ({ ...row, product }))
}

const variantRows = defineLoader<string, Row[]>(async (context, productIds) => {
  const rows = new Map(productIds.map((id) => [id, [] as Row[]]))
  for (const row of await readContent(context, ofProducts, productIds)) rows.get(row.productId)?.push(row)
  return productIds.map((id) => rows.get(id) ?? [])
})
