import type { Subunits } from '../../platform/money.ts'

/** What one unit costs, in subunits; the sale price counts when it is below the price. */
export interface ProductPrice {
  price: Subunits
  salePrice: Subunits | null
}

/** A variant without a price of its own has its product's. */
export interface VariantPrice {
  price: Subunits | null
  salePrice: Subunits | null
}

/** What a buyer pays for one unit before any discount, in subunits. */
export function unitPrice(product: ProductPrice, variant: VariantPrice | null): Subunits {
  const { price, salePrice } = listedPrice(product, variant)
  return salePrice !== null && salePrice < price ? salePrice : price
}

function listedPrice(product: ProductPrice, variant: VariantPrice | null): ProductPrice {
  if (variant === null) return product
  // The product's sale price belongs to the product's price: it says nothing about a variant with another one.
  if (variant.price !== null) return { price: variant.price, salePrice: variant.salePrice }
  return { price: product.price, salePrice: variant.salePrice ?? product.salePrice }
}
