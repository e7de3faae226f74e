import type { DiscountInput, DiscountRowFragment } from '../../../generated/console/documents.ts'
import { numberOf, typedMoney, typedNumber } from '../parts/form/typed-numbers.ts'
import { instantOfTyped, typedInstant } from '../parts/zoned-time.ts'

export type DiscountValues = ReturnType<typeof discountValues>

interface Store {
  currency: string
  timeZone: string
}

/** What stands in the form; for a new discount without one. Times are those of the store's clock. */
export const discountValues = (discount: DiscountRowFragment | null, { currency, timeZone }: Store) => ({
  code: discount?.code ?? '',
  type: discount?.type ?? ('PERCENT' as const),
  value: discount?.type === 'FIXED' ? typedMoney(discount.value, currency) : typedNumber(discount?.value),
  minSubtotal: typedMoney(discount?.minSubtotal, currency),
  maxDiscount: typedMoney(discount?.maxDiscount, currency),
  usageLimit: typedNumber(discount?.usageLimit),
  perCustomerLimit: typedNumber(discount?.perCustomerLimit),
  startsAt: typedInstant(discount?.startsAt, timeZone),
  endsAt: typedInstant(discount?.endsAt, timeZone),
  active: discount?.active ?? true,
})

/** @param stored whose times stay to the second where they were not touched */
export function discountInput(
  values: DiscountValues,
  stored: DiscountRowFragment | null,
  timeZone: string,
): DiscountInput {
  const instant = (typed: string, before: string | null | undefined): string | null =>
    before && typed === typedInstant(before, timeZone)
      ? before
      : (instantOfTyped(typed, timeZone)?.toISOString() ?? null)
  return {
    code: stored?.code ?? values.code,
    type: values.type,
    value: numberOf(values.value),
    minSubtotal: numberOf(values.minSubtotal),
    maxDiscount: numberOf(values.maxDiscount),
    usageLimit: numberOf(values.usageLimit),
    perCustomerLimit: numberOf(values.perCustomerLimit),
    startsAt: instant(values.startsAt, stored?.startsAt),
    endsAt: instant(values.endsAt, stored?.endsAt),
    active: values.active,
  }
}
