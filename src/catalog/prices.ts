import type { Subunits } from '../platform/money.ts'

/** What one unit costs, in subunits. */
export interface ProductPrice {
  price: Subunits
  /** Null when it is not on sale. */
  salePrice: Subunits | null
}

/** A variant without a price of its own has its product's. */
export interface VariantPrice {
  price: Subunits | null
  salePrice: Subunits | null
}

/** What a product, or one of its variants, is sold for: a sale price counts only when it is below the price. */
export function prices(product: ProductPrice, variant: VariantPrice | null = null): ProductPrice {
  const { price, salePrice } = listedPrices(product, variant)
  return { price, salePrice: salePrice !== null && salePrice < price ? salePrice : null }
}

/** What a buyer pays for one unit before any discount, in subunits. */
export function unitPrice(product: ProductPrice, variant: VariantPrice | null): Subunits {
  const { price, salePrice } = prices(product, variant)
  return salePrice ?? price
}

function listedPrices(product: ProductPrice, variant: VariantPrice | null): ProductPrice {
  if (variant === null) return product
  // The product's sale price belongs to the product's price: it says nothing about a variant with another one.
  if (variant.price !== null) return { price: variant.price, salePrice: variant.salePrice }
  return { price: product.price, salePrice: variant.salePrice ?? product.salePrice }
}
