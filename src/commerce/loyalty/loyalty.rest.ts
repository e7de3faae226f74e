import { z } from 'zod'
import { route } from '../../api/rest/route.ts'
import { graphql } from '../../generated/operations/index.ts'

export const loyalty = route({
  method: 'GET',
  path: '/api/sites/:subdomain/loyalty',
  summary: 'Returns the customer’s loyalty points and their value.',
  description: 'The balance includes points held by pending orders.',
  token: 'required',
  operation: graphql(`query RestLoyalty {
    me { loyalty { enabled earn_rate: earnRate redeem_rate: redeemRate points } }
  }`),
  variables: () => ({}),
  response: z.object({
    enabled: z.boolean(),
    earn_rate: z.number().meta({ description: 'The points earned for each main currency unit spent.' }),
    redeem_rate: z.number().meta({ description: 'The value of one point in main currency units.' }),
    points: z.int(),
  }),
  example: { answer: { enabled: true, earn_rate: 0.1, redeem_rate: 0.5, points: 100 } },
  toResponse: ({ me }) => me.loyalty,
  problems: ['UNAUTHENTICATED'],
  messages: { UNAUTHENTICATED: 'Login required' },
})
