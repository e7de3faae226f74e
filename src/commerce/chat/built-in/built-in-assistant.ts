import type { Context } from '../../../api/context.ts'
import type { Assistant, Conversation } from '../assistant.ts'
import type { KnowledgeCache, KnownProduct } from '../knowledge/knowledge.ts'
import type { Hit, KnowledgeIndex } from '../knowledge/knowledge-index.ts'
import { readOffers } from '../knowledge/offer.ts'
import { parseQuestion, type Question } from '../knowledge/question.ts'
import { asksOfSubject, isFollowUp, lastSubject, vocabularyOf } from './follow-up.ts'
import { overview, serviceText } from './overview.ts'
import { priceWish } from './price-wish.ts'
import { productLine, productText } from './product-text.ts'
import { matchingProducts, namedCategory, selectByWish } from './selection.ts'
import { isForeignSubject, isManipulation, smallTalk } from './small-talk.ts'

/** Least share of the question that a fact covers; lower when the question names it. */
const MIN_COVERAGE = 0.5
const MIN_COVERAGE_OF_NAMED = 0.42
/** Least shares of the best fact's coverage and score for further facts. */
const NEAR_COVERAGE = 0.9
const NEAR_SCORE = 0.55
/** For questions like "which tea…", which several products may answer. */
const NEAR_SCORE_OF_SEVERAL = 0.35
const MAX_FACTS = 3
const MAX_LINES = 8
const MAX_REPLY = 2_000

/** Full-text search in the store's knowledge, with current prices and stock. It says when it does not know. */
export function createBuiltInAssistant(cache: KnowledgeCache): Assistant {
  return {
    async reply(context, conversation) {
      const reply = await answer(context, await cache.find(context, conversation.draft), conversation)
      return reply.length > MAX_REPLY ? `${reply.slice(0, MAX_REPLY)}…` : reply
    },
  }
}

async function answer(context: Context, index: KnowledgeIndex, { message, history }: Conversation): Promise<string> {
  const { businessName } = index.knowledge.store
  if (isManipulation(message) || isForeignSubject(message, index.knows)) return ignorance(businessName)
  const talk = smallTalk(message, businessName)
  if (talk !== null) return talk

  const subject = isFollowUp(message) ? lastSubject(history, index) : null
  const ofSubject = subject ? `${message} ${subject.name}` : null
  const ways = ofSubject !== null && asksOfSubject(message, index) ? [ofSubject, message] : [message, ofSubject]
  for (const way of ways) {
    const found = way === null ? null : await answerAlone(context, index, way)
    if (found !== null) return found
  }
  return ignorance(businessName)
}

const ignorance = (store: string) =>
  `I am sorry, I do not know that. I can only tell you about ${store}: its products, prices, stock and services.`

/** Without the conversation before it; null when no fact matches. */
async function answerAlone(context: Context, index: KnowledgeIndex, message: string): Promise<string | null> {
  const question = parseQuestion(message.replaceAll(index.knowledge.store.businessName, ' '), vocabularyOf(index))
  const asksForAnything = question.concepts.some(({ soft }) => !soft)
  return (
    (await wishedFor(context, index, question)) ??
    (await categoryText(context, index, question)) ??
    (asksForAnything ? await bestFacts(context, index, question) : overview(message, index.knowledge))
  )
}

/** Like "the cheapest", "under ₹300", "on sale" and "best rated". */
async function wishedFor(context: Context, index: KnowledgeIndex, question: Question): Promise<string | null> {
  const wish = priceWish(question.text, index.knowledge.store.currency)
  if (!wish) return null
  const unspecific = question.concepts.every(({ soft }) => soft)
  if (wish.kind === 'rating' && !unspecific && namedCategory(index, question) === null) return null
  const { title, products } = selectByWish(matchingProducts(index, question), wish)
  return products.length === 0 ? null : listText(context, title, products)
}

const asksHow = /\bhow\b(?! much| many)|\bwhy\b|\bwhen\b/i

/** Like "what green teas do you have". */
async function categoryText(context: Context, index: KnowledgeIndex, question: Question): Promise<string | null> {
  const category = asksHow.test(question.text) ? null : namedCategory(index, question)
  if (category === null) return null
  const products = index.knowledge.products.filter((product) => product.category === category)
  return listText(context, `${category}:`, products)
}

async function listText(context: Context, title: string, products: readonly KnownProduct[]): Promise<string | null> {
  const offers = await readOffers(
    context,
    products.slice(0, MAX_LINES).map(({ id }) => id),
  )
  if (offers.length === 0) return null
  const lines = offers.map((offer) => `- ${productLine(offer, context.store.currency)}`)
  const rest = products.length - offers.length
  return [title, ...lines, ...(rest > 0 ? [`and ${rest} more.`] : [])].join('\n')
}

async function bestFacts(context: Context, index: KnowledgeIndex, question: Question): Promise<string | null> {
  const hits = fitting(nearBest(index.search(question), question), question)
  if (hits.length === 0) return null
  const ids = hits.flatMap(({ fact }) => (fact.kind === 'product' ? [fact.product.id] : []))
  const offers = new Map((await readOffers(context, ids)).map((offer) => [offer.product.id, offer]))
  const texts = hits.flatMap(({ fact }) => {
    if (fact.kind === 'sentence') return [fact.text]
    if (fact.kind === 'service') return [serviceText(fact.service, context.store)]
    const offer = offers.get(fact.product.id)
    return offer ? [productText(offer, context.store.currency, question.terms)] : []
  })
  return texts.length === 0 ? null : texts.join('\n')
}

const asksForPrice = /\b(prices?|costs?|how much (is|are|does|do|for))\b/i
const asksForProducts = /\b(which|any|recommend|suggest)\b/i

function nearBest(hits: readonly Hit[], { text }: Question): Hit[] {
  const enough = hits.filter(({ fact, coverage, named }) => {
    // "The price of gold" must not match a tea whose description mentions a golden cup.
    if (fact.kind === 'product' && asksForPrice.test(text) && !named) return false
    return coverage >= (named ? MIN_COVERAGE_OF_NAMED : MIN_COVERAGE)
  })
  const widest = Math.max(0, ...enough.map(({ coverage }) => coverage))
  const wide = enough.filter(({ coverage }) => coverage >= NEAR_COVERAGE * widest).toSorted((a, b) => b.score - a.score)
  const highest = wide[0]?.score ?? 0
  const near = asksForProducts.test(text) ? NEAR_SCORE_OF_SEVERAL : NEAR_SCORE
  return wide.filter(({ score }) => score >= near * highest)
}

/** The owner's text outranks sentences from settings; a sentence as best hit outranks products. */
function fitting(hits: readonly Hit[], { text }: Question): Hit[] {
  const [best] = hits
  const ownerSpeaks = hits.some(({ fact }) => fact.kind === 'sentence' && !fact.fromSettings)
  const sentenceAnswers = best?.fact.kind === 'sentence' && !asksForProducts.test(text)
  return hits
    .filter(({ fact }) =>
      fact.kind === 'sentence' ? !(ownerSpeaks && fact.fromSettings) : !(sentenceAnswers && fact.kind === 'product'),
    )
    .slice(0, MAX_FACTS)
}
