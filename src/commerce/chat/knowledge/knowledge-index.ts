import { createHash } from 'node:crypto'
import { type Fact, factsOf, textOf } from './fact.ts'
import type { Knowledge } from './knowledge.ts'
import type { Question } from './question.ts'
import { indexTexts, type TextHit, type TextIndex } from './text-index.ts'

export interface Hit extends Omit<TextHit, 'at'> {
  fact: Fact
}

export interface KnowledgeIndex extends Pick<TextIndex, 'productsWith' | 'knows'> {
  knowledge: Knowledge
  /** The number of facts, as a measure of memory. */
  size: number
  /** Facts with any of the question's terms, best first. */
  search(question: Question): Hit[]
  /** Reused by its hash when only prices or stock change. */
  texts: { index: TextIndex; hash: string }
}

/** The owner's text is written to answer questions, unlike descriptions. */
const OWN_WORDS = 1.3

/** Reuses the text index of `previous` when the texts are the same. */
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
