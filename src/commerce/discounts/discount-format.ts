import { z } from 'zod'
import { looseList, looseText, repeated } from '../../platform/input/checks.ts'
import { fields, moment, type money, name, ratio, wholeNumber } from '../../platform/input/fields.ts'
import { type Issue, issueAt, type Path } from '../../platform/input/issues.ts'
import { plainDashes, plainText } from '../../shared/typed-text.ts'

/** Ignores case, outer blanks, kinds of dash, full-width letters and invisible characters. */
export const discountKey = (code: string): string => plainDashes(plainText(code).trim().toUpperCase())

export const discountCode = name(50).transform(discountKey)

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

const DraftDiscount = z.object({ code: looseText, startsAt: looseText, endsAt: looseText }).catch({})

/** A discount must not end before it starts. Accepts any JSON. */
export function checkDiscount(path: Path, json: unknown): Issue[] {
  const { startsAt, endsAt } = DraftDiscount.parse(json)
  if (!startsAt || !endsAt || !(Date.parse(endsAt) <= Date.parse(startsAt))) return []
  return [issueAt([...path, 'endsAt'], `a moment after startsAt (${startsAt})`, endsAt)]
}

export function checkDiscounts(path: Path, json: unknown): Issue[] {
  const discounts = looseList(DraftDiscount).parse(json)
  return [
    ...repeated(path, 'code', 'a code', discounts, ({ code }) => code && discountKey(code)),
    ...discounts.flatMap((discount, index) => checkDiscount([...path, index], discount)),
  ]
}
