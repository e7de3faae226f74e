import { builder } from '../gateway/builder.ts'
import { answerShopper } from './answer-shopper.ts'
import type { Turn } from './chat-input.ts'

const ChatRole = builder.enumType('ChatRole', {
  description: 'Who said something.',
  values: {
    USER: { value: 'user' as Turn['role'], description: 'The shopper.' },
    ASSISTANT: { value: 'assistant' as Turn['role'], description: 'The assistant.' },
  },
})

const ChatTurnInput = builder.inputType('ChatTurnInput', {
  description: 'Something that was said before.',
  fields: (t) => ({
    role: t.field({ type: ChatRole, required: true, description: 'Who said it.' }),
    content: t.string({ required: true, description: 'What was said, at most 2000 characters.' }),
  }),
})

const ChatInput = builder.inputType('ChatInput', {
  description: 'What a shopper asks the assistant.',
  fields: (t) => ({
    message: t.string({ required: true, description: 'The question, 1 to 500 characters.' }),
    history: t.field({
      type: [ChatTurnInput],
      description: 'What was said before, oldest first, at most 50 messages; the last 6 are used.',
    }),
  }),
})

const ChatReply = builder.objectRef<string>('ChatReply').implement({
  description: 'What the assistant answers.',
  fields: (t) => ({
    reply: t.string({ description: 'Plain text.', resolve: (reply) => reply }),
  }),
})

builder.mutationField('chat', (t) =>
  t.field({
    type: ChatReply,
    nullable: true,
    description: 'Asks the store’s assistant, who knows its products, its services and what the owner wrote about it.',
    behindPassword: true,
    limit: 'chat',
    failure: 'Failed to answer',
    args: { input: t.arg({ type: ChatInput, required: true, description: 'The question.' }) },
    resolve: (_, { input }, context) => answerShopper(context, input),
  }),
)
