import { z } from 'zod'
import { passwordInput } from '../customers/customer-input.ts'
import { graphql } from '../generated/operations/index.ts'
import { route } from '../rest/route.ts'

/** The entries are those of the operator’s and the owner’s export, and grow with what is known. */
const entries = z.array(z.record(z.string(), z.unknown()))

export const myData = route({
  method: 'GET',
  path: '/api/sites/:subdomain/customer/me/data',
  summary: 'All that the store knows of the customer, as JSON.',
  description:
    'Lists of what belongs to the account: itself, addresses, orders with all that happened to them, points, wishlist, carts, reviews, and newsletter and leads under its confirmed email. No passwords and no tokens. At most 5,000 entries; whoever has more asks the store.',
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
    .meta({ id: 'CustomerData', description: 'What a store knows of a customer.' }),
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
  summary: 'Erases the customer’s account for good.',
  description:
    'As far as the books allow: orders stay without a name, reviews become anonymous, all else of the account is deleted, and all tokens end. What others could have left under its phone or an unconfirmed email stays; the store erases it when asked. Refused with 409 while an order is paid and not sent, or money has to go back. A wrong password is 403, and counts as a failed log-in.',
  token: 'required',
  operation: graphql(`mutation RestDeleteMe($password: String!) { deleteMe(password: $password) }`),
  body: passwordInput,
  variables: ({ body }) => body,
  response: z.object({ success: z.boolean() }),
  example: { body: { password: 'secret1' }, answer: { success: true } },
  toResponse: ({ deleteMe }) => ({ success: deleteMe }),
  problems: ['BAD_USER_INPUT', 'UNAUTHENTICATED', 'FORBIDDEN', 'CONFLICT'],
})
