import type { Caller, Outcome } from './call.ts'
import type { StorefrontClient } from './client.ts'
import { address, customer } from './graphql-shapes.ts'

export type GraphqlCall = (
  query: string,
  variables: object,
  caller: Caller | undefined,
  shape: (data: any) => unknown,
) => Promise<Outcome>

type Accounts = Pick<
  StorefrontClient,
  | 'signUp'
  | 'logIn'
  | 'me'
  | 'updateMe'
  | 'changePassword'
  | 'forgotPassword'
  | 'resetPassword'
  | 'confirmEmail'
  | 'logOut'
  | 'logOutEverywhere'
  | 'myData'
  | 'deleteMe'
  | 'addresses'
  | 'addAddress'
  | 'updateAddress'
  | 'removeAddress'
>

/** What customers do with their accounts, in the shape of REST. */
export const graphqlAccounts = (call: GraphqlCall): Accounts => ({
  signUp: (input, caller) =>
    call(
      `mutation ($input: SignUpInput!) { signUp(input: $input) {
          token customer { ${customer} referral_code: referralCode } } }`,
      { input },
      caller,
      ({ signUp }) => signUp,
    ),
  logIn: (input, caller) =>
    call(
      `mutation ($input: LogInInput!) { logIn(input: $input) { token customer { ${customer} } } }`,
      { input },
      caller,
      ({ logIn }) => logIn,
    ),
  me: (caller) =>
    call(`{ me { id ${customer} referral_code: referralCode } }`, {}, caller, ({ me }) => ({ customer: me })),
  updateMe: (input, caller) =>
    call(
      `mutation ($input: ProfileInput!) { updateMe(input: $input) {
          id ${customer} email_confirmed: emailConfirmed referral_code: referralCode } }`,
      { input },
      caller,
      ({ updateMe }) => ({ customer: updateMe }),
    ),
  changePassword: (input, caller) =>
    call(
      'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) }',
      { input },
      caller,
      ({ changePassword }) => ({ success: changePassword }),
    ),
  forgotPassword: (phone, caller) =>
    call('mutation ($phone: String!) { forgotPassword(phone: $phone) }', { phone }, caller, (data) => ({
      success: data.forgotPassword,
    })),
  resetPassword: (input, caller) =>
    call(
      'mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) }',
      { input },
      caller,
      ({ resetPassword }) => ({ success: resetPassword }),
    ),
  confirmEmail: (code, caller) =>
    call('mutation ($code: String!) { confirmEmail(code: $code) }', { code }, caller, ({ confirmEmail }) => ({
      success: confirmEmail,
    })),
  logOut: (caller) => call('mutation { logOut }', {}, caller, ({ logOut }) => ({ success: logOut })),
  logOutEverywhere: (caller) =>
    call('mutation { logOutEverywhere }', {}, caller, ({ logOutEverywhere }) => ({ success: logOutEverywhere })),
  myData: (caller) => call('{ myData }', {}, caller, ({ myData }) => myData),
  deleteMe: (password, caller) =>
    call('mutation ($password: String!) { deleteMe(password: $password) }', { password }, caller, ({ deleteMe }) => ({
      success: deleteMe,
    })),
  addresses: (caller) => call(`{ me { addresses { ${address} } } }`, {}, caller, ({ me }) => me),
  addAddress: (input, caller) =>
    call(
      `mutation ($input: AddressInput!) { addAddress(input: $input) { ${address} } }`,
      { input },
      caller,
      ({ addAddress }) => ({ address: addAddress }),
    ),
  updateAddress: (id, input, caller) =>
    call(
      `mutation ($id: ID!, $input: AddressChange!) { updateAddress(id: $id, input: $input) { ${address} } }`,
      { id, input },
      caller,
      ({ updateAddress }) => ({ address: updateAddress }),
    ),
  removeAddress: (id, caller) =>
    call('mutation ($id: ID!) { removeAddress(id: $id) }', { id }, caller, ({ removeAddress }) => ({
      success: removeAddress,
    })),
})
