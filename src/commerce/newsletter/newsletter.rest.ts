import { z } from 'zod'
import { route } from '../../api/rest/route.ts'
import { graphql } from '../../generated/operations/index.ts'
import { subscribeInput } from './subscribe.ts'

export const subscribe = route({
  method: 'POST',
  path: '/api/sites/:subdomain/subscribe',
  summary: 'Subscribes an email address to the newsletter.',
  description: 'The response is the same if the address is already subscribed.',
  operation: graphql(`mutation RestSubscribe($input: SubscribeInput!) { subscribe(input: $input) }`),
  body: subscribeInput,
  variables: ({ body }) => ({ input: body }),
  response: z.object({ success: z.boolean() }),
  example: {
    body: { email: 'priya@example.com', name: 'Priya', source: 'footer' },
    answer: { success: true },
  },
  toResponse: ({ subscribe }) => ({ success: subscribe }),
  problems: ['BAD_USER_INPUT'],
})
