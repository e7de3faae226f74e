import { z } from 'zod'
import { route } from '../../api/rest/route.ts'
import { graphql } from '../../generated/operations/index.ts'
import { unlockInput } from './unlock.ts'

export const unlock = route({
  method: 'POST',
  path: '/api/sites/:subdomain/unlock',
  summary: 'Returns a token for the protected pages in exchange for the store’s password.',
  description: 'The owner can set one password that protects the pages of the store.',
  operation: graphql(`mutation RestUnlock($password: String!) {
    unlock(password: $password) { access_token: accessToken }
  }`),
  body: unlockInput,
  variables: ({ body }) => ({ password: body.password }),
  response: z.object({
    success: z.boolean(),
    access_token: z
      .string()
      .meta({ description: 'The token in hex, to send in the `X-Access-Token` header. It is valid for 24 hours.' }),
  }),
  example: {
    body: { password: 'letmein' },
    answer: { success: true, access_token: '5b1f0e7c93d8a2460e6b7d15f8c3a9e24d07b6c1f59a83e2d4c0b7a6915e3f28' },
  },
  toResponse: ({ unlock }) => ({ success: true, ...unlock }),
  problems: ['BAD_USER_INPUT', 'UNAUTHENTICATED', 'UNAVAILABLE'],
})
