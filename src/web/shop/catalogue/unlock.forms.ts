import { graphql } from '../../../generated/operations/index.ts'
import { form } from '../http/personal/form.ts'

/** A protected store, for who knows its password. Where it was asked for is not known: the home page follows. */
export const unlock = form({
  path: '/shop/:subdomain/unlock',
  operation: graphql(
    `mutation ShopUnlock($password: String!) { unlock(password: $password) { accessToken expiresAt } }`,
  ),
  variables: ({ fields }) => ({ password: fields.password ?? '' }),
  remember: ({ unlock: { accessToken, expiresAt } }) => ({
    access: { token: accessToken, expiresAt: new Date(expiresAt) },
  }),
  next: () => '',
})
