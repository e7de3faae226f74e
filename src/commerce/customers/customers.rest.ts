import { z } from 'zod'
import { route } from '../../api/rest/route.ts'
import { graphql } from '../../generated/operations/index.ts'
import { logInInput, signUpInput } from './customer-input.ts'
import { Customer, CustomerWithCode, Profile } from './customer-shapes.ts'

/** Three parts like a real token, valid nowhere. */
const EXAMPLE_TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJleGFtcGxlIn0.bm90LWEtc2lnbmF0dXJl'

const token = z.string().meta({ description: 'A JWT to send as `Authorization: Bearer …`. It is valid for 30 days.' })

export const signUp = route({
  method: 'POST',
  path: '/api/sites/:subdomain/customer/signup',
  summary: 'Creates an account and logs the customer in.',
  description:
    'A phone number can have one account per store. The `refCode` of another customer earns that customer points if the store rewards referrals. `cartId` assigns a cart to the customer; it is ignored if the cart does not exist or belongs to another customer.',
  operation: graphql(`mutation RestSignUp($input: SignUpInput!) {
    signUp(input: $input) { token customer { name phone email address referral_code: referralCode } }
  }`),
  body: signUpInput,
  variables: ({ body }) => ({ input: body }),
  response: z.object({ token, customer: CustomerWithCode }),
  example: {
    body: { name: 'Priya', phone: '98330 11223', password: 'tea-at-five', email: 'priya@example.com' },
    answer: {
      token: EXAMPLE_TOKEN,
      customer: {
        name: 'Priya',
        phone: '9833011223',
        email: 'priya@example.com',
        address: null,
        referral_code: 'K7M2Q9XT',
      },
    },
  },
  toResponse: ({ signUp }) => signUp,
  problems: ['BAD_USER_INPUT', 'UNAVAILABLE'],
})

export const logIn = route({
  method: 'POST',
  path: '/api/sites/:subdomain/customer/login',
  summary: 'Logs a customer in.',
  description:
    'Only the digits of the phone number count, not its notation. `cartId` assigns a cart to the customer: its lines are added once to the cart that the customer used last, up to 99 units each, and both IDs refer to that cart from then on. It is ignored if the cart does not exist or belongs to another customer.',
  operation: graphql(`mutation RestLogIn($input: LogInInput!) {
    logIn(input: $input) { token customer { name phone email address } }
  }`),
  body: logInInput,
  variables: ({ body }) => ({ input: body }),
  response: z.object({ token, customer: Customer }),
  example: {
    body: { phone: '98765 43210', password: 'secret1' },
    answer: {
      token: EXAMPLE_TOKEN,
      customer: { name: 'Asha', phone: '9876543210', email: 'asha@example.com', address: null },
    },
  },
  toResponse: ({ logIn }) => logIn,
  problems: ['BAD_USER_INPUT', 'UNAUTHENTICATED', 'UNAVAILABLE'],
})

export const me = route({
  method: 'GET',
  path: '/api/sites/:subdomain/customer/me',
  summary: 'Returns the customer whose token is sent with the request.',
  description: 'The customer’s own details and their referral code.',
  token: 'required',
  operation: graphql(`query RestMe { me { id name email phone address referral_code: referralCode } }`),
  variables: () => ({}),
  response: z.object({ customer: Profile }),
  example: {
    answer: {
      customer: {
        id: '01980f5e-7b02-7d11-8f3a-9c4e2d6b1a04',
        name: 'Asha',
        email: 'asha@example.com',
        phone: '9876543210',
        address: null,
        referral_code: 'R4T8W2YN',
      },
    },
  },
  toResponse: ({ me }) => ({ customer: me }),
  problems: ['UNAUTHENTICATED'],
})
