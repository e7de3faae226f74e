import type { DiscountInput, DiscountRowFragment } from '../../../../generated/console/documents.ts'
import { instantOfTyped, typedInstant } from '../../../../shared/zoned-time.ts'
import {
  amountOf,
  money,
  type NumberFormat,
  numberOf,
  percentage,
  typedMoney,
  typedNumber,
} from '../parts/form/typed-numbers.ts'

export type DiscountValues = ReturnType<typeof discountValues>

interface Store {
  numbers: NumberFormat
  timeZone: string
}

/** What stands in the form; for a new discount without one. Times are those of the store's clock. */
export const discountValues = (discount: DiscountRowFragment | null, { numbers, timeZone }: Store) => ({
  code: discount?.code ?? '',
  type: discount?.type ?? ('PERCENT' as const),
  value: discount?.type === 'FIXED' ? typedMoney(discount.value, numbers) : typedNumber(discount?.value, numbers),
  minSubtotal: typedMoney(discount?.minSubtotal, numbers),
  maxDiscount: typedMoney(discount?.maxDiscount, numbers),
  usageLimit: typedNumber(discount?.usageLimit, numbers),
  perCustomerLimit: typedNumber(discount?.perCustomerLimit, numbers),
  startsAt: typedInstant(discount?.startsAt, timeZone),
  endsAt: typedInstant(discount?.endsAt, timeZone),
  active: discount?.active ?? true,
})

/** @param stored whose times stay to the second where they were not touched */
export function discountInput(
  values: DiscountValues,
  stored: DiscountRowFragment | null,
  { numbers, timeZone }: Store,
): DiscountInput {
  const instant = (typed: string, before: string | null | undefined): string | null =>
    before && typed === typedInstant(before, timeZone)
      ? before
      : (instantOfTyped(typed, timeZone)?.toISOString() ?? null)
  return {
    code: stored?.code ?? values.code,
    type: values.type,
    value: numberOf(values.value, numbers, values.type === 'PERCENT' ? percentage : money),
    minSubtotal: amountOf(values.minSubtotal, numbers),
    maxDiscount: amountOf(values.maxDiscount, numbers),
    usageLimit: numberOf(values.usageLimit, numbers),
    perCustomerLimit: numberOf(values.perCustomerLimit, numbers),
    startsAt: instant(values.startsAt, stored?.startsAt),
    endsAt: instant(values.endsAt, stored?.endsAt),
    active: values.active,
  }
}
