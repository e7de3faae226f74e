import { divideRounded, MICRO, type Micro, roundTo, type Subunits } from '../../../platform/money.ts'
import type { DiscountType } from '../../discounts/discount-terms.ts'
import { lesser } from './prorate.ts'

export interface DiscountTerms {
  type: DiscountType
  /** For PERCENT: millionths of the subtotal. */
  percent: Micro | null
  /** For FIXED: subunits. */
  amount: Subunits | null
  minSubtotal: Subunits | null
  maxDiscount: Subunits | null
  /** Inclusive. */
  startsAt: Date | null
  /** Exclusive. */
  endsAt: Date | null
  active: boolean
  /** Less uses held by pending orders; null when unlimited. */
  usesLeft: number | null
  usesLeftForBuyer: number | null
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

/** Null when it can be applied. @param subtotal in subunits */
export function discountRefusal(terms: DiscountTerms, subtotal: Subunits, now: Date): DiscountRefusal | null {
  if (!terms.active) return 'INACTIVE'
  if (terms.startsAt !== null && now < terms.startsAt) return 'NOT_STARTED'
  if (terms.endsAt !== null && now >= terms.endsAt) return 'ENDED'
  if (terms.minSubtotal !== null && subtotal < terms.minSubtotal) return 'BELOW_MINIMUM'
  if (terms.usesLeft !== null && terms.usesLeft <= 0) return 'USED_UP'
  if (terms.usesLeftForBuyer !== null && terms.usesLeftForBuyer <= 0) return 'USED_UP_BY_BUYER'
  return terms.withheld
}

/** In subunits, at most `maxDiscount` and the subtotal. @param unit what it is a multiple of */
export function discountAmount(terms: DiscountTerms, subtotal: Subunits, unit: Subunits): Subunits {
  const offered =
    terms.type === 'PERCENT' ? percentOf(subtotal, terms.percent ?? 0n, unit) : roundTo(unit, terms.amount ?? 0n)
  const most = terms.maxDiscount === null ? subtotal : roundTo(unit, terms.maxDiscount)
  return lesser(lesser(offered, most), subtotal)
}

const percentOf = (amount: Subunits, percent: Micro, unit: Subunits): Subunits =>
  divideRounded(amount * percent, MICRO * unit) * unit
