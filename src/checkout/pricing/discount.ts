import type { DiscountType } from '../../discounts/discount-terms.ts'
import { divideRounded, MICRO, type Micro, roundTo, type Subunits } from '../../platform/money.ts'
import { lesser } from './prorate.ts'

export interface DiscountTerms {
  type: DiscountType
  /** For PERCENT: the share of the subtotal that is taken off, in millionths. */
  percent: Micro | null
  /** For FIXED: the amount that is taken off, in subunits. */
  amount: Subunits | null
  minSubtotal: Subunits | null
  maxDiscount: Subunits | null
  /** The code is valid from this moment on. */
  startsAt: Date | null
  /** The code is no longer valid from this moment on. */
  endsAt: Date | null
  active: boolean
  /** Remaining uses by any buyer, not counting uses held by pending orders; null when unlimited. */
  usesLeft: number | null
  /** Remaining uses by this buyer; null when unlimited. */
  usesLeftForBuyer: number | null
  /** Why this buyer cannot use the code at all; null when they can. */
  withheld: 'NO_PHONE' | 'HELD_BY_BUYER' | null
}

/** Why a known code takes nothing off. */
export type DiscountRefusal =
  | 'INACTIVE'
  | 'NOT_STARTED'
  | 'ENDED'
  | 'BELOW_MINIMUM'
  | 'USED_UP'
  | 'USED_UP_BY_BUYER'
  | 'NO_PHONE'
  | 'HELD_BY_BUYER'

/** Why the code cannot be applied to goods worth `subtotal` subunits at `now`; null when it can. */
export function discountRefusal(terms: DiscountTerms, subtotal: Subunits, now: Date): DiscountRefusal | null {
  if (!terms.active) return 'INACTIVE'
  if (terms.startsAt !== null && now < terms.startsAt) return 'NOT_STARTED'
  if (terms.endsAt !== null && now >= terms.endsAt) return 'ENDED'
  if (terms.minSubtotal !== null && subtotal < terms.minSubtotal) return 'BELOW_MINIMUM'
  if (terms.usesLeft !== null && terms.usesLeft <= 0) return 'USED_UP'
  if (terms.usesLeftForBuyer !== null && terms.usesLeftForBuyer <= 0) return 'USED_UP_BY_BUYER'
  return terms.withheld
}

/** The discount in subunits, limited by `maxDiscount` and the subtotal. @param unit what it is a multiple of */
export function discountAmount(terms: DiscountTerms, subtotal: Subunits, unit: Subunits): Subunits {
  const offered =
    terms.type === 'PERCENT' ? percentOf(subtotal, terms.percent ?? 0n, unit) : roundTo(unit, terms.amount ?? 0n)
  const most = terms.maxDiscount === null ? subtotal : roundTo(unit, terms.maxDiscount)
  return lesser(lesser(offered, most), subtotal)
}

const percentOf = (amount: Subunits, percent: Micro, unit: Subunits): Subunits =>
  divideRounded(amount * percent, MICRO * unit) * unit
