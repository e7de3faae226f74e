import { createHash } from 'node:crypto'
import { type Fact, factsOf, textOf } from './fact.ts'
import type { Knowledge } from './knowledge.ts'
import type { Question } from './question.ts'
import { indexTexts, type TextHit, type TextIndex } from './text-index.ts'

export interface Hit extends Omit<TextHit, 'at'> {
  fact: Fact
}

/** What a store knows, and how to find it. */
export interface KnowledgeIndex extends Pick<TextIndex, 'productsWith' | 'knows'> {
  knowledge: Knowledge
  /** How many facts there are: what the index costs in memory. */
  size: number
  /** The facts that have any of the question's terms, the best first. */
  search(question: Question): Hit[]
  /** Its texts with their hash: prices and stock may change without a new index. */
  texts: { index: TextIndex; hash: string }
}

/** The owner's sentences are written to answer questions, which descriptions are not. */
const OWN_WORDS = 1.3

/** Takes over the index of the texts from `previous` when they are still the same. */
export async function indexKnowledge(knowledge: Knowledge, previous?: KnowledgeIndex): Promise<KnowledgeIndex> {
  const facts = factsOf(knowledge)
  const texts = facts.map(textOf)
  const hash = createHash('sha256').update(JSON.stringify(texts)).digest('base64')
  const index = previous?.texts.hash === hash ? previous.texts.index : await indexTexts(texts)
  return {
    knowledge,
    size: facts.length,
    texts: { index, hash },
    productsWith: index.productsWith,
    knows: index.knows,
    search: (question) =>
      index.search(question).flatMap(({ at, ...hit }) => {
        const fact = facts[at]
        if (!fact) return []
        return [{ ...hit, fact, score: fact.kind === 'sentence' ? hit.score * OWN_WORDS : hit.score }]
      }),
  }
}
