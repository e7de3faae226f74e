import type { Subunits } from '../../platform/money.ts'

export interface ShippingTerms {
  shippingFee: Subunits
  /** Goods after discount from which shipping costs nothing; null when it always costs. */
  shippingFreeFrom: Subunits | null
}

/** The shipping fee of an order in subunits; `goods` is after discount, before loyalty points. */
export function shippingFee(goods: Subunits, { shippingFee, shippingFreeFrom }: ShippingTerms): Subunits {
  return shippingFreeFrom !== null && goods >= shippingFreeFrom ? 0n : shippingFee
}
