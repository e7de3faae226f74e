import type { Discount } from '../../generated/prisma/client.ts'
import { isStorableText } from '../../platform/text/text.ts'
import type { DiscountTerms } from '../checkout/pricing/discount.ts'
import type { HoldLimits } from '../orders/holds/hold-limits.ts'
import { NAMELESS_BUYER } from '../orders/holds/holders.ts'
import type { Holdings } from '../orders/holds/holdings.ts'
import { discountKey } from './discount-format.ts'

export const DiscountType = {
  PERCENT: 'PERCENT',
  FIXED: 'FIXED',
} as const
export type DiscountType = (typeof DiscountType)[keyof typeof DiscountType]

export interface StoreDiscount extends DiscountTerms {
  id: string
  code: string
  /** For a buyer with too many unpaid orders; null for any other. */
  mayHold: number | null
}

/** Longer texts are not looked up. */
const MAX_CODE = 100

export function storedCode(written: string): string | null {
  const key = discountKey(written)
  return key.length > MAX_CODE || !isStorableText(key) ? null : key
}

/** JSON of PostgreSQL: amounts as text, times in ISO 8601. */
export type DiscountAsJson = Pick<
  Discount,
  'id' | 'code' | 'type' | 'percentMicro' | 'usageLimit' | 'perCustomerLimit' | 'active' | 'timesUsed'
> &
  Record<'amount' | 'minSubtotal' | 'maxDiscount' | 'startsAt' | 'endsAt', string | null> & {
    /** By pending orders; counted only where uses are limited. */
    held: number
    usedByBuyer: number
  }

/** Uses held by the buyer's unpaid orders count as left. Null for the buyer skips limits per customer. */
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
