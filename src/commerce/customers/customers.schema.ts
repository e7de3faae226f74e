import { builder } from '../../api/graphql/schema/builder.ts'
import { changePassword } from './account/change-password.ts'
import { confirmEmail, isEmailConfirmed } from './account/confirm-email.ts'
import { getViewer } from './account/find-viewer.ts'
import { forgotPassword, resetPassword } from './account/forgotten-password.ts'
import type { Session } from './account/session.ts'
import { logIn, logOut, logOutEverywhere } from './account/session.ts'
import { signUp } from './account/sign-up.ts'
import { updateMe } from './account/update-me.ts'

const Customer = builder.objectType('Customer', {
  description: 'A customer of the store.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The ID of the customer, unique within the store.' }),
    name: t.exposeString('name', { description: 'The name of the customer.' }),
    phone: t.exposeString('phone', { description: 'The phone number, digits only. Customers log in with it.' }),
    email: t.exposeString('email', { nullable: true, description: 'The email address; null if not given.' }),
    emailConfirmed: t.boolean({
      description: 'Whether the customer has confirmed the email address with the code sent to it.',
      resolve: isEmailConfirmed,
    }),
    address: t.exposeString('address', { nullable: true, description: 'The postal address; null if not given.' }),
    referralCode: t.exposeString('referralCode', {
      description: 'The referral code that friends can enter when they sign up.',
    }),
  }),
})

const SessionType = builder.objectRef<Session>('Session').implement({
  description: 'The session of a logged-in customer.',
  fields: (t) => ({
    token: t.exposeString('token', {
      description:
        'The token to send as `Authorization: Bearer …` with later requests to this store. It is valid for 30 days.',
    }),
    customer: t.field({
      type: Customer,
      description: 'The customer who is logged in.',
      resolve: ({ customer }) => customer,
    }),
  }),
})

const SignUpInput = builder.inputType('SignUpInput', {
  description: 'The details of a new customer.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'The name of the customer, at most 255 characters.' }),
    phone: t.string({
      required: true,
      description:
        'The phone number: at most 50 digits of any script. Spaces, dashes, dots, parentheses and a leading + are ignored.',
    }),
    password: t.string({ required: true, description: 'The password, at least 6 characters and at most 72 bytes.' }),
    email: t.string({ description: 'The email address, at most 255 characters.' }),
    address: t.string({ description: 'The postal address, at most 1000 characters.' }),
    refCode: t.string({
      description: 'The referral code of another customer. An unknown code is ignored.',
    }),
    cartId: t.id({
      description:
        'The ID of a cart to assign to the customer. It is ignored if it does not exist or belongs to another customer.',
    }),
  }),
})

const LogInInput = builder.inputType('LogInInput', {
  description: 'The credentials of a customer.',
  fields: (t) => ({
    phone: t.string({ required: true, description: 'The phone number that the customer signed up with.' }),
    password: t.string({ required: true, description: 'The password.' }),
    cartId: t.id({
      description:
        'The ID of a cart to assign to the customer. If the customer already has a cart, the lines are added to it, up to 99 units each, and both IDs refer to it from then on. It is ignored if it does not exist or belongs to another customer.',
    }),
  }),
})

const ProfileInput = builder.inputType('ProfileInput', {
  description: 'The changes to a customer’s details. Omitted fields stay unchanged.',
  fields: (t) => ({
    name: t.string({ description: 'The name, at most 255 characters.' }),
    email: t.string({ description: 'The email address, at most 255 characters; null to remove it.' }),
    address: t.string({ description: 'The postal address, at most 1000 characters; null to remove it.' }),
  }),
})

const ResetPasswordInput = builder.inputType('ResetPasswordInput', {
  description: 'A new password and the code that authorizes it.',
  fields: (t) => ({
    code: t.string({ required: true, description: 'The code from the email. Case, spaces and dashes are ignored.' }),
    password: t.string({ required: true, description: 'The password, at least 6 characters and at most 72 bytes.' }),
  }),
})

const ChangePasswordInput = builder.inputType('ChangePasswordInput', {
  description: 'The current and the new password of a customer.',
  fields: (t) => ({
    oldPassword: t.string({ required: true, description: 'The current password.' }),
    newPassword: t.string({
      required: true,
      description: 'The new password, at least 6 characters and at most 72 bytes.',
    }),
  }),
})

builder.queryField('me', (t) =>
  t.field({
    type: Customer,
    nullable: true,
    description: 'The customer whose token is sent with the request.',
    resolve: (_, __, context) => getViewer(context, 'Not logged in'),
  }),
)

builder.mutationFields((t) => ({
  signUp: t.field({
    type: SessionType,
    nullable: true,
    description: 'Creates an account and logs the customer in.',
    limit: 'signup',
    failure: 'Failed to sign up',
    args: { input: t.arg({ type: SignUpInput, required: true, description: 'The new customer.' }) },
    resolve: (_, { input }, context) => signUp(context, input),
  }),
  logIn: t.field({
    type: SessionType,
    nullable: true,
    description: 'Logs a customer in.',
    limit: 'login',
    failure: 'Failed to log in',
    args: { input: t.arg({ type: LogInInput, required: true, description: 'The credentials.' }) },
    resolve: (_, { input }, context) => logIn(context, input),
  }),
  updateMe: t.field({
    type: Customer,
    nullable: true,
    description: 'Updates the customer’s own details. Existing orders are not affected.',
    limit: 'account',
    failure: 'Failed to change the account',
    args: { input: t.arg({ type: ProfileInput, required: true, description: 'The changes.' }) },
    resolve: (_, { input }, context) => updateMe(context, input),
  }),
  changePassword: t.boolean({
    nullable: true,
    description:
      'Changes the customer’s password and revokes all their tokens except the one of this request. Returns true. A wrong current password is `FORBIDDEN` and counts as a failed login.',
    limit: 'account',
    failure: 'Failed to change the password',
    args: {
      input: t.arg({ type: ChangePasswordInput, required: true, description: 'The current and the new password.' }),
    },
    resolve: (_, { input }, context) => changePassword(context, input),
  }),
  forgotPassword: t.boolean({
    nullable: true,
    description:
      'Emails a link for setting a new password to the customer with this phone number, if their email address is confirmed. At most 3 are sent per day; each is valid for 30 minutes and replaces earlier ones. Always returns true, also where no mails are sent, as `sendsMails` of the store says.',
    limit: 'account',
    failure: 'Failed to ask for a new password',
    args: {
      phone: t.arg.string({ required: true, description: 'The phone number that the customer signed up with.' }),
    },
    resolve: (_, args, context) => forgotPassword(context, args),
  }),
  resetPassword: t.boolean({
    nullable: true,
    description:
      'Sets a new password with the code from the email and revokes all tokens of the customer. Returns true.',
    limit: 'account',
    failure: 'Failed to set the password',
    args: { input: t.arg({ type: ResetPasswordInput, required: true, description: 'The code and the new password.' }) },
    resolve: (_, { input }, context) => resetPassword(context, input),
  }),
  confirmEmail: t.boolean({
    nullable: true,
    description: 'Confirms an email address with the code sent to it. Returns true.',
    limit: 'account',
    failure: 'Failed to confirm the email address',
    args: { code: t.arg.string({ required: true, description: 'The code from the email.' }) },
    resolve: (_, args, context) => confirmEmail(context, args),
  }),
  logOut: t.boolean({
    nullable: true,
    description: 'Revokes the token sent with the request. Returns true.',
    failure: 'Failed to log out',
    resolve: (_, __, context) => logOut(context),
  }),
  logOutEverywhere: t.boolean({
    nullable: true,
    description: 'Revokes all tokens of the customer, including the one sent with the request. Returns true.',
    failure: 'Failed to log out',
    resolve: (_, __, context) => logOutEverywhere(context),
  }),
}))
