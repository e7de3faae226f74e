import { z } from 'zod'
import { route } from '../../api/rest/route.ts'
import { graphql } from '../../generated/operations/index.ts'
import { chatInput, type Turn } from './chat-input.ts'

const roles = { user: 'USER', assistant: 'ASSISTANT' } as const

const toGraphQL = ({ role, content }: Turn) => ({ role: roles[role], content })

export const chat = route({
  method: 'POST',
  path: '/api/sites/:subdomain/chat',
  summary: 'Asks the store’s assistant.',
  description:
    'The assistant answers from the products, the services and the information provided by the owner. Send the earlier messages along so that it knows the context.',
  operation: graphql(`mutation RestChat($input: ChatInput!) { chat(input: $input) { reply } }`),
  body: chatInput,
  variables: ({ body: { message, history } }) => ({ input: { message, history: history?.map(toGraphQL) } }),
  response: z.object({ reply: z.string().meta({ description: 'The reply as plain text.' }) }),
  example: {
    body: {
      message: 'And do you ship abroad?',
      history: [
        { role: 'user', content: 'What does shipping cost?' },
        { role: 'assistant', content: 'Shipping costs ₹50 and is free for orders from ₹999.' },
      ],
    },
    answer: {
      reply:
        'Delivery takes 1 to 2 working days in Mumbai and 3 to 6 working days elsewhere in India; we do not ship abroad yet.',
    },
  },
  toResponse: ({ chat }) => chat,
  problems: ['BAD_USER_INPUT', 'FORBIDDEN', 'QUOTA_EXCEEDED', 'UPSTREAM_FAILED'],
})
