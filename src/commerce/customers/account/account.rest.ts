import { z } from 'zod'
import { route } from '../../../api/rest/route.ts'
import { graphql } from '../../../generated/operations/index.ts'
import {
  changePasswordInput,
  codeInput,
  forgotPasswordInput,
  profileInput,
  resetPasswordInput,
} from '../customer-input.ts'
import { Profile } from '../customer-shapes.ts'

const ChangedProfile = Profile.extend({
  email_confirmed: z
    .boolean()
    .meta({ description: 'Whether the customer has confirmed the email address with the code sent to it.' }),
}).meta({ id: 'ChangedProfile', description: 'A customer and whether their email address is confirmed.' })

const done = z.object({ success: z.boolean() })

export const updateMe = route({
  method: 'PATCH',
  path: '/api/sites/:subdomain/customer/me',
  summary: 'Updates the customer’s own details.',
  description:
    'Omitted fields stay unchanged; `null` removes the email address or the postal address. The phone number, with which customers log in, cannot be changed. Existing orders are not affected. A confirmation code is sent to an unconfirmed email address, also if the same address is given again; at most 3 per day.',
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
    'The token of this request stays valid; all other tokens of the customer are revoked. A wrong current password is 403, not 401, and counts as a failed login.',
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
  summary: 'Emails a customer a link for setting a new password.',
  description:
    'The link is sent to the account with this phone number if its email address is confirmed, at most 3 times per day. It can be used once within 30 minutes and replaces earlier links. The response is the same in every case, also where no mails are sent, as `sends_mails` of the store says: offer something else there. The link points to `reset-password?code=…` under the store’s `storefront_url`, or to a page of this service.',
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
  summary: 'Sets a new password with the code from the email.',
  description:
    'The code can be used once; case, spaces and dashes in it are ignored. All tokens of the customer are revoked.',
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
  summary: 'Confirms an email address with the code sent to it.',
  description:
    'A code is sent at sign-up and when the email address changes. It is valid for 24 hours. The link in the email points to `confirm-email?code=…` under the store’s `storefront_url`, or to a page of this service.',
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
  summary: 'Revokes the token sent with the request.',
  description: 'Other tokens of the customer stay valid.',
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
  summary: 'Revokes all tokens of the customer.',
  description: 'This includes the token sent with the request. The customer has to log in again on every device.',
  token: 'required',
  operation: graphql(`mutation RestLogOutEverywhere { logOutEverywhere }`),
  variables: () => ({}),
  response: done,
  example: { answer: { success: true } },
  toResponse: ({ logOutEverywhere }) => ({ success: logOutEverywhere }),
  problems: ['UNAUTHENTICATED'],
})
