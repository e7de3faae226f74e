import type { DiscountType } from '../../generated/prisma/enums.ts'
import { divideRounded, MICRO, type Micro, type Subunits } from '../../platform/money.ts'
import { lesser } from './amounts.ts'

export interface DiscountTerms {
  type: DiscountType
  /** PERCENT: the share of the subtotal that is taken off, in millionths. */
  percent: Micro | null
  /** FIXED: what is taken off, in subunits. */
  amount: Subunits | null
  minSubtotal: Subunits | null
  maxDiscount: Subunits | null
  /** The first moment at which the code applies. */
  startsAt: Date | null
  /** The first moment at which it no longer does. */
  endsAt: Date | null
  active: boolean
  /** Uses that are neither taken nor held, of all buyers; null when they are not limited. */
  usesLeft: number | null
  /** The same for this buyer. */
  usesLeftForBuyer: number | null
  /** Why this buyer may not have it, whatever is left; null when they may. */
  withheld: 'NO_PHONE' | 'HELD_BY_BUYER' | null
}

/** Why a code that the store knows takes nothing off. */
export type DiscountRefusal =
  | 'INACTIVE'
  | 'NOT_STARTED'
  | 'ENDED'
  | 'BELOW_MINIMUM'
  | 'USED_UP'
  | 'USED_UP_BY_BUYER'
  | 'NO_PHONE'
  | 'HELD_BY_BUYER'

/** Why the code does not apply to goods worth `subtotal` at `now`; null when it does. */
export function discountRefusal(terms: DiscountTerms, subtotal: Subunits, now: Date): DiscountRefusal | null {
  if (!terms.active) return 'INACTIVE'
  if (terms.startsAt !== null && now < terms.startsAt) return 'NOT_STARTED'
  if (terms.endsAt !== null && now >= terms.endsAt) return 'ENDED'
  if (terms.minSubtotal !== null && subtotal < terms.minSubtotal) return 'BELOW_MINIMUM'
  if (terms.usesLeft !== null && terms.usesLeft <= 0) return 'USED_UP'
  if (terms.usesLeftForBuyer !== null && terms.usesLeftForBuyer <= 0) return 'USED_UP_BY_BUYER'
  return terms.withheld
}

/** What a code that applies takes off goods worth `subtotal`, in subunits: never more than `maxDiscount` or the goods. */
export function discountAmount(terms: DiscountTerms, subtotal: Subunits): Subunits {
  const offered = terms.type === 'PERCENT' ? percentOf(subtotal, terms.percent ?? 0n) : (terms.amount ?? 0n)
  return lesser(lesser(offered, terms.maxDiscount ?? subtotal), subtotal)
}

const percentOf = (amount: Subunits, percent: Micro): Subunits => divideRounded(amount * percent, MICRO)
