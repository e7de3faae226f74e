import { topicsAsked } from './topics.ts'
import { isSoft, joinedTerms, type Word, wordsOf } from './words.ts'

/** One thing that the question asks for, with all its search terms. */
export interface Concept {
  terms: readonly string[]
  /** Affects the ranking, but a fact need not contain it. */
  soft: boolean
  /** When the store never mentions the concept, relative to a rare word. */
  weightIfUnknown: number
}

export interface Question {
  text: string
  concepts: readonly Concept[]
  terms: readonly string[]
}

/** Searching unknown words in all spellings is slow. */
const MAX_WORDS = 40
/** An unknown name strongly suggests that the question is about something else. */
const UNKNOWN_WORD = 1.1
const UNKNOWN_NAME = 1.5
/** Questions about delivery mention places that owners rarely list. */
const UNKNOWN_PLACE = 0.25

/** "Do I pay tax" asks about tax and not about payment methods. */
const payingTax = /\bpay(?:ing)?\s+(?=(?:(?:any|the|extra|more)\s+)?(?:tax|taxes|gst|vat)\b)/gi

export interface Vocabulary {
  knows: (term: string) => boolean
  /** Whether most of the store's products contain it. */
  isGeneric: (term: string) => boolean
}

export function parseQuestion(asked: string, { knows, isGeneric }: Vocabulary): Question {
  const text = asked.replace(payingTax, '')
  const words = wordsOf(text).slice(0, MAX_WORDS)
  const aboutDelivery = words.some(({ term }) => term === 'deliver')
  const attached = new Set<string>()
  const joined = joinedTerms(words).map((term) => (knows(term) ? [term] : []))
  const concepts: Concept[] = words.map((word, at) => {
    const topics = topicsAsked(word.written).map(({ term }) => term)
    for (const topic of topics) attached.add(topic)
    return {
      terms: [word.term, ...(joined[at - 1] ?? []), ...(joined[at] ?? []), ...topics],
      soft: isSoft(word.term) || isGeneric(word.term),
      weightIfUnknown: aboutDelivery ? UNKNOWN_PLACE : isName(word, text) ? UNKNOWN_NAME : UNKNOWN_WORD,
    }
  })
  for (const { term, soft } of topicsAsked(text)) {
    if (!attached.has(term)) concepts.push({ terms: [term], soft, weightIfUnknown: UNKNOWN_WORD })
  }
  return { text, concepts, terms: concepts.flatMap(({ terms }) => terms) }
}

/** Capitalised, and not at the start of a sentence. */
function isName({ written }: Word, text: string): boolean {
  const at = text.indexOf(written)
  return /^\p{Lu}\p{Ll}/u.test(written) && /[^.?!\s]\s*$/.test(text.slice(0, at).trimEnd())
}
