import type { Product } from '../../generated/prisma/client.ts'
import type { Subunits } from '../../platform/money.ts'
import { categoryKey } from '../category.ts'
import { type ProductPrice, prices, unitPrice, type VariantPrice } from '../prices.ts'
import { lexeme } from './search-query.ts'
import { letterBits } from './typos.ts'
import { indexedWords, isWhole, plainText } from './words.ts'

/** What a product's search row is made of. */
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

/** Most different words of one product. */
const MAX_WORDS = 600

/**
 * The places at which a field's words stand in the vector: they weigh by their letter, A most. Those of a description
 * stand at two places, so that they weigh a little more than those of options.
 */
const places = { name: '1A', category: '2B', brand: '3C', description: '4,5', options: '6' } as const

/** The row of `product_search` for a product, and the words in it. */
export function searchRow(storeId: string, product: SearchedProduct) {
  const words = wordsOf(product)
  const offers = offersOf(product)
  return {
    words: [...words.keys()].filter(isWhole),
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
      nameKey: plainText(product.name),
      words: [...words].map(([word, at]) => `${lexeme(storeId, word)}:${at.join(',')}`).join(' '),
      productVersion: product.version,
      offerIds: offers.map(({ id }) => id),
      offerPrices: offers.map(({ price }) => price),
      offerOptions: offers.map(({ options }) => options),
      offersVersion: product.version,
    },
  }
}

/** The ways to buy a product, cheapest first, and in the same order in all products with the same options. */
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

function wordsOf({ name, category, brand, description, variants }: SearchedProduct): Map<string, string[]> {
  const options = variants.flatMap(({ options }) => Object.values(options)).join(' ')
  const texts = { name, category, brand, description, options }
  const found = new Map<string, string[]>()
  for (const [field, at] of Object.entries(places)) {
    for (const word of new Set(indexedWords(texts[field as keyof typeof places]))) {
      const known = found.get(word)
      if (known) known.push(at)
      else if (found.size < MAX_WORDS) found.set(word, [at])
    }
  }
  return found
}

/** What is asked for one unit, in subunits: of the cheapest variant where there are any. */
export function askedPrice(product: ProductPrice & { variants: readonly VariantPrice[] }): Subunits {
  const { variants } = product
  return (variants.length > 0 ? variants : [null])
    .map((variant) => unitPrice(product, variant))
    .reduce((least, price) => (price < least ? price : least))
}

/** Whether the product shows a sale price, or one of its variants does. */
const isOnSale = (product: SearchedProduct): boolean =>
  [null, ...product.variants].some((variant) => prices(product, variant).salePrice !== null)

/** The average of approved reviews in hundredths; 0 without any. */
const ratingOf = ({ reviewCount, ratingSum }: SearchedProduct): number =>
  reviewCount === 0 ? 0 : Math.round((ratingSum * 100) / reviewCount)

/** The row of `search_words` for a word. */
export const wordRow = (word: string) => ({ word, length: [...word].length, letters: letterBits(word) })
