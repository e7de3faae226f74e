import type { Context } from '../gateway/context.ts'
import { parseOrTellFirst } from '../platform/input/first-mistake.ts'
import { Problem } from '../platform/problem.ts'
import { countMessage, giveBackMessage } from './chat-day.ts'
import { chatInput } from './chat-input.ts'

const TURNS_USED = 6

/**
 * The assistant's reply to a shopper's message. It counts against the store's day before the assistant is asked, so that
 * the cap bounds what a language model can cost, and is given back when there is no reply.
 * @throws Problem BAD_USER_INPUT, FORBIDDEN, QUOTA_EXCEEDED, UPSTREAM_FAILED
 */
export async function answerShopper(context: Context, input: unknown): Promise<string> {
  const { message, history = [] } = parseOrTellFirst(chatInput, input)
  if (!context.store.chatEnabled) throw new Problem('FORBIDDEN', 'Chat is not enabled for this site.')

  const counted = await countMessage(context)
  try {
    return await context.services.assistant.reply(context, { message, history: history.slice(-TURNS_USED) })
  } catch (error) {
    // The caller is told what went wrong first, whether or not the message can be given back.
    await giveBackMessage(context, counted).catch((err) => context.log.error({ err }, 'A message was not given back'))
    throw error
  }
}
