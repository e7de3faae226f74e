import type { DiscountInput, DiscountRowFragment } from '../../../../generated/console/documents.ts'
import { instantOfTyped, typedInstant } from '../../../../shared/zoned-time.ts'
import { amount, choice, type FormField, formFormat, number, text, type ValuesOf } from '../parts/form/form-fields.ts'
import { money, type NumberFormat, numberOf, percentage, typedMoney, typedNumber } from '../parts/form/typed-numbers.ts'

type Stored = DiscountRowFragment

/** A time of the store's clock; what was not touched stays to the second. */
const instant = (
  label: string,
  timeZone: string,
  before?: string | null,
): FormField<string, string, string | null> => ({
  label,
  typed: (stored) => typedInstant(stored, timeZone),
  sent: (typed) =>
    before && typed === typedInstant(before, timeZone)
      ? before
      : (instantOfTyped(typed, timeZone)?.toISOString() ?? null),
})

/** All fields of the form, each defined once. @param stored null for a new one */
export const discountFormat = (stored: Stored | null, timeZone: string) =>
  formFormat({
    code: text('Code'),
    type: choice<Stored['type']>('Discount', 'PERCENT'),
    /** In percent or the store's currency, as the type says. */
    value: text('Worth'),
    minSubtotal: amount('For goods worth at least'),
    maxDiscount: amount('Discount of at most'),
    usageLimit: number('Uses in all'),
    perCustomerLimit: number('Uses for each shopper'),
    startsAt: instant('Valid from', timeZone, stored?.startsAt),
    endsAt: instant('Valid until', timeZone, stored?.endsAt),
    active: choice('Switched on', true),
  })

export type DiscountValues = ValuesOf<ReturnType<typeof discountFormat>>

export const discountValues = (discount: Stored | null, timeZone: string, numbers: NumberFormat): DiscountValues =>
  discountFormat(discount, timeZone).valuesOf(
    discount && {
      ...discount,
      value: (discount.type === 'FIXED' ? typedMoney : typedNumber)(discount.value, numbers),
    },
    numbers,
  )

/** @param stored null for a new one */
export const discountInput = (
  values: DiscountValues,
  stored: Stored | null,
  timeZone: string,
  numbers: NumberFormat,
): DiscountInput => ({
  ...discountFormat(stored, timeZone).inputOf(values, numbers),
  ...(stored && { code: stored.code }),
  value: numberOf(values.value, numbers, values.type === 'PERCENT' ? percentage : money),
})
