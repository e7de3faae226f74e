import type { HoldLimits } from '../orders/hold-limits.ts'
import type { Holdings } from '../orders/holders.ts'

/** How stock, discount uses and points are counted while a cart is priced. */
export interface Counting {
  /** Whether to lock the counters until the transaction ends. */
  lock: boolean
  now: Date
  /** What the buyer already holds unpaid. */
  holdings: Holdings
  limits: HoldLimits
}
