import type { Assistant } from './assistant.ts'
import { createBuiltInAssistant } from './built-in/built-in-assistant.ts'
import { createKnowledgeCache } from './knowledge/knowledge.ts'
import type { ModelEndpoint } from './model/call-model.ts'
import { createModelAssistant } from './model/model-assistant.ts'

const TIMEOUT_MS = 20_000

export function createAssistant(model: (Omit<ModelEndpoint, 'timeoutMs'> & { timeoutMs?: number }) | null): Assistant {
  const cache = createKnowledgeCache()
  return model ? createModelAssistant({ timeoutMs: TIMEOUT_MS, ...model }, cache) : createBuiltInAssistant(cache)
}
