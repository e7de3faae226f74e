import type { Context } from '../gateway/context.ts'
import type { Turn } from './chat-input.ts'

/** A question with the last turns of the conversation before it, oldest first. */
export interface Conversation {
  history: readonly Turn[]
  message: string
}

/** Answers shoppers from what the store knows: its products, its services and the owner's own words. */
export interface Assistant {
  /** @throws Problem UPSTREAM_FAILED when a service that it needs fails */
  reply(context: Context, conversation: Conversation): Promise<string>
}
