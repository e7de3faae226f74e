import type { Context } from '../../api/context.ts'
import type { Turn } from './chat-input.ts'

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
