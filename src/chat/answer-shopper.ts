import type { Context } from '../graphql/context.ts'
import { parseInput } from '../platform/input/parse-input.ts'
import { Problem } from '../platform/problem.ts'
import { countMessage, restoreMessage } from './chat-day.ts'
import { chatInput } from './chat-input.ts'

const TURNS_USED = 6

/**
 * Consumes the daily quota before the assistant is called, and restores it when there is no reply.
 * @throws Problem BAD_USER_INPUT, FORBIDDEN, QUOTA_EXCEEDED, UPSTREAM_FAILED
 */
export async function answerShopper(context: Context, input: unknown): Promise<string> {
  const { message, history = [] } = parseInput(chatInput, input)
  if (!context.store.chatEnabled) throw new Problem('FORBIDDEN', 'Chat is not enabled for this site.')

  const counted = await countMessage(context)
  try {
    return await context.services.assistant.reply(context, { message, history: history.slice(-TURNS_USED) })
  } catch (error) {
    // The caller still gets the first error.
    await restoreMessage(context, counted).catch((err) =>
      context.log.error({ err }, 'A chat message could not be returned to the daily quota'),
    )
    throw error
  }
}
