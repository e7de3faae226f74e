import { z } from 'zod'
import { graphql } from '../generated/operations/index.ts'
import { route } from '../rest/route.ts'
import {
  changePasswordInput,
  codeInput,
  forgotPasswordInput,
  profileInput,
  resetPasswordInput,
} from './customer-input.ts'
import { Profile } from './customer-shapes.ts'

const ChangedProfile = Profile.extend({
  email_confirmed: z.boolean().meta({ description: 'Whether the customer has confirmed it by the code mailed to it.' }),
}).meta({ id: 'ChangedProfile', description: 'A customer, who may still have to confirm their email address.' })

const done = z.object({ success: z.boolean() })

export const updateMe = route({
  method: 'PATCH',
  path: '/api/sites/:subdomain/customer/me',
  summary: 'Changes the customer’s own details.',
  description:
    'What is left out stays as it is; `null` takes the email or the address away. The phone, by which customers log in, stays. Orders that were placed keep what they were placed with. An email that is not confirmed is mailed a code, also when it is given once more: at most 3 a day.',
  token: 'required',
  operation: graphql(`mutation RestUpdateMe($input: ProfileInput!) {
    updateMe(input: $input) {
      id name email email_confirmed: emailConfirmed phone address referral_code: referralCode
    }
  }`),
  body: profileInput,
  variables: ({ body }) => ({ input: body }),
  response: z.object({ customer: ChangedProfile }),
  example: {
    body: { address: '12 Lake Road, Kolkata' },
    answer: {
      customer: {
        id: '01980f5e-7b02-7d11-8f3a-9c4e2d6b1a04',
        name: 'Asha',
        email: 'asha@example.com',
        email_confirmed: false,
        phone: '9876543210',
        address: '12 Lake Road, Kolkata',
        referral_code: 'R4T8W2YN',
      },
    },
  },
  toResponse: ({ updateMe }) => ({ customer: updateMe }),
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
  toResponse: ({ changePassword }) => ({ success: changePassword }),
  problems: ['BAD_USER_INPUT', 'UNAUTHENTICATED', 'FORBIDDEN'],
})

export const forgotPassword = route({
  method: 'POST',
  path: '/api/sites/:subdomain/customer/password/forgot',
  summary: 'Has a link for a new password mailed to a customer.',
  description:
    'To the email of the account with this phone, if it is confirmed: at most 3 a day, each good for 30 minutes and once, a newer one in place of the one before. The answer is the same in every case. The link leads to `reset-password?code=…` under the store’s `storefront_url`, or to a page of this service.',
  operation: graphql(`mutation RestForgotPassword($phone: String!) { forgotPassword(phone: $phone) }`),
  body: forgotPasswordInput,
  variables: ({ body }) => body,
  response: done,
  example: { body: { phone: '98765 43210' }, answer: { success: true } },
  toResponse: ({ forgotPassword }) => ({ success: forgotPassword }),
  problems: ['BAD_USER_INPUT'],
})

export const resetPassword = route({
  method: 'POST',
  path: '/api/sites/:subdomain/customer/password/reset',
  summary: 'Sets a new password by the code that was mailed.',
  description: 'The code counts once; case, blanks and dashes in it do not. All tokens of the customer end.',
  operation: graphql(`mutation RestResetPassword($input: ResetPasswordInput!) { resetPassword(input: $input) }`),
  body: resetPasswordInput,
  variables: ({ body }) => ({ input: body }),
  response: done,
  example: { body: { code: '7ZK3Q-0V9TB-M2X8R-HD4WC', password: 'second-flush-2026' }, answer: { success: true } },
  toResponse: ({ resetPassword }) => ({ success: resetPassword }),
  problems: ['BAD_USER_INPUT'],
})

export const confirmEmail = route({
  method: 'POST',
  path: '/api/sites/:subdomain/customer/email/confirm',
  summary: 'Confirms an email address by the code that was mailed to it.',
  description:
    'A code is mailed at sign-up and when the address changes, and is good for 24 hours. Its link leads to `confirm-email?code=…` under the store’s `storefront_url`, or to a page of this service.',
  operation: graphql(`mutation RestConfirmEmail($code: String!) { confirmEmail(code: $code) }`),
  body: codeInput,
  variables: ({ body }) => body,
  response: done,
  example: { body: { code: '2M9XT-QB4C7-8HRD0-WKZV3' }, answer: { success: true } },
  toResponse: ({ confirmEmail }) => ({ success: confirmEmail }),
  problems: ['BAD_USER_INPUT'],
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
  toResponse: ({ logOut }) => ({ success: logOut }),
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
  toResponse: ({ logOutEverywhere }) => ({ success: logOutEverywhere }),
  problems: ['UNAUTHENTICATED'],
})
