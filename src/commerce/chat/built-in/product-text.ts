import { shortPriceText } from '../../../platform/money.ts'
import { reviewSummary } from '../../reviews/list-reviews.ts'
import { sentencesOf } from '../knowledge/knowledge.ts'
import { lowestPrice, type Offer } from '../knowledge/offer.ts'
import { termsOf } from '../knowledge/words.ts'

const MAX_VARIANTS = 8
const MAX_DESCRIPTION = 320

export function productLine(offer: Offer, currency: string): string {
  const { product, available, variants } = offer
  const cheapest = shortPriceText(lowestPrice(product), currency)
  const price =
    variants.length > 1 ? [`from ${cheapest}`, ...reduced(offer, currency)].join('; ') : ownPrice(offer, currency)
  return `${product.name}: ${price}${available ? '' : ' (out of stock)'}`
}

const reduced = ({ variants }: Offer, currency: string) =>
  variants
    .filter(({ salePrice }) => salePrice !== null)
    .map((variant) => `${variant.name} ${priceText(variant, currency)}`)

/** A long description is cut; sentences with the asked terms come first. */
export function productText(offer: Offer, currency: string, asked: readonly string[]): string {
  const { product, available } = offer
  const category = product.category ? ` (${product.category})` : ''
  const { count, average } = reviewSummary(product)
  const rating = count === 0 ? '' : ` Rated ${average} of 5 by ${count} ${count === 1 ? 'customer' : 'customers'}.`
  const description = excerpt(product.description, asked)
  const facts = `${product.name}${category}: ${priceList(offer, currency)}; ${available ? 'in stock' : 'out of stock at the moment'}.`
  return `${facts}${description && ` ${description}`}${rating}`
}

function priceList(offer: Offer, currency: string): string {
  const { variants, price, salePrice } = offer
  const listed = variants.slice(0, MAX_VARIANTS).map((variant) => {
    const missing = offer.available && !variant.available ? ' (out of stock)' : ''
    return `${variant.name} ${priceText(variant, currency)}${missing}`
  })
  if (variants.length > MAX_VARIANTS) listed.push(`and ${variants.length - MAX_VARIANTS} more`)
  // The price of a product with variants, unless a variant has the same one.
  const ownIsVariants = variants.some((variant) => variant.price === price && variant.salePrice === salePrice)
  return [...(ownIsVariants ? [] : [ownPrice(offer, currency)]), ...listed].join(', ')
}

const ownPrice = ({ price, salePrice }: Offer, currency: string) => priceText({ price, salePrice }, currency)

function priceText({ price, salePrice }: Pick<Offer, 'price' | 'salePrice'>, currency: string): string {
  if (salePrice === null) return shortPriceText(price, currency)
  return `${shortPriceText(salePrice, currency)} on sale instead of ${shortPriceText(price, currency)}`
}

/** Whole sentences up to the limit, those with the asked terms first, in their order. */
function excerpt(text: string, asked: readonly string[]): string {
  const wanted = new Set(asked)
  const sentences = sentencesOf(text).map((sentence, at) => ({
    sentence,
    at,
    matches: termsOf(sentence).filter((term) => wanted.has(term)).length,
  }))
  let length = 0
  const chosen = sentences
    .toSorted((a, b) => b.matches - a.matches || a.at - b.at)
    .filter(({ sentence }) => {
      if (length + sentence.length > MAX_DESCRIPTION && length > 0) return false
      length += sentence.length + 1
      return true
    })
  const whole = chosen
    .toSorted((a, b) => a.at - b.at)
    .map(({ sentence }) => sentence)
    .join(' ')
  return whole.length > 2 * MAX_DESCRIPTION ? `${whole.slice(0, 2 * MAX_DESCRIPTION)}…` : whole
}
