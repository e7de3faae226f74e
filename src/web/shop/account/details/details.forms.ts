import { graphql } from '../../../../generated/operations/index.ts'
import { contactMistakes } from '../../http/personal/contact-mistakes.ts'
import { form } from '../../http/personal/form.ts'
import { password } from './password.personal.tsx'
import { privacy } from './privacy.personal.tsx'
import { profile } from './profile.personal.tsx'

const updateMe = graphql(`mutation ShopUpdateMe($input: ProfileInput!) { updateMe(input: $input) { id } }`)

export const changeProfile = form({
  path: '/shop/:subdomain/account/profile',
  operation: updateMe,
  check: contactMistakes({ email: 'email' }),
  variables: ({ fields: { name = '', email, address } }) => ({
    input: { name, email: email || null, address: address || null },
  }),
  page: profile,
  needsCustomer: true,
  next: () => '/account/profile?done=saved',
})

/** To give the same address again asks for another mail. */
export const confirmAgain = form({
  path: '/shop/:subdomain/account/email',
  operation: updateMe,
  variables: ({ fields }) => ({ input: { email: fields.email || null } }),
  page: profile,
  needsCustomer: true,
  next: () => '/account/profile?done=sent',
})

export const changePassword = form({
  path: '/shop/:subdomain/account/password',
  operation: graphql(`mutation ShopChangePassword($input: ChangePasswordInput!) { changePassword(input: $input) }`),
  variables: ({ fields: { oldPassword = '', newPassword = '' } }) => ({ input: { oldPassword, newPassword } }),
  page: password,
  needsCustomer: true,
  next: () => '/account/password?done=1',
})

export const deleteAccount = form({
  path: '/shop/:subdomain/account/delete',
  operation: graphql(`mutation ShopDeleteMe($password: String!) { deleteMe(password: $password) }`),
  variables: ({ fields }) => ({ password: fields.password ?? '' }),
  page: privacy,
  needsCustomer: true,
  remember: () => ({ customer: null, cartId: null, orders: null }),
  next: () => '/thanks/goodbye',
})
