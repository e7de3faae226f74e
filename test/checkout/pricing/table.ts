import { RUPEE_CASES } from './table.inr.ts'
import { YEN_CASES } from './table.jpy.ts'
import { DINAR_CASES } from './table.kwd.ts'

/** What a cart costs, in main units, computed by hand. What a case leaves out is not set, or 0. */
export interface PricingCase {
  name: string
  currency: string
  /** `with tax`: the prices include it. */
  prices: 'without tax' | 'with tax'
  shipping?: { fee: string; freeFrom?: string }
  /** Points per main unit spent, and main units that a point is worth. */
  loyalty?: { earn: number; redeem: number }
  cart: [unitPrice: string, qty: number, taxPercent: number][]
  discount?: ({ percent: number } | { amount: string }) & { minSubtotal?: string; maxDiscount?: string }
  /** Left out for a guest. */
  customer?: { asksFor: number; has: number }
  /** The calculation, for whoever wants to check it. */
  byHand: string
  expected: {
    subtotal: string
    discount?: string
    loyaltyDiscount?: string
    pointsUsed?: number
    pointsEarned?: number
    shipping?: string
    tax?: string
    total: string
  }
}

export const PRICING_CASES: readonly PricingCase[] = [...RUPEE_CASES, ...YEN_CASES, ...DINAR_CASES]
