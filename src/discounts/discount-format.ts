import { z } from 'zod'
import { fields, moment, type money, name, ratio, wholeNumber } from '../platform/input/fields.ts'
import { discountKey } from './discount-code.ts'

/** Parsed to upper case without outer blanks, which is the form that codes are matched in. */
export const discountCode = name(50).transform(discountKey)

/** The format of a discount in a bundle; `amount` is made by `money(currency)`. */
export function discountSchema(amount: ReturnType<typeof money>) {
  const common = {
    code: discountCode,
    minSubtotal: amount.nullish(),
    maxDiscount: amount.nullish(),
    usageLimit: wholeNumber(0).nullish().meta({ description: 'null for no limit.' }),
    perCustomerLimit: wholeNumber(0).nullish().meta({ description: 'null for no limit.' }),
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
