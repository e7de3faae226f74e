import { z } from 'zod'
import { fields, moment, type money, name, ratio, wholeNumber } from '../platform/input/fields.ts'
import { discountKey } from './discount-code.ts'

/** In upper case and trimmed, once parsed: codes are matched so. */
export const discountCode = name(50).transform(discountKey)

/** A discount in a bundle, with amounts as `money(currency)` reads them. */
export function discountSchema(amount: ReturnType<typeof money>) {
  const common = {
    code: discountCode,
    minSubtotal: amount.nullish(),
    maxDiscount: amount.nullish(),
    usageLimit: wholeNumber(0).nullish().meta({ description: 'null: no limit.' }),
    perCustomerLimit: wholeNumber(0).nullish().meta({ description: 'null: no limit.' }),
    startsAt: moment.nullish(),
    endsAt: moment.nullish(),
    active: z.boolean().optional(),
  }
  return z.discriminatedUnion('type', [
    fields({ ...common, type: z.literal('percent'), value: ratio(100, 100) }),
    fields({ ...common, type: z.literal('fixed'), value: amount }),
  ])
}

export type DiscountEntry = z.output<ReturnType<typeof discountSchema>>
