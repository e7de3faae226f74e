import { Prisma, type Product, type Variant } from '../../../generated/prisma/client.ts'
import { lockWhole } from '../../../platform/database/lock-whole.sql.ts'
import type { ProductWithVariants } from './product-rows.ts'

const { ProductScalarFieldEnum, VariantScalarFieldEnum } = Prisma

const whole = {
  table: 'products',
  fields: Object.keys(ProductScalarFieldEnum),
  parts: {
    table: 'variants',
    fields: Object.keys(VariantScalarFieldEnum),
    amounts: ['price', 'salePrice'],
    of: 'productId',
    orderBy: ['position', 'id'],
  },
}

/**
 * As `lockWhole`: a change of variants raises the product's version.
 * @param options `withVariants` also locks the variants, after the product as checkouts do
 */
export async function lockProduct(
  tx: Prisma.TransactionClient,
  storeId: string,
  key: { id: string } | { slug: string },
  { withVariants }: { withVariants: boolean },
): Promise<ProductWithVariants | null> {
  const locked = await lockWhole<Product, Variant>(tx, whole, { storeId, ...key }, { withParts: withVariants })
  if (!locked) return null
  const { parts: variants, ...product } = locked
  // NULL in rows without pictures.
  return { ...product, images: product.images ?? [], variants }
}
