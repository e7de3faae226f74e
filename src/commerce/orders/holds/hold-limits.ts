/**
 * What a buyer may hold unpaid. A strike is an unpaid order that expired, was replaced or given up, at most one per
 * HOLD_MINUTES; it counts for a day or until the buyer pays.
 */
export interface HoldLimits {
  /** With too many strikes: units per counter, unless `share` allows more. */
  units: number
  /** Of a counter's stock, 0 to 1. */
  share: number
  /** With too many strikes: uses of one code. */
  discountUses: number
  /** Unpaid orders of a customer or phone. */
  orders: number
  /**
   * Orders of a customer or phone that are to be paid without the payment provider, until they are paid. With as many
   * of one day from an address, those of more than `units` and `share` from there wait for the owner.
   */
  cashOrders: number
  /**
   * Unpaid orders of all guests of an address; those to be paid without the payment provider count by themselves, for a
   * day.
   */
  addressOrders: number
  /** Strikes from which the limits apply, per customer or phone. */
  strikes: number
  addressStrikes: number
}

export const defaultHoldLimits: HoldLimits = {
  units: 5,
  share: 0.1,
  discountUses: 2,
  orders: 5,
  cashOrders: 3,
  addressOrders: 50,
  strikes: 3,
  addressStrikes: 10,
}

const MILLION = 1_000_000

/** The share of `there` units, rounded up, or the fixed number if larger. */
export const unitsToHold = ({ units, share }: Pick<HoldLimits, 'units' | 'share'>, there: number): number =>
  // Whole millionths: 0.1 × 30 is slightly above 3 in floating point.
  Math.max(units, Math.ceil((there * Math.round(share * MILLION)) / MILLION))
