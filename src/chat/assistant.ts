import type { Context } from '../graphql/context.ts'
import { createBuiltInAssistant } from './built-in/built-in-assistant.ts'
import type { Turn } from './chat-input.ts'
import { createKnowledgeCache } from './knowledge/knowledge.ts'
import type { ModelEndpoint } from './model/call-model.ts'
import { createModelAssistant } from './model/model-assistant.ts'

/** A shopper's message with the turns before it, oldest first. */
export interface Conversation {
  history: readonly Turn[]
  message: string
}

/** Answers shoppers from the store's products, services, settings and the owner's own text. */
export interface Assistant {
  /** @throws Problem UPSTREAM_FAILED when a service that it needs fails */
  reply(context: Context, conversation: Conversation): Promise<string>
}

const TIMEOUT_MS = 20_000

/** Uses a language model when one is configured, otherwise the built-in assistant. */
export function createAssistant(model: (Omit<ModelEndpoint, 'timeoutMs'> & { timeoutMs?: number }) | null): Assistant {
  const cache = createKnowledgeCache()
  return model ? createModelAssistant({ timeoutMs: TIMEOUT_MS, ...model }, cache) : createBuiltInAssistant(cache)
}
