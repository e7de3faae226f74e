import { fromMainUnits, type Subunits } from '../../platform/money.ts'

/** What a message says about the price that something should have. */
export type PriceWish =
  | { kind: 'lowest' | 'highest' | 'sale' | 'rating' }
  | { kind: 'range'; from: Subunits | null; to: Subunits | null }

const amount = String.raw`(?:₹|rs\.?|inr|\$|€|£|usd|eur)?\s*(\d[\d,]*(?:\.\d+)?)`
const between = new RegExp(String.raw`\b(?:between|from)\s+${amount}\s*(?:and|to|-|–)\s*${amount}`, 'i')
const atMost = new RegExp(
  String.raw`\b(?:under|below|less than|cheaper than|up to|at most|max(?:imum)?|within|no more than|not more than|budget of)\s+${amount}`,
  'i',
)
const atLeast = new RegExp(String.raw`\b(?:over|above|more than|at least|upwards of)\s+${amount}`, 'i')

const lowest = /\b(cheap(est)?|least expensive|lowest[- ]priced?|lowest price|most affordable|inexpensive|budget)\b/i
const highest =
  /\b(most expensive|dearest|priciest|costliest|highest[- ]priced?|highest price|most premium|expensive)\b/i
const sale = /\b(sales?|discounts?|discounted|deals?|offers|special offers?|reduced|marked down)\b/i
const rating =
  /\b(best|top)[- ]?(rated|reviewed|selling|seller)s?\b|\bbestsellers?\b|\bpopular\b|\brecommend(ations?)?\b|\bsuggest\b|\bfavou?rites?\b|\bhighest rat\w+\b|\bbest\b/i

/** Null when the message says nothing about prices but perhaps asks for one. */
export function priceWish(message: string, currency: string): PriceWish | null {
  const subunits = (digits = '') => fromMainUnits(Number(digits.replaceAll(',', '')), currency)
  const both = between.exec(message)
  if (both) return { kind: 'range', from: subunits(both[1]), to: subunits(both[2]) }
  const upper = atMost.exec(message)
  if (upper) return { kind: 'range', from: null, to: subunits(upper[1]) }
  const lower = atLeast.exec(message)
  if (lower) return { kind: 'range', from: subunits(lower[1]), to: null }
  if (lowest.test(message)) return { kind: 'lowest' }
  if (highest.test(message)) return { kind: 'highest' }
  if (sale.test(message)) return { kind: 'sale' }
  return rating.test(message) ? { kind: 'rating' } : null
}
