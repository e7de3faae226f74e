import { z } from 'zod'
import { graphql } from '../generated/operations/index.ts'
import { route } from '../rest/route.ts'
import { logInInput, signUpInput } from './customer-input.ts'

const Customer = z.object({
  name: z.string(),
  phone: z.string().meta({ description: 'Digits only.' }),
  email: z.string().nullable(),
  address: z.string().nullable(),
})

const token = z.string().meta({ description: 'JWT for the header `Authorization: Bearer …`, good for 30 days.' })

export const signUp = route({
  method: 'POST',
  path: '/api/sites/:subdomain/customer/signup',
  summary: 'Opens a customer account and logs in.',
  operation: graphql(`mutation RestSignUp($input: SignUpInput!) {
    signUp(input: $input) { token customer { name phone email address referral_code: referralCode } }
  }`),
  body: signUpInput,
  variables: ({ body }) => ({ input: body }),
  response: z.object({ token, customer: Customer.extend({ referral_code: z.string() }) }),
  answer: ({ signUp }) => signUp,
  problems: ['BAD_USER_INPUT', 'UNAVAILABLE'],
})

export const logIn = route({
  method: 'POST',
  path: '/api/sites/:subdomain/customer/login',
  summary: 'Logs a customer in.',
  operation: graphql(`mutation RestLogIn($input: LogInInput!) {
    logIn(input: $input) { token customer { name phone email address } }
  }`),
  body: logInInput,
  variables: ({ body }) => ({ input: body }),
  response: z.object({ token, customer: Customer }),
  answer: ({ logIn }) => logIn,
  problems: ['BAD_USER_INPUT', 'UNAUTHENTICATED', 'UNAVAILABLE'],
})

export const me = route({
  method: 'GET',
  path: '/api/sites/:subdomain/customer/me',
  summary: 'The customer whose token comes with the request.',
  token: 'required',
  operation: graphql(`query RestMe { me { id name email phone address referral_code: referralCode } }`),
  variables: () => ({}),
  response: z.object({ customer: Customer.extend({ id: z.uuid(), referral_code: z.string() }) }),
  answer: ({ me }) => ({ customer: me }),
  problems: ['UNAUTHENTICATED'],
})
