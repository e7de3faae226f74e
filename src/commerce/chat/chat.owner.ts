import { ownerBuilder } from '../../api/graphql/schema/owner-builder.ts'
import { tryChat } from './answer-shopper.ts'
import type { Turn } from './chat-input.ts'

const ChatRole = ownerBuilder.enumType('ChatRole', {
  description: 'The author of a chat message.',
  values: {
    USER: { value: 'user' as Turn['role'], description: 'The shopper.' },
    ASSISTANT: { value: 'assistant' as Turn['role'], description: 'The assistant.' },
  },
})

const ChatTurnInput = ownerBuilder.inputType('ChatTurnInput', {
  description: 'An earlier message of the conversation.',
  fields: (t) => ({
    role: t.field({ type: ChatRole, required: true, description: 'The author of the message.' }),
    content: t.string({ required: true, description: 'The text of the message, at most 2000 characters.' }),
  }),
})

ownerBuilder.mutationField('testChat', (t) =>
  t.string({
    scope: 'settings',
    nullable: true,
    description:
      'What the assistant would answer a shopper, also before the chat is enabled. It counts towards the limits of the chat and the messages of the day.',
    failure: 'Failed to answer',
    args: {
      message: t.arg.string({ required: true, description: 'The question, 1 to 500 characters.' }),
      history: t.arg({
        type: [ChatTurnInput],
        description: 'The earlier messages, oldest first, at most 50. The last 6 are used.',
      }),
      context: t.arg.string({
        description: 'A draft of `chat.context`, at most 20000 characters; what is stored by default.',
      }),
    },
    resolve: (_, args, context) => tryChat(context, args),
  }),
)
