import { graphql } from '../../../../generated/operations/index.ts'
import { contactMistakes } from '../../http/personal/contact-mistakes.ts'
import { form, localPath } from '../../http/personal/form.ts'
import type { Fields } from '../../http/personal/personal-page.ts'
import { forgotPasswordPage } from './forgot-password.personal.tsx'
import { logInPage } from './log-in.personal.tsx'
import { signUpPage } from './sign-up.personal.tsx'

const HOME = '/account'

graphql(`fragment ShopSession on Session { token customer { phone } }`)

/** A wish of who was not logged in yet. */
const wishAfterLogIn = {
  operation: graphql(`mutation ShopWishAfterLogIn($id: ID!) { addToWishlist(productId: $id) }`),
  variables: ({ wish }: Fields) => (wish ? { id: wish } : null),
}

export const logIn = form({
  path: '/shop/:subdomain/log-in',
  operation: graphql(`mutation ShopLogIn($input: LogInInput!) { logIn(input: $input) { ...ShopSession } }`),
  variables: ({ fields: { phone = '', password = '' }, visitor: { cartId } }) => ({
    input: { phone, password, cartId },
  }),
  page: logInPage,
  remember: ({ logIn: { token, customer } }) => ({ customer: { token, phone: customer.phone } }),
  followUp: wishAfterLogIn,
  next: (_data, { fields }) => localPath(fields.next, HOME),
})

export const signUp = form({
  path: '/shop/:subdomain/sign-up',
  operation: graphql(`mutation ShopSignUp($input: SignUpInput!) { signUp(input: $input) { ...ShopSession } }`),
  check: contactMistakes({ phone: 'phone', email: 'email' }),
  variables({ fields: { name = '', phone = '', email, password = '', refCode }, visitor: { cartId } }) {
    return { input: { name, phone, email: email || null, password, refCode: refCode || null, cartId } }
  },
  page: signUpPage,
  remember: ({ signUp: { token, customer } }) => ({ customer: { token, phone: customer.phone } }),
  followUp: wishAfterLogIn,
  next: (_data, { fields }) => localPath(fields.next, HOME),
})

/** The next person at this browser finds nothing of this one. */
const nobody = { customer: null, cartId: null, orders: null, typed: null } as const

export const logOut = form({
  path: '/shop/:subdomain/log-out',
  operation: graphql(`mutation ShopLogOut($isEverywhere: Boolean!) {
    logOut @skip(if: $isEverywhere)
    logOutEverywhere @include(if: $isEverywhere)
  }`),
  variables: ({ fields }) => ({ isEverywhere: fields.everywhere !== undefined }),
  needsCustomer: true,
  remember: () => nobody,
  next: () => '/log-in',
})

export const forgotPassword = form({
  path: '/shop/:subdomain/forgot-password',
  operation: graphql(`mutation ShopForgotPassword($phone: String!) { forgotPassword(phone: $phone) }`),
  variables: ({ fields }) => ({ phone: fields.phone ?? '' }),
  page: forgotPasswordPage,
  // The same for every number, whether it is a customer's or not.
  next: () => '/thanks/password',
})
