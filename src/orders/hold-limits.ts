/**
 * Limits on what one buyer may hold in a store without paying. They apply to each customer, each phone and, for guests,
 * each IP address.
 */
export interface HoldLimits {
  /** Units of one stock counter, if `share` does not allow more. */
  units: number
  /** The share of a counter's stock, from 0 to 1. */
  share: number
  /** Uses of one discount code. */
  discountUses: number
  orders: number
}

export const defaultHoldLimits: HoldLimits = { units: 5, share: 0.1, discountUses: 2, orders: 5 }

const MILLION = 1_000_000

/**
 * How many units one buyer may hold of a stock of `there` units: the share, rounded up, or the fixed number if that is
 * larger.
 */
export const unitsToHold = ({ units, share }: HoldLimits, there: number): number =>
  // Computed in whole millionths, because 0.1 × 30 is slightly above 3 in floating point and would round up to 4.
  Math.max(units, Math.ceil((there * Math.round(share * MILLION)) / MILLION))
