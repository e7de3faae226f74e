import { z } from 'zod'
import { graphql } from '../generated/operations/index.ts'
import { route } from '../rest/route.ts'
import { chatInput, type Turn } from './chat-input.ts'

const roles = { user: 'USER', assistant: 'ASSISTANT' } as const

const toGraphQL = ({ role, content }: Turn) => ({ role: roles[role], content })

export const chat = route({
  method: 'POST',
  path: '/api/sites/:subdomain/chat',
  summary: 'Asks the store’s assistant.',
  operation: graphql(`mutation RestChat($input: ChatInput!) { chat(input: $input) { reply } }`),
  body: chatInput,
  variables: ({ body: { message, history } }) => ({ input: { message, history: history?.map(toGraphQL) } }),
  response: z.object({ reply: z.string().meta({ description: 'Plain text.' }) }),
  answer: ({ chat }) => chat,
  problems: ['BAD_USER_INPUT', 'FORBIDDEN', 'QUOTA_EXCEEDED', 'UPSTREAM_FAILED'],
})
