import type { Subunits } from '../../platform/money.ts'

/** In subunits, per unit. */
export interface ProductPrice {
  price: Subunits
  salePrice: Subunits | null
}

/** Null means the product's price. */
export interface VariantPrice {
  price: Subunits | null
  salePrice: Subunits | null
}

/** A sale price that is not below the price is ignored. */
export function prices(product: ProductPrice, variant: VariantPrice | null = null): ProductPrice {
  const { price, salePrice } = listedPrices(product, variant)
  return { price, salePrice: salePrice !== null && salePrice < price ? salePrice : null }
}

/** In subunits, before discounts. */
export function unitPrice(product: ProductPrice, variant: VariantPrice | null): Subunits {
  const { price, salePrice } = prices(product, variant)
  return salePrice ?? price
}

function listedPrices(product: ProductPrice, variant: VariantPrice | null): ProductPrice {
  if (variant === null) return product
  // A variant with its own price does not inherit the product's sale price.
  if (variant.price !== null) return { price: variant.price, salePrice: variant.salePrice }
  return { price: product.price, salePrice: variant.salePrice ?? product.salePrice }
}
