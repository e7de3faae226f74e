import { setImmediate } from 'node:timers/promises'
import MiniSearch from 'minisearch'
import { withoutMarkup } from '../../../platform/text/markup.ts'
import type { FactText } from './fact.ts'
import type { Question } from './question.ts'
import { topicsOf, topicsOfGoods } from './topics.ts'
import { isSoft, joinedTerms, LONGEST_WORD, pairsOf, termsOf, wordsOf } from './words.ts'

export interface TextHit {
  at: number
  /** Comparable only within one search. */
  score: number
  /** Share of the question, 0 to 1. Rare and unknown words weigh more. */
  coverage: number
  /** The question names the product, a category or a variant, not just a word of its description. */
  named: boolean
}

export interface TextIndex {
  productsWith(term: string): number
  knows(term: string): boolean
  /** Best first. */
  search(question: Question): TextHit[]
}

/** Each field contains terms joined by spaces. */
interface Entry {
  id: number
  name: string
  category: string
  options: string
  body: string
  topics: string
  pairs: string
  joined: string
}

const boost = { name: 2, category: 1.5, options: 1.5, body: 1, topics: 2, pairs: 0.6, joined: 2 }
const fields = ['name', 'category', 'options', 'body', 'topics', 'pairs', 'joined'] satisfies (keyof typeof boost)[]
const names = new Set(['name', 'category', 'options', 'joined'])
/** For a term found only by fuzzy matching. */
const ALMOST = 0.75
/** Texts between two turns of the event loop. */
const CHUNK = 25

export async function indexTexts(texts: readonly FactText[]): Promise<TextIndex> {
  const mini = new MiniSearch<Entry>({
    fields: [...fields],
    tokenize: (text) => text.split(' '),
    processTerm: (term) => term || null,
  })
  const counts = new Map<string, { all: number; products: number }>()
  for (const [id, text] of texts.entries()) {
    if (id % CHUNK === CHUNK - 1) await setImmediate()
    const entry = { id, ...entryOf(text) }
    mini.add(entry)
    const terms = [entry.name, entry.category, entry.options, entry.body, entry.topics, entry.joined]
      .join(' ')
      .split(' ')
    for (const term of new Set(terms)) {
      const count = counts.get(term) ?? { all: 0, products: 0 }
      counts.set(term, { all: count.all + 1, products: count.products + Number(text.kind === 'product') })
    }
  }

  const isExact = (term: string) => counts.has(term)
  const isLoose = (term: string) => isWord(term) && !isExact(term)
  const find = (terms: readonly string[]) =>
    mini.search(
      { combineWith: 'OR', queries: [...new Set(terms)] },
      {
        boost,
        prefix: (term) => isLoose(term) && term.length >= 4,
        fuzzy: (term) => isLoose(term) && (term.length >= 8 ? 2 : term.length >= 5 && 1),
      },
    )

  /** Rare terms distinguish texts better. */
  const rarity = (terms: readonly string[]) => {
    const found = Math.max(0, ...terms.map((term) => counts.get(term)?.all ?? 0))
    return Math.log(1 + texts.length / Math.max(1, found))
  }

  /** Without soft concepts. */
  function weigh({ concepts }: Question, matched: ReadonlySet<string>) {
    return concepts.flatMap(({ terms, soft, weightIfUnknown }) => {
      if (soft) return []
      const known = terms.some((term) => matched.has(term))
      return [{ terms, weight: rarity(terms) * (known ? 1 : weightIfUnknown) }]
    })
  }

  // A name of one word has nothing to join.
  counts.delete('')

  return {
    productsWith: (term) => counts.get(term)?.products ?? 0,
    knows: isExact,
    search(question) {
      const hits = find([...question.terms, ...pairsOf(question.terms)])
      const asked = weigh(question, new Set(hits.flatMap(({ queryTerms }) => queryTerms)))
      const total = asked.reduce((sum, { weight }) => sum + weight, 0)
      return hits.map(({ id, score, queryTerms, match }) => {
        const has = new Set(queryTerms)
        const covered = asked.reduce((sum, { terms, weight }) => {
          const found = terms.filter((term) => has.has(term))
          return found.length === 0 ? sum : sum + weight * (found.some(isExact) ? 1 : ALMOST)
        }, 0)
        const named = Object.entries(match).some(
          ([term, places]) => !isSoft(term) && places.some((place) => names.has(place)),
        )
        return { at: Number(id), score, coverage: total === 0 ? 0 : covered / total, named }
      })
    },
  }
}

/** Topics and pairs are matched exactly; plain words also by fuzzy search. */
const isWord = (term: string) => term.length <= LONGEST_WORD && !/[:_]/.test(term)

/** "half as much as coffee" is not about coffee. */
const comparison = /\b(?:than|as|like)\s+(?!much\b|many\b|soon\b|well\b)\p{L}+/giu

function entryOf(text: FactText): Omit<Entry, 'id'> {
  const { kind } = text
  // Other texts lost their markup when read. Products are many, and are indexed only when one has changed.
  const plain = kind === 'product' ? withoutMarkup : (given: string) => given
  const name = plain(text.name)
  const category = plain(text.category)
  const options = plain(text.options)
  const body = plain(text.body)
  const nameTerms = termsOf(name)
  const bodyTerms = termsOf(body.replace(comparison, ' '))
  return {
    name: nameTerms.join(' '),
    category: termsOf(category).join(' '),
    options: termsOf(options).join(' '),
    body: bodyTerms.join(' '),
    topics: (kind === 'sentence' ? topicsOf : topicsOfGoods)(body).join(' '),
    // Pairs from thousands of descriptions would take most of the index's memory.
    pairs: [...pairsOf(nameTerms), ...(kind === 'product' ? [] : pairsOf(bodyTerms))].join(' '),
    joined: [name, category, ...options.split('\n')].flatMap((given) => joinedTerms(wordsOf(given))).join(' '),
  }
}
