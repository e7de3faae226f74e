import type { HoldLimits } from '../orders/hold-limits.ts'
import type { Holdings } from '../orders/holders.ts'

/** How what the cart asks for is counted. */
export interface Counting {
  /** Whether the counters stay as they are until the transaction ends. */
  lock: boolean
  now: Date
  /** What the buyer holds unpaid already. */
  holdings: Holdings
  limits: HoldLimits
}
