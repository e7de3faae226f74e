import { topicsAsked } from './topics.ts'
import { isSoft, type Word, wordsOf } from './words.ts'

/** One thing that a question asks for, in all the terms that stand for it. */
export interface Concept {
  terms: readonly string[]
  /** Helps to rank, and is not asked for by itself. */
  soft: boolean
  /** How much it counts, relative to a rare word, when the store never speaks of it. */
  weightIfUnknown: number
}

export interface Question {
  text: string
  concepts: readonly Concept[]
  /** The terms of all concepts, in their order. */
  terms: readonly string[]
}

/** Looking for a word that the store lacks, in all spellings, takes a while. */
const MAX_WORDS = 40
/** A word of everyday language that the owner happens not to use, and a name: that of something else. */
const UNKNOWN_WORD = 1.1
const UNKNOWN_NAME = 1.5
/** Whoever asks about delivery names places that no owner lists. */
const UNKNOWN_PLACE = 0.25

/** Whoever asks whether to pay tax asks about the tax, not how to pay. */
const payingTax = /\bpay(?:ing)?\s+(?=(?:(?:any|the|extra|more)\s+)?(?:tax|taxes|gst|vat)\b)/gi

/** What a shopper asks for. `isGeneric` tells of a term that most of the store's products have. */
export function parseQuestion(asked: string, isGeneric: (term: string) => boolean): Question {
  const text = asked.replace(payingTax, '')
  const words = wordsOf(text).slice(0, MAX_WORDS)
  const aboutDelivery = words.some(({ term }) => term === 'deliver')
  const attached = new Set<string>()
  const concepts: Concept[] = words.map((word) => {
    const topics = topicsAsked(word.written).map(({ term }) => term)
    for (const topic of topics) attached.add(topic)
    return {
      terms: [word.term, ...topics],
      soft: isSoft(word.term) || isGeneric(word.term),
      weightIfUnknown: aboutDelivery ? UNKNOWN_PLACE : isName(word, text) ? UNKNOWN_NAME : UNKNOWN_WORD,
    }
  })
  for (const { term, soft } of topicsAsked(text)) {
    if (!attached.has(term)) concepts.push({ terms: [term], soft, weightIfUnknown: UNKNOWN_WORD })
  }
  return { text, concepts, terms: concepts.flatMap(({ terms }) => terms) }
}

/** Written with a capital where no sentence begins. */
function isName({ written }: Word, text: string): boolean {
  const at = text.indexOf(written)
  return /^\p{Lu}\p{Ll}/u.test(written) && /[^.?!\s]\s*$/.test(text.slice(0, at).trimEnd())
}
