import { z } from 'zod'
import { route } from '../../api/rest/route.ts'
import { graphql } from '../../generated/operations/index.ts'
import { passwordInput } from '../customers/customer-input.ts'

/** As in the operator's and the owner's export. */
const entries = z.array(z.record(z.string(), z.unknown()))

export const myData = route({
  method: 'GET',
  path: '/api/sites/:subdomain/customer/me/data',
  summary: 'Returns all data that the store has about the customer, as JSON.',
  description:
    'The account and its addresses, orders with their history, points, wishlist, carts and reviews, and the newsletter subscription and leads under its confirmed email address. Passwords and tokens are not included. At most 5,000 entries; customers with more must ask the store.',
  token: 'required',
  operation: graphql(`query RestMyData { myData }`),
  variables: () => ({}),
  response: z
    .object({
      store: z.string(),
      business_name: z.string(),
      exported_at: z.iso.datetime(),
      accounts: entries,
      addresses: entries,
      orders: entries,
      points: entries,
      wishlist: entries,
      carts: entries,
      reviews: entries,
      newsletter: entries,
      leads: entries,
    })
    .meta({ id: 'CustomerData', description: 'The data that a store has about a customer.' }),
  example: {
    answer: {
      store: 'demo',
      business_name: 'Demo Tea House',
      exported_at: '2026-03-01T10:00:00.000Z',
      accounts: [
        {
          id: '01980f5e-7b02-7d11-8f3a-9c4e2d6b1a04',
          name: 'Asha',
          phone: '9876543210',
          email: 'asha@example.com',
          confirmed_email: null,
          address: null,
          points: 100,
          referral_code: 'R4T8W2YN',
          was_referred: false,
          friends_referred: 0,
          created_at: '2026-03-01T09:00:00.000Z',
          updated_at: '2026-03-01T09:00:00.000Z',
        },
      ],
      addresses: [],
      orders: [],
      points: [],
      wishlist: [],
      carts: [],
      reviews: [],
      newsletter: [],
      leads: [],
    },
  },
  // To the schema it is any JSON; exportWhole makes it of these lists.
  toResponse: ({ myData }) => myData as never,
  problems: ['UNAUTHENTICATED'],
})

export const deleteMe = route({
  method: 'DELETE',
  path: '/api/sites/:subdomain/customer/me',
  summary: 'Permanently erases the customer’s account.',
  description:
    'Erases the account as far as accounting rules allow: orders and reviews are anonymized, everything else is deleted, and all tokens are revoked. Data that others could have entered under its phone number or an unconfirmed email address is retained; the store erases it on request. The response is 409 while an order is paid but not shipped, or a refund is due. A wrong password is 403 and counts as a failed login.',
  token: 'required',
  operation: graphql(`mutation RestDeleteMe($password: String!) { deleteMe(password: $password) }`),
  body: passwordInput,
  variables: ({ body }) => body,
  response: z.object({ success: z.boolean() }),
  example: { body: { password: 'secret1' }, answer: { success: true } },
  toResponse: ({ deleteMe }) => ({ success: deleteMe }),
  problems: ['BAD_USER_INPUT', 'UNAUTHENTICATED', 'FORBIDDEN', 'CONFLICT'],
})
