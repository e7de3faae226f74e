import { reviewSummary } from '../../reviews/list-reviews.ts'
import type { KnownProduct } from '../knowledge/knowledge.ts'
import type { KnowledgeIndex } from '../knowledge/knowledge-index.ts'
import { byAmount, isOnSale, lowestPrice } from '../knowledge/offer.ts'
import type { Question } from '../knowledge/question.ts'
import { termsOf } from '../knowledge/words.ts'
import type { PriceWish } from './price-wish.ts'

/** With a heading for the reply. */
export interface Selection {
  title: string
  products: readonly KnownProduct[]
}

/** "herbal teas" finds Herbal infusions. Terms that most products share do not distinguish categories. */
export function namedCategory({ knowledge }: KnowledgeIndex, { concepts }: Question): string | null {
  const asked = concepts.filter(({ soft }) => !soft)
  if (asked.length === 0) return null
  const categories = [...new Set(knowledge.products.map(({ category }) => category))].filter(Boolean)
  const matching = categories.filter((category) => {
    const own = new Set(termsOf(category))
    return asked.every(({ terms }) => terms.some((term) => own.has(term)))
  })
  return matching[0] ?? null
}

/** Every term that is not soft has to match; without one, all products do. */
export function matchingProducts(index: KnowledgeIndex, question: Question): readonly KnownProduct[] {
  const { products } = index.knowledge
  if (question.concepts.every(({ soft }) => soft)) return products
  const category = namedCategory(index, question)
  if (category !== null) return products.filter((product) => product.category === category)
  const full = index.search(question).filter(({ coverage }) => coverage > 0.99)
  const ids = new Set(full.flatMap(({ fact }) => (fact.kind === 'product' ? [fact.product.id] : [])))
  return products.filter(({ id }) => ids.has(id))
}

const MOST = 3

/** None when no product fulfils the wish. */
export function selectByWish(products: readonly KnownProduct[], wish: PriceWish): Selection {
  switch (wish.kind) {
    case 'lowest':
      return { title: 'The lowest prices:', products: byPrice(products).slice(0, MOST) }
    case 'highest':
      return { title: 'The highest prices:', products: byPrice(products).reverse().slice(0, MOST) }
    case 'sale':
      return { title: 'On sale now:', products: products.filter(isOnSale) }
    case 'rating':
      return { title: 'Best rated by customers:', products: bestRated(products).slice(0, MOST) }
    case 'range': {
      const { from, to } = wish
      const fits = (price: bigint) => (from === null || price >= from) && (to === null || price <= to)
      const found = byPrice(products).filter((product) => fits(lowestPrice(product)))
      return { title: 'At that price:', products: from === null ? found.reverse() : found }
    }
  }
}

const byPrice = (products: readonly KnownProduct[]) =>
  products.toSorted((a, b) => byAmount(lowestPrice(a), lowestPrice(b)))

/** As if each product had two more reviews of 4 stars, so that one 5-star review does not beat ten. */
function bestRated(products: readonly KnownProduct[]) {
  const score = ({ ratingSum, reviewCount }: KnownProduct) => (ratingSum + 8) / (reviewCount + 2)
  return products.filter((product) => reviewSummary(product).count > 0).toSorted((a, b) => score(b) - score(a))
}
