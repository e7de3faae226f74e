import type { Product } from '../generated/prisma/client.ts'
import type { Context } from '../platform/context.ts'
import { defineLoader } from '../platform/loader.ts'
import type { ProductVariant } from './product.ts'

interface HeldUnits {
  productId: string
  variantId: string | null
  units: number
}

/** Units of a product that pending orders hold, one entry for itself and one for each variant. */
const heldUnits = defineLoader<string, HeldUnits[]>(async ({ services, store }, productIds) => {
  const groups = await services.prisma.stockHold.groupBy({
    by: ['productId', 'variantId'],
    where: { storeId: store.id, productId: { in: [...productIds] }, expiresAt: { gt: services.clock() } },
    _sum: { qty: true },
  })
  const held = groups.map(({ productId, variantId, _sum }) => ({ productId, variantId, units: _sum.qty ?? 0 }))
  return productIds.map((id) => held.filter(({ productId }) => productId === id))
})

/** Whether one unit could be bought now. Stock that is not counted is always there. */
export async function isVariantAvailable(context: Context, variant: ProductVariant): Promise<boolean> {
  if (variant.stock === null) return hasUnits(context, variant.product, null, variant.product.stock)
  return hasUnits(context, variant.product, variant.id, variant.stock)
}

/** The same for a product: for one with variants, whether any of them is there. */
export async function isProductAvailable(context: Context, variants: ProductVariant[], product: Product): Promise<boolean> {
  if (variants.length === 0) return hasUnits(context, product, null, product.stock)
  const available = await Promise.all(variants.map((variant) => isVariantAvailable(context, variant)))
  return available.includes(true)
}

async function hasUnits(context: Context, product: Product, variantId: string | null, stock: number | null) {
  if (stock === null) return true
  if (stock === 0) return false
  const held = await heldUnits(context).load(product.id)
  return stock > (held.find((entry) => entry.variantId === variantId)?.units ?? 0)
}
