import type { Context } from '../../../api/context.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Assistant, Conversation } from '../assistant.ts'
import type { KnowledgeCache } from '../knowledge/knowledge.ts'
import type { KnowledgeIndex } from '../knowledge/knowledge-index.ts'
import { readOffers } from '../knowledge/offer.ts'
import { parseQuestion } from '../knowledge/question.ts'
import { callModel, type ModelEndpoint, ModelFailure } from './call-model.ts'
import { instructions } from './instructions.ts'

/** The instructions include as many as fit. */
const MAX_PRODUCTS = 80
/** In characters; longer replies are cut off. */
const MAX_REPLY = 4_000

export function createModelAssistant(endpoint: ModelEndpoint, cache: KnowledgeCache): Assistant {
  return {
    async reply(context, { message, history, draft }) {
      const index = await cache.find(context, draft)
      const offers = await readOffers(context, relevantProducts(index, { message, history }))
      try {
        const reply = await callModel(endpoint, [
          { role: 'system', content: instructions(index.knowledge, offers) },
          ...history,
          { role: 'user', content: message },
        ])
        return reply.length > MAX_REPLY ? `${reply.slice(0, MAX_REPLY)}…` : reply
      } catch (error) {
        throw unavailable(context, error)
      }
    },
  }
}

/** Products that match the conversation, then the others in display order. */
function relevantProducts(index: KnowledgeIndex, { message, history }: Conversation): string[] {
  const text = [message, ...history.map(({ content }) => content)].join(' ')
  const found = index
    .search(parseQuestion(text, { knows: index.knows, isGeneric: () => false }))
    .flatMap(({ fact }) => (fact.kind === 'product' ? [fact.product.id] : []))
  const all = index.knowledge.products.map(({ id }) => id)
  return [...new Set([...found.slice(0, MAX_PRODUCTS / 2), ...all])].slice(0, MAX_PRODUCTS)
}

function unavailable({ log }: Context, error: unknown): unknown {
  if (!(error instanceof ModelFailure)) return error
  log.warn({ reason: error.message }, 'The assistant did not answer')
  return new Problem('UPSTREAM_FAILED', 'The assistant is unavailable. Please try again.', {
    reason: 'ASSISTANT_UNAVAILABLE',
    cause: error,
  })
}
