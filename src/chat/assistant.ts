import type { Context } from '../graphql/context.ts'
import type { Turn } from './chat-input.ts'

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
