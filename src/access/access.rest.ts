import { z } from 'zod'
import { graphql } from '../generated/operations/index.ts'
import { route } from '../rest/route.ts'
import { unlockInput } from './unlock-input.ts'

export const unlock = route({
  method: 'POST',
  path: '/api/sites/:subdomain/unlock',
  summary: 'Gives a token to see the protected pages, for the store’s password.',
  operation: graphql(`mutation RestUnlock($password: String!) {
    unlock(password: $password) { access_token: accessToken }
  }`),
  body: unlockInput,
  variables: ({ body }) => ({ password: body.password }),
  response: z.object({
    success: z.boolean(),
    access_token: z.string().meta({ description: 'Hex, for the header `X-Access-Token`; good for 24 hours.' }),
  }),
  answer: ({ unlock }) => ({ success: true, ...unlock }),
  problems: ['BAD_USER_INPUT', 'UNAUTHENTICATED', 'UNAVAILABLE'],
})
