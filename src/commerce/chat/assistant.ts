import type { Context } from '../../api/context.ts'
import { createBuiltInAssistant } from './built-in/built-in-assistant.ts'
import type { Turn } from './chat-input.ts'
import { createKnowledgeCache } from './knowledge/knowledge.ts'
import type { ModelEndpoint } from './model/call-model.ts'
import { createModelAssistant } from './model/model-assistant.ts'

/** Earlier turns, oldest first. */
export interface Conversation {
  history: readonly Turn[]
  message: string
  /** In place of what the owner has written. */
  draft?: string | undefined
}

export interface Assistant {
  /** @throws Problem UPSTREAM_FAILED */
  reply(context: Context, conversation: Conversation): Promise<string>
}

const TIMEOUT_MS = 20_000

export function createAssistant(model: (Omit<ModelEndpoint, 'timeoutMs'> & { timeoutMs?: number }) | null): Assistant {
  const cache = createKnowledgeCache()
  return model ? createModelAssistant({ timeoutMs: TIMEOUT_MS, ...model }, cache) : createBuiltInAssistant(cache)
}
