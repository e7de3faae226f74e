import type { Turn } from '../chat-input.ts'
import type { KnownProduct } from '../knowledge/knowledge.ts'
import type { KnowledgeIndex } from '../knowledge/knowledge-index.ts'
import { parseQuestion, type Vocabulary } from '../knowledge/question.ts'
import { termsOf } from '../knowledge/words.ts'
import { priceWish } from './price-wish.ts'

const refersBack = /\b(it|its|they|them|their|that|this|these|those|one|ones|same)\b/i
const goesOn = /^\s*(and|also|what about|how about|or)\b/i

/** Whether it needs the turns before it. */
export const isFollowUp = (message: string): boolean => refersBack.test(message) || goesOn.test(message)

const size = /^\d+(g|kg|ml|l)$/
const attribute =
  /\b(prices?|priced|costs?|how much|how many|(in|out of|on) (stock|sale)|stock|available|availability|sizes?|variants?|versions?|packs?|discount(ed)?|reduced|rat(ed|ing)|reviews?|expensive|cheap|(have|sell) (it|them|that|this|those|these)|\d+ ?(g|kg|ml|l))\b/i
const singlesOut = /\b(it|its|(this|that) one)\b/i

/** Asks for a price, stock or variant of the last product, and mentions nothing else that the store knows. */
export function asksOfSubject(message: string, index: KnowledgeIndex): boolean {
  if (!attribute.test(message)) return false
  const wish = priceWish(message, index.knowledge.store.currency)
  if (wish && (wish.kind === 'range' || !singlesOut.test(message))) return false
  const { concepts } = parseQuestion(message, vocabularyOf(index))
  return concepts.every(({ soft, terms }) => soft || terms.every((term) => size.test(term) || !index.knows(term)))
}

/** Null when none was mentioned. */
export function lastSubject(history: readonly Turn[], index: KnowledgeIndex): KnownProduct | null {
  for (const { role, content } of history.toReversed()) {
    const product = firstNamed(content, index) ?? (role === 'user' ? partlyNamed(content, index) : null)
    if (product) return product
  }
  return null
}

function firstNamed(text: string, { knowledge }: KnowledgeIndex): KnownProduct | null {
  const lower = text.toLowerCase()
  const named = knowledge.products
    .map((product) => ({ product, at: lower.indexOf(product.name.toLowerCase()) }))
    .filter(({ at }) => at >= 0)
  return named.toSorted((a, b) => a.at - b.at)[0]?.product ?? null
}

/** By the largest part of the name: "the jasmine ones" matches Jasmine Dragon Pearls. */
function partlyNamed(text: string, index: KnowledgeIndex): KnownProduct | null {
  const question = parseQuestion(text, vocabularyOf(index))
  const asked = new Set(question.concepts.flatMap(({ soft, terms }) => (soft ? [] : terms)))
  for (const { fact } of index.search(question)) {
    if (fact.kind === 'product' && termsOf(fact.product.name).some((term) => asked.has(term))) return fact.product
  }
  return null
}

const GENERIC_SHARE = 0.35
const FEW_PRODUCTS = 6

/** Too many products contain it, like "tea" in a tea shop. */
function isGenericTerm({ knowledge, productsWith }: KnowledgeIndex, term: string): boolean {
  const { length } = knowledge.products
  return length >= FEW_PRODUCTS && productsWith(term) > GENERIC_SHARE * length
}

export const vocabularyOf = (index: KnowledgeIndex): Vocabulary => ({
  knows: index.knows,
  isGeneric: (term) => isGenericTerm(index, term),
})
