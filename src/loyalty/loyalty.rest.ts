import { z } from 'zod'
import { graphql } from '../generated/operations/index.ts'
import { route } from '../rest/route.ts'

export const loyalty = route({
  method: 'GET',
  path: '/api/sites/:subdomain/loyalty',
  summary: 'The customer’s points, and what they are worth.',
  description:
    'The points are those of settled orders; what orders that wait for their payment want to redeem is still among them.',
  token: 'required',
  operation: graphql(`query RestLoyalty {
    me { loyalty { enabled earn_rate: earnRate redeem_rate: redeemRate points } }
  }`),
  variables: () => ({}),
  response: z.object({
    enabled: z.boolean(),
    earn_rate: z.number().meta({ description: 'Points for each main currency unit spent.' }),
    redeem_rate: z.number().meta({ description: 'Main currency units that one point is worth.' }),
    points: z.int(),
  }),
  example: { answer: { enabled: true, earn_rate: 0.1, redeem_rate: 0.5, points: 100 } },
  toResponse: ({ me }) => me.loyalty,
  problems: ['UNAUTHENTICATED'],
  messages: { UNAUTHENTICATED: 'Login required' },
})
