import type { DiscountRowFragment } from '../../../../generated/console/documents.ts'
import { Badge } from '../parts/badge.tsx'
import type { Formats } from '../parts/formats.ts'

/** The names of queries that show discounts. */
export const DISCOUNT_QUERIES = ['Discounts', 'Discount']

/** "10% off, at most ₹200". */
export function worthText({ type, value, maxDiscount }: DiscountRowFragment, formats: Formats): string {
  const off = type === 'PERCENT' ? `${formats.number(value)}%` : formats.money(value)
  return maxDiscount === null || maxDiscount === undefined
    ? `${off} off`
    : `${off} off, at most ${formats.money(maxDiscount)}`
}

export function usesText({ timesUsed, usageLimit, heldUses }: DiscountRowFragment, formats: Formats): string {
  const used = formats.number(timesUsed)
  const of = usageLimit === null || usageLimit === undefined ? used : `${used} of ${formats.number(usageLimit)}`
  return heldUses > 0 ? `${of}, ${formats.number(heldUses)} held` : of
}

export function periodText({ startsAt, endsAt }: DiscountRowFragment, formats: Formats): string {
  if (startsAt && endsAt) return `${formats.dateTime(startsAt)} – ${formats.dateTime(endsAt)}`
  if (startsAt) return `From ${formats.dateTime(startsAt)}`
  return endsAt ? `Until ${formats.dateTime(endsAt)}` : 'Always'
}

/** Whether shoppers can use it now, and if not why. */
export function DiscountBadge({ discount }: { discount: DiscountRowFragment }) {
  const { active, startsAt, endsAt, usageLimit, timesUsed } = discount
  const now = Date.now()
  if (!active) return <Badge>Off</Badge>
  if (endsAt && Date.parse(endsAt) <= now) return <Badge>Ended</Badge>
  if (usageLimit != null && timesUsed >= usageLimit) return <Badge tone="warn">Used up</Badge>
  if (startsAt && Date.parse(startsAt) > now) return <Badge tone="busy">Not yet</Badge>
  return <Badge tone="good">Valid</Badge>
}
