import { z } from 'zod'
import { looseList, looseText, repeated } from '../platform/input/checks.ts'
import { type Issue, issueAt, type Path } from '../platform/input/issues.ts'
import { discountKey } from './discount-code.ts'

const DraftDiscount = z.object({ code: looseText, startsAt: looseText, endsAt: looseText }).catch({})

/** Checks that a discount does not end before it starts. Accepts any JSON. */
export function checkDiscount(path: Path, json: unknown): Issue[] {
  const { startsAt, endsAt } = DraftDiscount.parse(json)
  if (!startsAt || !endsAt || !(Date.parse(endsAt) <= Date.parse(startsAt))) return []
  return [issueAt([...path, 'endsAt'], `a moment after startsAt (${startsAt})`, endsAt)]
}

/** Checks every discount of a list, and that no code repeats. */
export function checkDiscounts(path: Path, json: unknown): Issue[] {
  const discounts = looseList(DraftDiscount).parse(json)
  return [
    ...repeated(path, 'code', 'a code', discounts, ({ code }) => code && discountKey(code)),
    ...discounts.flatMap((discount, index) => checkDiscount([...path, index], discount)),
  ]
}
