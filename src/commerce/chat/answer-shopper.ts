import { count } from '../../api/admission/admission.ts'
import type { Context } from '../../api/context.ts'
import { labelledText } from '../../platform/input/labelled-text.ts'
import { inputRules, parseInput } from '../../platform/input/parse-input.ts'
import { Problem } from '../../platform/problem.ts'
import type { Conversation } from './assistant.ts'
import { countMessage, restoreMessage } from './chat-day.ts'
import { chatInput } from './chat-input.ts'
import { MAX_CONTEXT } from './knowledge/knowledge.ts'

const TURNS_USED = 6

/**
 * Consumes the daily quota before the assistant is called, and restores it when there is no reply.
 * @throws Problem BAD_USER_INPUT, FORBIDDEN, QUOTA_EXCEEDED, UPSTREAM_FAILED
 */
export async function answerShopper(context: Context, input: unknown): Promise<string> {
  const { message, history = [] } = parseInput(chatInput, input)
  if (!context.store.chatEnabled)
    throw new Problem('FORBIDDEN', 'Chat is not enabled for this site.', { reason: 'CHAT_DISABLED' })

  return reply(context, { message, history })
}

async function reply(context: Context, { history, ...conversation }: Conversation): Promise<string> {
  const counted = await countMessage(context)
  try {
    return await context.services.assistant.reply(context, { ...conversation, history: history.slice(-TURNS_USED) })
  } catch (error) {
    // The caller still gets the first error.
    await restoreMessage(context, counted).catch((err) =>
      context.log.error({ err }, 'A chat message could not be returned to the daily quota'),
    )
    throw error
  }
}

const draftInput = inputRules({
  required: [],
  missing: '',
  fields: { context: labelledText({ label: 'context', max: MAX_CONTEXT }).nullish() },
})

/**
 * What a shopper would be answered, also where the chat is not enabled yet; counts as a shopper's message.
 * @throws Problem BAD_USER_INPUT, RATE_LIMITED, QUOTA_EXCEEDED, UPSTREAM_FAILED
 */
export async function tryChat(context: Context, input: object): Promise<string> {
  const { message, history = [] } = parseInput(chatInput, input)
  const { context: draft } = parseInput(draftInput, input)
  await count(context, 'chat')
  return reply(context, { message, history, draft: draft ?? undefined })
}
