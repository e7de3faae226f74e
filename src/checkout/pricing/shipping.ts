import { roundTo, type Subunits } from '../../platform/money.ts'

export interface ShippingTerms {
  shippingFee: Subunits
  /** The value of goods after discount from which shipping is free; null when it never is. */
  shippingFreeFrom: Subunits | null
}

/**
 * The shipping fee in subunits.
 * @param goods the value after discount and before loyalty points
 * @param unit what the fee is a multiple of
 */
export function shippingFee(
  goods: Subunits,
  { shippingFee, shippingFreeFrom }: ShippingTerms,
  unit: Subunits,
): Subunits {
  return shippingFreeFrom !== null && goods >= shippingFreeFrom ? 0n : roundTo(unit, shippingFee)
}
