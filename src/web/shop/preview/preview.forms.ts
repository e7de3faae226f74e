import { graphql } from '../../../generated/operations/index.ts'
import { form } from '../http/personal/form.ts'
import { preview } from './preview.personal.tsx'

export const openPreview = form({
  path: '/shop/:subdomain/preview',
  operation: graphql(`mutation ShopOpenPreview($token: String!) { openPreview(token: $token) { token expiresAt } }`),
  variables: ({ fields }) => ({ token: fields.token ?? '' }),
  page: preview,
  remember: ({ openPreview: { token, expiresAt } }) => ({ preview: { token, expiresAt: new Date(expiresAt) } }),
  next: () => '',
})
