import type { Product, Variant } from '../generated/prisma/client.ts'
import type { Subunits } from '../platform/money.ts'

/** A variant that knows its product, whose price and stock apply where it has none of its own. */
export type ProductVariant = Variant & { product: Product }

interface Prices {
  price: Subunits
  /** Null when it is not on sale. */
  salePrice: Subunits | null
}

/** What the product, or one of its variants, costs: a sale price counts only when it is below the price. */
export function prices(product: Pick<Product, 'price' | 'salePrice'>, variant?: Pick<Variant, 'price' | 'salePrice'>): Prices {
  const price = variant?.price ?? product.price
  const salePrice = variant?.price == null ? (variant?.salePrice ?? product.salePrice) : variant.salePrice
  return { price, salePrice: salePrice !== null && salePrice < price ? salePrice : null }
}

/** Options of a variant as a list: `{"size": "250g"}` is size, 250g. */
export function optionList(options: unknown): { name: string; value: string }[] {
  return Object.entries(options ?? {}).map(([name, value]) => ({ name, value: String(value) }))
}
