import type { DiscountTerms } from '../checkout/pricing/discount.ts'
import type { Discount } from '../generated/prisma/client.ts'
import type { HoldLimits } from '../orders/holds/hold-limits.ts'
import { NAMELESS_BUYER } from '../orders/holds/holders.ts'
import type { Holdings } from '../orders/holds/holdings.ts'
import { isStorableText } from '../platform/text/text.ts'
import { discountKey } from './discount-format.ts'

/** How a discount counts. A CHECK of the database holds the same list. */
export const DiscountType = {
  PERCENT: 'PERCENT',
  FIXED: 'FIXED',
} as const
export type DiscountType = (typeof DiscountType)[keyof typeof DiscountType]

export interface StoreDiscount extends DiscountTerms {
  id: string
  code: string
  /** Uses that a buyer who has left too many orders unpaid may still hold; null for any other buyer. */
  mayHold: number | null
}

/** Longer texts cannot be a code and are not looked up. */
const MAX_CODE = 100

/** The code as it is stored; null for a text that cannot be one. */
export function storedCode(written: string): string | null {
  const key = discountKey(written)
  return key.length > MAX_CODE || !isStorableText(key) ? null : key
}

/** A discount as PostgreSQL writes it into JSON: amounts as text, times in ISO 8601. */
export type DiscountAsJson = Pick<
  Discount,
  'id' | 'code' | 'type' | 'percentMicro' | 'usageLimit' | 'perCustomerLimit' | 'active' | 'timesUsed'
> &
  Record<'amount' | 'minSubtotal' | 'maxDiscount' | 'startsAt' | 'endsAt', string | null> & {
    /** Uses that pending orders hold; counted only where uses are limited. */
    held: number
    /** The buyer's uses; counted only where uses per customer are limited. */
    usedByBuyer: number
  }

/**
 * The discount with its remaining uses, of which those that the buyer holds unpaid are some. Without a buyer (null), limits
 * per customer are not checked.
 */
export function storeDiscountOf(
  json: DiscountAsJson,
  { buyer, holdings, limits }: { buyer: string | null; holdings: Holdings; limits: HoldLimits },
): StoreDiscount {
  const { percentMicro, usageLimit, timesUsed, held, usedByBuyer } = json
  const own = holdings.own.flatMap(({ use }) => (use?.discountId === json.id ? [use] : []))
  const ownOfBuyer = own.filter(({ buyerKey }) => buyerKey === buyer)
  const mayHold = holdings.isLimited ? limits.discountUses - (holdings.discountUses.get(json.id) ?? 0) : null
  const limitOfBuyer = buyer === null || buyer === NAMELESS_BUYER ? null : json.perCustomerLimit
  return {
    ...json,
    percent: percentMicro === null ? null : BigInt(percentMicro),
    amount: amountOf(json.amount),
    minSubtotal: amountOf(json.minSubtotal),
    maxDiscount: amountOf(json.maxDiscount),
    startsAt: json.startsAt === null ? null : new Date(json.startsAt),
    endsAt: json.endsAt === null ? null : new Date(json.endsAt),
    usesLeft: usageLimit === null ? null : usageLimit - timesUsed - held + own.length,
    usesLeftForBuyer: limitOfBuyer === null ? null : limitOfBuyer - usedByBuyer + ownOfBuyer.length,
    mayHold,
    withheld: withheldFrom(json, buyer, mayHold),
  }
}

const amountOf = (text: string | null): bigint | null => (text === null ? null : BigInt(text))

function withheldFrom(
  { perCustomerLimit }: DiscountAsJson,
  buyer: string | null,
  mayHold: number | null,
): StoreDiscount['withheld'] {
  if (perCustomerLimit !== null && buyer === NAMELESS_BUYER) return 'NO_PHONE'
  return mayHold !== null && mayHold <= 0 ? 'HELD_BY_BUYER' : null
}
