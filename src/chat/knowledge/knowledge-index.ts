import MiniSearch from 'minisearch'
import { optionList } from '../../catalog/product.ts'
import type { Service } from '../../generated/prisma/client.ts'
import type { Knowledge, KnownProduct } from './knowledge.ts'
import type { Question } from './question.ts'
import { topicsTold } from './topics.ts'
import { pairsOf, termsOf } from './words.ts'

/** Something that can answer a question. */
export type Fact =
  | { kind: 'product'; product: KnownProduct }
  | { kind: 'service'; service: Service }
  | { kind: 'sentence'; text: string; fromSettings: boolean }

export interface Hit {
  fact: Fact
  /** Comparable within one search only. */
  score: number
  /** How much of what was asked for the fact speaks of, 0 to 1. Rare words count more, as do words that it lacks. */
  coverage: number
}

export interface KnowledgeIndex {
  knowledge: Knowledge
  /** How many things it knows: what it costs in memory. */
  size: number
  /** How many products have the term. */
  productsWith(term: string): number
  /** Whether the term, or one that is spelled almost so, is found anywhere. */
  knows(term: string): boolean
  /** The facts that have any of the question's terms, the best first. */
  search(question: Question): Hit[]
}

/** Terms, joined by blanks. */
interface Entry {
  id: number
  name: string
  category: string
  body: string
  topics: string
  pairs: string
}

const fields = ['name', 'category', 'body', 'topics', 'pairs'] as const
const boost = { name: 3, category: 1.5, body: 1, topics: 2, pairs: 1 }
/** Indexing pauses after so many entries, so that other requests are served meanwhile. */
const CHUNK = 50
/** What a term counts that was found only in another spelling. */
const ALMOST = 0.75

export async function indexKnowledge(knowledge: Knowledge): Promise<KnowledgeIndex> {
  const facts = factsOf(knowledge)
  const mini = new MiniSearch<Entry>({
    fields: [...fields],
    tokenize: (text) => text.split(' '),
    processTerm: (term) => term || null,
  })
  const counts = new Map<string, { all: number; products: number }>()

  function* entries() {
    for (const [id, fact] of facts.entries()) {
      const entry = { id, ...entryOf(fact) }
      for (const term of new Set(`${entry.name} ${entry.category} ${entry.body} ${entry.topics}`.split(' '))) {
        const count = counts.get(term) ?? { all: 0, products: 0 }
        counts.set(term, { all: count.all + 1, products: count.products + Number(fact.kind === 'product') })
      }
      yield entry
    }
  }
  await mini.addAllAsync([...entries()], { chunkSize: CHUNK })

  const isExact = (term: string) => counts.has(term)
  const find = (terms: readonly string[]) =>
    mini.search(
      { combineWith: 'OR', queries: [...new Set(terms)] },
      {
        boost,
        prefix: (term) => isWord(term) && !isExact(term) && term.length >= 4,
        fuzzy: (term) => isWord(term) && !isExact(term) && (term.length >= 8 ? 2 : term.length >= 5 && 1),
      },
    )

  /** Rare terms tell facts apart, so they weigh more. */
  const rarity = (terms: readonly string[]) => {
    const found = Math.max(0, ...terms.map((term) => counts.get(term)?.all ?? 0))
    return Math.log(1 + facts.length / Math.max(1, found))
  }

  return {
    knowledge,
    size: facts.length,
    productsWith: (term) => counts.get(term)?.products ?? 0,
    knows: (term) => isExact(term) || find([term]).length > 0,

    search({ concepts, terms }) {
      const hits = find([...terms, ...pairsOf(terms)])
      const matched = new Set(hits.flatMap(({ queryTerms }) => queryTerms))
      const weighed = concepts
        .filter(({ soft }) => !soft)
        .map((concept) => {
          const known = concept.terms.some((term) => matched.has(term))
          return { ...concept, weight: rarity(concept.terms) * (known ? 1 : concept.weightIfUnknown) }
        })
      const total = weighed.reduce((sum, { weight }) => sum + weight, 0)
      return hits.flatMap(({ id, score, queryTerms }) => {
        const fact = facts[id]
        if (!fact) return []
        const has = new Set(queryTerms)
        const covered = weighed.reduce((sum, { terms, weight }) => {
          const found = terms.filter((term) => has.has(term))
          return found.length === 0 ? sum : sum + weight * (found.some(isExact) ? 1 : ALMOST)
        }, 0)
        return [{ fact, score, coverage: total === 0 ? 0 : covered / total }]
      })
    },
  }
}

/** Neither a topic nor a pair: those are found as they are or not at all. */
const isWord = (term: string) => !/[:_]/.test(term)

const factsOf = ({ products, services, sentences, settings }: Knowledge): Fact[] => [
  ...products.map((product) => ({ kind: 'product' as const, product })),
  ...services.map((service) => ({ kind: 'service' as const, service })),
  ...sentences.map((text) => ({ kind: 'sentence' as const, text, fromSettings: false })),
  ...settings.map((text) => ({ kind: 'sentence' as const, text, fromSettings: true })),
]

function entryOf(fact: Fact): Omit<Entry, 'id'> {
  switch (fact.kind) {
    case 'product': {
      const { name, category, description, variants } = fact.product
      const options = variants.flatMap(({ options }) => optionList(options).map(({ value }) => value))
      return entry({ name, category, body: `${description} ${options.join(' ')}` })
    }
    case 'service':
      return entry({ name: fact.service.name, body: fact.service.description })
    case 'sentence':
      return { ...entry({ body: fact.text }), topics: topicsTold(fact.text).join(' ') }
  }
}

function entry({ name = '', category = '', body }: { name?: string; category?: string; body: string }) {
  const terms = [termsOf(name), termsOf(body)]
  return {
    name: terms[0]?.join(' ') ?? '',
    category: termsOf(category).join(' '),
    body: terms[1]?.join(' ') ?? '',
    topics: '',
    pairs: terms.flatMap(pairsOf).join(' '),
  }
}
