import { builder } from '../../api/graphql/schema/builder.ts'
import { answerShopper } from './answer-shopper.ts'
import type { Turn } from './chat-input.ts'

const ChatRole = builder.enumType('ChatRole', {
  description: 'The author of a chat message.',
  values: {
    USER: { value: 'user' as Turn['role'], description: 'The shopper.' },
    ASSISTANT: { value: 'assistant' as Turn['role'], description: 'The assistant.' },
  },
})

const ChatTurnInput = builder.inputType('ChatTurnInput', {
  description: 'An earlier message of the conversation.',
  fields: (t) => ({
    role: t.field({ type: ChatRole, required: true, description: 'The author of the message.' }),
    content: t.string({ required: true, description: 'The text of the message, at most 2000 characters.' }),
  }),
})

const ChatInput = builder.inputType('ChatInput', {
  description: 'A question to the assistant.',
  fields: (t) => ({
    message: t.string({ required: true, description: 'The question, 1 to 500 characters.' }),
    history: t.field({
      type: [ChatTurnInput],
      description: 'The earlier messages, oldest first, at most 50. The last 6 are used.',
    }),
  }),
})

const ChatReply = builder.objectRef<string>('ChatReply').implement({
  description: 'The assistant’s reply.',
  fields: (t) => ({
    reply: t.string({ description: 'The reply as plain text.', resolve: (reply) => reply }),
  }),
})

builder.mutationField('chat', (t) =>
  t.field({
    type: ChatReply,
    nullable: true,
    description:
      'Asks the store’s assistant, which knows the store’s products, its services and the information provided by the owner.',
    selling: true,
    limit: 'chat',
    failure: 'Failed to answer',
    args: { input: t.arg({ type: ChatInput, required: true, description: 'The question.' }) },
    resolve: (_, { input }, context) => answerShopper(context, input),
  }),
)
