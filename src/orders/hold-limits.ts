/** What one customer, one phone or, of guests, one address may hold unpaid in a store at once. */
export interface HoldLimits {
  /** Units of a counted product or variant, where `share` does not allow more. */
  units: number
  /** The part of what there is of it, from 0 to 1. */
  share: number
  /** Uses of one discount, whether or not its uses are limited. */
  discountUses: number
  orders: number
}

export const defaultHoldLimits: HoldLimits = { units: 5, share: 0.1, discountUses: 2, orders: 5 }

const MILLION = 1_000_000

/** Units that one buyer may hold of what is counted `there`: a share, rounded up, or the fixed number where that is more. */
export const unitsToHold = ({ units, share }: HoldLimits, there: number): number =>
  // In whole millionths: 0.1 × 30 is a little more than 3 otherwise.
  Math.max(units, Math.ceil((there * Math.round(share * MILLION)) / MILLION))
