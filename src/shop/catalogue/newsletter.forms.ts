import { graphql } from '../../generated/operations/index.ts'
import { form } from '../door/personal/form.ts'

export const newsletter = form({
  path: '/shop/:subdomain/newsletter',
  operation: graphql(`mutation ShopSubscribe($input: SubscribeInput!) { subscribe(input: $input) }`),
  variables: ({ fields }) => ({ input: { email: fields.email ?? '', source: 'shop' } }),
  next: () => '/thanks/newsletter',
})
