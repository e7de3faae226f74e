/**
 * Limits on what a buyer may hold in a store without paying. A strike is an unpaid order that ran out, was replaced by
 * the buyer's next one or was given up by them, at most one in each HOLD_MINUTES. Strikes count for a day, or until the buyer pays an order.
 */
export interface HoldLimits {
  /** For a buyer with too many strikes: units of one stock counter, if `share` does not allow more. */
  units: number
  /** The share of a counter's stock, from 0 to 1. */
  share: number
  /** For a buyer with too many strikes: uses of one discount code. */
  discountUses: number
  /** Unpaid orders at once of a customer or a phone. */
  orders: number
  /** Unpaid orders at once of all guests behind one address. */
  addressOrders: number
  /** The strikes of a customer or a phone from which on the limits on units and uses apply. */
  strikes: number
  /** The same of all guests behind one address. */
  addressStrikes: number
}

export const defaultHoldLimits: HoldLimits = {
  units: 5,
  share: 0.1,
  discountUses: 2,
  orders: 5,
  addressOrders: 50,
  strikes: 3,
  addressStrikes: 10,
}

const MILLION = 1_000_000

/**
 * How many units a limited buyer may hold of a stock of `there` units: the share, rounded up, or the fixed number if that
 * is larger.
 */
export const unitsToHold = ({ units, share }: Pick<HoldLimits, 'units' | 'share'>, there: number): number =>
  // Computed in whole millionths, because 0.1 × 30 is slightly above 3 in floating point and would round up to 4.
  Math.max(units, Math.ceil((there * Math.round(share * MILLION)) / MILLION))
