import { z } from 'zod'
import { graphql } from '../generated/operations/index.ts'
import { route } from '../rest/route.ts'
import { changePasswordInput, profileInput } from './customer-input.ts'
import { Profile } from './customer-shapes.ts'

const done = z.object({ success: z.boolean() })

export const updateMe = route({
  method: 'PATCH',
  path: '/api/sites/:subdomain/customer/me',
  summary: 'Changes what the customer has told of themselves.',
  description:
    'What is left out stays as it is; `null` takes the email or the address away. The phone, by which customers log in, stays. Orders that were placed keep what they were placed with.',
  token: 'required',
  operation: graphql(`mutation RestUpdateMe($input: ProfileInput!) {
    updateMe(input: $input) { id name email phone address referral_code: referralCode }
  }`),
  body: profileInput,
  variables: ({ body }) => ({ input: body }),
  response: z.object({ customer: Profile }),
  example: {
    body: { address: '12 Lake Road, Kolkata' },
    answer: {
      customer: {
        id: '01980f5e-7b02-7d11-8f3a-9c4e2d6b1a04',
        name: 'Asha',
        email: 'asha@example.com',
        phone: '9876543210',
        address: '12 Lake Road, Kolkata',
        referral_code: 'R4T8W2YN',
      },
    },
  },
  answer: ({ updateMe }) => ({ customer: updateMe }),
  problems: ['BAD_USER_INPUT', 'UNAUTHENTICATED'],
})

export const changePassword = route({
  method: 'POST',
  path: '/api/sites/:subdomain/customer/password',
  summary: 'Changes the customer’s password.',
  description:
    'The token that asks stays good; all others of the customer end. A wrong old password is 403, not 401, and counts as a failed log-in.',
  token: 'required',
  operation: graphql(`mutation RestChangePassword($input: ChangePasswordInput!) { changePassword(input: $input) }`),
  body: changePasswordInput,
  variables: ({ body }) => ({ input: body }),
  response: done,
  example: { body: { oldPassword: 'secret1', newPassword: 'first-flush-2026' }, answer: { success: true } },
  answer: ({ changePassword }) => ({ success: changePassword }),
  problems: ['BAD_USER_INPUT', 'UNAUTHENTICATED', 'FORBIDDEN'],
})

export const logOut = route({
  method: 'POST',
  path: '/api/sites/:subdomain/customer/logout',
  summary: 'Ends the token that comes with the request.',
  description: 'It is good for nothing from then on. Other tokens of the customer stay as they are.',
  token: 'required',
  operation: graphql(`mutation RestLogOut { logOut }`),
  variables: () => ({}),
  response: done,
  example: { answer: { success: true } },
  answer: ({ logOut }) => ({ success: logOut }),
  problems: ['UNAUTHENTICATED'],
})

export const logOutEverywhere = route({
  method: 'POST',
  path: '/api/sites/:subdomain/customer/logout-everywhere',
  summary: 'Ends all tokens of the customer.',
  description: 'The one that comes with the request ends too: on every device the customer has to log in again.',
  token: 'required',
  operation: graphql(`mutation RestLogOutEverywhere { logOutEverywhere }`),
  variables: () => ({}),
  response: done,
  example: { answer: { success: true } },
  answer: ({ logOutEverywhere }) => ({ success: logOutEverywhere }),
  problems: ['UNAUTHENTICATED'],
})
