import { z } from 'zod'
import { labelledText } from '../../platform/input/labelled-text.ts'
import { inputRules, optional } from '../../platform/input/parse-input.ts'
import { MAX_TURN, MAX_TURNS } from '../../shared/bounds.ts'

const MESSAGE_REQUIRED = 'Message is required.'

const turn = z
  .object(
    {
      role: z.enum(['user', 'assistant'], { error: 'History role must be user or assistant' }),
      content: labelledText({ label: 'History content', max: MAX_TURN }),
    },
    { error: 'History must be a list of messages' },
  )
  .meta({ id: 'ChatTurn', description: 'One message of a conversation.' })

export const chatInput = inputRules({
  required: ['message'],
  missing: MESSAGE_REQUIRED,
  fields: {
    message: labelledText({
      label: 'Message',
      min: 1,
      max: 500,
      trim: true,
      messages: { missing: MESSAGE_REQUIRED, tooShort: MESSAGE_REQUIRED, tooLong: 'Message too long (max 500 chars).' },
    }),
    history: optional(
      z
        .array(turn, { error: 'History must be a list of messages' })
        .max(MAX_TURNS, { error: `History must have at most ${MAX_TURNS} messages`, abort: true }),
    ).meta({ description: 'The earlier messages, oldest first. The last 6 are used.' }),
  },
})

export type Turn = z.output<typeof turn>
