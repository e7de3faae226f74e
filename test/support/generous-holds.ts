import type { HoldLimits } from '../../src/commerce/orders/holds/hold-limits.ts'

/** For tests in which a few buyers hold a lot, and whose subject is something else. */
export const generousHolds: HoldLimits = {
  units: 1_000_000,
  share: 1,
  discountUses: 1_000_000,
  orders: 1_000_000,
  cashOrders: 1_000_000,
  addressOrders: 1_000_000,
  strikes: 1_000_000,
  addressStrikes: 1_000_000,
}
