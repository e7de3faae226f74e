import type { Context } from '../../graphql/context.ts'
import { createReadCache } from '../../platform/read-cache.ts'
import { readKnowledge } from './knowledge.ts'
import { indexKnowledge, type KnowledgeIndex } from './knowledge-index.ts'

export interface KnowledgeCache {
  /** The store's knowledge, at most one second old. */
  find(context: Context): Promise<KnowledgeIndex>
}

const MAX_AGE_MS = 1_000
/** The limit for all stores together; a fact takes about 10 KB. */
const MAX_FACTS = 5_000

/**
 * Caches each store's knowledge for a second. The text index is slower to build, so it is rebuilt only when texts
 * change.
 */
export function createKnowledgeCache({ maxFacts = MAX_FACTS } = {}): KnowledgeCache {
  const cache = createReadCache<KnowledgeIndex, Context>(
    { maxAgeMs: MAX_AGE_MS, maxSize: maxFacts, sizeOf: ({ size }) => Math.max(1, size) },
    async (_id, previous, context) => indexKnowledge(await readKnowledge(context), previous),
  )
  return { find: (context) => cache.find(context.store.id, context) }
}
