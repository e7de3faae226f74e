import { graphql } from '../../../generated/operations/index.ts'
import { contactMistakes } from '../http/personal/contact-mistakes.ts'
import { form } from '../http/personal/form.ts'

export const newsletter = form({
  path: '/shop/:subdomain/newsletter',
  operation: graphql(`mutation ShopSubscribe($input: SubscribeInput!) { subscribe(input: $input) }`),
  check: contactMistakes({ email: 'email' }),
  variables: ({ fields }) => ({ input: { email: fields.email ?? '', source: 'shop' } }),
  next: () => '/thanks/newsletter',
})
