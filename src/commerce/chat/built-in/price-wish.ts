import { currencyExponent, fromMainUnits, type Subunits } from '../../../platform/money.ts'
import { numberFormatOf } from '../../../shared/number-format.ts'
import { readNumber } from '../../../shared/read-number.ts'
import { asciiDigits } from '../../../shared/typed-text.ts'

export type PriceWish =
  | { kind: 'lowest' | 'highest' | 'sale' | 'rating' }
  | { kind: 'range'; from: Subunits | null; to: Subunits | null }

/** Units of numbers that are no prices. */
const otherUnit = String.raw`(?:[°%]|(?:g|gm|gms|grams?|kg|kgs|kilos?|ml|l|lit(?:er|re)s?|c|f|celsius|degrees?|percent|am|pm|min|mins|minutes?|hours?|days?|weeks?|months?|years?|people|persons?|guests?|pieces?|cups?|packs?|packets?|tins?|boxes)\b)`
const amount = String.raw`(?:₹|rs\.?|inr|\$|€|£|usd|eur)?\s*(\d+(?:[.,]\d+)*)(?![.,]?\d)(?![\s-]*${otherUnit})`
const between = new RegExp(String.raw`\b(?:between|from)\s+${amount}\s*(?:and|to|-|–)\s*${amount}`, 'i')
const atMost = new RegExp(
  String.raw`\b(?:under|below|less than|cheaper than|at most|max(?:imum)?|no more than|not more than|budget of)\s+${amount}`,
  'i',
)
/** Also used without prices, so they count only in a message that mentions money. */
const atMostMoney = new RegExp(String.raw`\b(?:up to|within)\s+${amount}`, 'i')
const atLeastMoney = new RegExp(String.raw`\b(?:over|above|more than|at least|upwards of)\s+${amount}`, 'i')
const money =
  /[₹$€£]|\b(rs|inr|usd|eur)(\b|\d)|\b(rupees?|dollars?|euros?|pounds?|prices?|priced|pricing|costs?|costing|budget|spend|money|worth)\b/i

const lowest = /\b(cheap(est)?|least expensive|lowest[- ]priced?|lowest price|most affordable|inexpensive|budget)\b/i
const highest =
  /\b(most expensive|dearest|priciest|costliest|highest[- ]priced?|highest price|most premium|expensive)\b/i
const sale = /\b(sales?|discounts?|discounted|deals?|offers|special offers?|reduced|marked down)\b/i
const rating =
  /\b(best|top)[- ]?(rated|reviewed|selling|seller)s?\b|\bbestsellers?\b|\bpopular\b|\brecommend(ations?)?\b|\bsuggest\b|\bfavou?rites?\b|\bhighest rat\w+\b|\bbest\b/i

/** Null when the message expresses none. */
export function priceWish(written: string, currency: string): PriceWish | null {
  const message = asciiDigits(written)
  const both = between.exec(message)
  if (both) return range(subunits(both[1], currency), subunits(both[2], currency))
  const aboutMoney = money.test(message)
  const upper = atMost.exec(message) ?? (aboutMoney ? atMostMoney.exec(message) : null)
  if (upper) return atMostOf(subunits(upper[1], currency))
  const lower = aboutMoney ? atLeastMoney.exec(message) : null
  if (lower) return atLeastOf(subunits(lower[1], currency))
  if (lowest.test(message)) return { kind: 'lowest' }
  if (highest.test(message)) return { kind: 'highest' }
  if (sale.test(message)) return { kind: 'sale' }
  return rating.test(message) ? { kind: 'rating' } : null
}

/** Rounded to the currency's decimals; null when out of range, or when it can be read in two ways. */
function subunits(typed: string | undefined, currency: string): Subunits | null {
  const read = readNumber(typed ?? '', numberFormatOf(currency))
  return 'value' in read ? fromMainUnits(Number(read.value.toFixed(currencyExponent(currency))), currency) : null
}

function range(one: Subunits | null, other: Subunits | null): PriceWish | null {
  if (one === null || other === null) return null
  return one <= other ? { kind: 'range', from: one, to: other } : { kind: 'range', from: other, to: one }
}

const atMostOf = (to: Subunits | null): PriceWish | null => (to === null ? null : { kind: 'range', from: null, to })

const atLeastOf = (from: Subunits | null): PriceWish | null =>
  from === null ? null : { kind: 'range', from, to: null }
