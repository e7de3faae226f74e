import type { Product } from '../../../../generated/prisma/client.ts'
import type { Subunits } from '../../../../platform/money.ts'
import { withoutMarkup } from '../../../../platform/text/markup.ts'
import { type ProductPrice, prices, unitPrice, type VariantPrice } from '../../prices.ts'
import { categoryKey } from '../../product.ts'
import { inParts, lexeme } from '../words/search-query.ts'
import { letterBits } from '../words/typos.ts'
import { indexedWords, isWhole, joinedInName, joinedInText, plainText } from '../words/words.ts'

export type SearchedProduct = Pick<
  Product,
  | 'id'
  | 'name'
  | 'description'
  | 'category'
  | 'brand'
  | 'active'
  | 'displayOrder'
  | 'createdAt'
  | 'reviewCount'
  | 'ratingSum'
  | 'version'
> &
  ProductPrice & { variants: readonly SearchedVariant[] }

export interface SearchedVariant extends VariantPrice {
  id: string
  options: Readonly<Record<string, string>>
}

/** Raise it when the rules change: all products are then indexed again. */
export const WORD_RULES = 3

const MAX_WORDS = 600

/** Positions in the vector; letters weigh, A most. A description has two, so that it outweighs options. */
const places = { name: '1A', category: '2B', brand: '3C', description: '4,5', options: '6' } as const

export function searchRow(storeId: string, product: SearchedProduct) {
  const words = wordsOf(product)
  const offers = offersOf(product)
  return {
    words: [...words.keys()].map((word) => word.replace(/^\+/, '')).filter(isWhole),
    row: {
      productId: product.id,
      active: product.active,
      displayOrder: product.displayOrder,
      createdAt: product.createdAt,
      price: askedPrice(product),
      onSale: isOnSale(product),
      rating: ratingOf(product),
      category: product.category.trim(),
      categoryKey: categoryKey(product.category),
      brand: product.brand.trim(),
      brandKey: categoryKey(product.brand),
      nameKey: plainText(withoutMarkup(product.name)),
      words: [...words].map(([word, at]) => `${lexeme(storeId, word)}:${at.join(',')}`).join(' '),
      productVersion: product.version,
      offerIds: offers.map(({ id }) => id),
      offerPrices: offers.map(({ price }) => price),
      offerOptions: offers.map(({ options }) => options),
      offersVersion: product.version,
      wordsVersion: product.version,
    },
  }
}

const offersOf = (product: SearchedProduct) =>
  (product.variants.length > 0 ? product.variants : [null])
    .map((variant) => ({
      id: variant?.id ?? product.id,
      price: unitPrice(product, variant),
      options: variant?.options ?? {},
      text: JSON.stringify(variant?.options ?? {}),
    }))
    .sort((a, b) => compare(a.price, b.price) || compare(a.text, b.text))

const compare = <Value extends bigint | string>(a: Value, b: Value): number => (a < b ? -1 : a > b ? 1 : 0)

/** Joined words come last, so that they do not displace others. */
function wordsOf(product: SearchedProduct): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const add = (words: readonly string[], at: string) => {
    for (const word of new Set(words)) {
      const known = found.get(word)
      if (known) known.push(at)
      else if (found.size < MAX_WORDS) found.set(word, [at])
    }
  }
  const texts = textsOf(product)
  for (const { field, values } of texts) add(values.flatMap(indexedWords), places[field])
  for (const { field, values } of texts) {
    const joined = values.flatMap(field === 'description' ? joinedInText : joinedInName)
    add(joined.map(inParts), places[field])
  }
  return found
}

/** The fields of a product that are searched for words; of its variants it is the options. */
export const searchedTexts: ReadonlySet<string> = new Set(['name', 'category', 'brand', 'description'])

function textsOf({ name, category, brand, description, variants }: SearchedProduct) {
  const options = new Set(variants.flatMap(({ options }) => Object.values(options)))
  return [
    { field: 'name', values: [name] },
    { field: 'category', values: [category] },
    { field: 'brand', values: [brand] },
    { field: 'description', values: [description] },
    { field: 'options', values: [...options] },
  ].map(({ field, values }) => ({ field: field as keyof typeof places, values: values.map(withoutMarkup) }))
}

/** Subunits, of the cheapest variant. */
function askedPrice(product: ProductPrice & { variants: readonly VariantPrice[] }): Subunits {
  const { variants } = product
  return (variants.length > 0 ? variants : [null])
    .map((variant) => unitPrice(product, variant))
    .reduce((least, price) => (price < least ? price : least))
}

const isOnSale = (product: SearchedProduct): boolean =>
  [null, ...product.variants].some((variant) => prices(product, variant).salePrice !== null)

/** Hundredths; 0 without reviews. */
const ratingOf = ({ reviewCount, ratingSum }: SearchedProduct): number =>
  reviewCount === 0 ? 0 : Math.round((ratingSum * 100) / reviewCount)

export const wordRow = (word: string) => ({ word, length: [...word].length, letters: letterBits(word) })
