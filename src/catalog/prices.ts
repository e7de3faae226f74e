import type { Subunits } from '../platform/money.ts'

/** Prices of one unit, in subunits. */
export interface ProductPrice {
  price: Subunits
  /** Null when the product is not on sale. */
  salePrice: Subunits | null
}

/** A variant whose price is null has its product's price. */
export interface VariantPrice {
  price: Subunits | null
  salePrice: Subunits | null
}

/** The effective prices of a product or variant. A sale price that is not below the price is ignored. */
export function prices(product: ProductPrice, variant: VariantPrice | null = null): ProductPrice {
  const { price, salePrice } = listedPrices(product, variant)
  return { price, salePrice: salePrice !== null && salePrice < price ? salePrice : null }
}

/** The price that a buyer pays for one unit before discounts, in subunits. */
export function unitPrice(product: ProductPrice, variant: VariantPrice | null): Subunits {
  const { price, salePrice } = prices(product, variant)
  return salePrice ?? price
}

function listedPrices(product: ProductPrice, variant: VariantPrice | null): ProductPrice {
  if (variant === null) return product
  // The product's sale price refers to the product's price, so a variant with its own price does not inherit it.
  if (variant.price !== null) return { price: variant.price, salePrice: variant.salePrice }
  return { price: product.price, salePrice: variant.salePrice ?? product.salePrice }
}
