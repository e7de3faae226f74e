import { builder } from '../gateway/builder.ts'
import { changePassword } from './change-password.ts'
import { confirmEmail, isEmailConfirmed } from './confirm-email.ts'
import { getViewer } from './find-viewer.ts'
import { forgotPassword, resetPassword } from './forgotten-password.ts'
import { logIn } from './log-in.ts'
import { logOut, logOutEverywhere } from './log-out.ts'
import type { Session } from './session.ts'
import { signUp } from './sign-up.ts'
import { updateMe } from './update-me.ts'

const Customer = builder.objectType('Customer', {
  description: 'A customer of the store.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The ID of the customer, unique within the store.' }),
    name: t.exposeString('name', { description: 'Their name.' }),
    phone: t.exposeString('phone', { description: 'Their phone number, digits only: what they log in with.' }),
    email: t.exposeString('email', { nullable: true, description: 'Their email address.' }),
    emailConfirmed: t.boolean({
      description: 'Whether the customer has confirmed the address by the code that was mailed to it.',
      resolve: isEmailConfirmed,
    }),
    address: t.exposeString('address', { nullable: true, description: 'Where they live.' }),
    referralCode: t.exposeString('referralCode', { description: 'What they give to friends who sign up.' }),
  }),
})

const SessionType = builder.objectRef<Session>('Session').implement({
  description: 'A customer who is logged in.',
  fields: (t) => ({
    token: t.exposeString('token', {
      description: 'Goes into the header `Authorization: Bearer …` of later requests to this store; good for 30 days.',
    }),
    customer: t.field({ type: Customer, description: 'Who is logged in.', resolve: ({ customer }) => customer }),
  }),
})

const SignUpInput = builder.inputType('SignUpInput', {
  description: 'What a new customer gives.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'At most 255 characters.' }),
    phone: t.string({
      required: true,
      description: 'At most 50 digits, of any script; blanks, dashes, dots, parentheses and a leading + do not count.',
    }),
    password: t.string({ required: true, description: 'At least 6 characters, at most 72 bytes.' }),
    email: t.string({ description: 'An email address of at most 255 characters.' }),
    address: t.string({ description: 'At most 1000 characters.' }),
    refCode: t.string({
      description: 'The referral code of the customer who brought them; one that nobody has is ignored.',
    }),
    cartId: t.id({ description: 'A cart, which becomes theirs; one that is not there or somebody else’s is ignored.' }),
  }),
})

const LogInInput = builder.inputType('LogInInput', {
  description: 'What a customer gives to come back.',
  fields: (t) => ({
    phone: t.string({ required: true, description: 'The phone number they signed up with.' }),
    password: t.string({ required: true, description: 'Their password.' }),
    cartId: t.id({
      description:
        'A cart, which becomes theirs. Its lines are added to the cart that they have, 99 of each at most, and both ids lead there. One that is not there or somebody else’s is ignored.',
    }),
  }),
})

const ProfileInput = builder.inputType('ProfileInput', {
  description: 'The details that a customer changes. What is left out stays as it is.',
  fields: (t) => ({
    name: t.string({ description: 'At most 255 characters.' }),
    email: t.string({ description: 'An email address of at most 255 characters; null: none.' }),
    address: t.string({ description: 'At most 1000 characters; null: none.' }),
  }),
})

const ResetPasswordInput = builder.inputType('ResetPasswordInput', {
  description: 'What somebody gives who has forgotten the password.',
  fields: (t) => ({
    code: t.string({ required: true, description: 'The code that was mailed; case, blanks and dashes do not count.' }),
    password: t.string({ required: true, description: 'At least 6 characters, at most 72 bytes.' }),
  }),
})

const ChangePasswordInput = builder.inputType('ChangePasswordInput', {
  description: 'A customer’s password, and what it is to be.',
  fields: (t) => ({
    oldPassword: t.string({ required: true, description: 'The password until now.' }),
    newPassword: t.string({ required: true, description: 'At least 6 characters, at most 72 bytes.' }),
  }),
})

builder.queryField('me', (t) =>
  t.field({
    type: Customer,
    nullable: true,
    description: 'The customer whose token comes with the request.',
    resolve: (_, __, context) => getViewer(context, 'Not logged in'),
  }),
)

builder.mutationFields((t) => ({
  signUp: t.field({
    type: SessionType,
    nullable: true,
    description: 'Opens an account and logs in.',
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
    args: { input: t.arg({ type: LogInInput, required: true, description: 'Who comes back.' }) },
    resolve: (_, { input }, context) => logIn(context, input),
  }),
  updateMe: t.field({
    type: Customer,
    nullable: true,
    description: 'Changes the customer’s own details. Orders that were placed stay as they are.',
    limit: 'account',
    failure: 'Failed to change the account',
    args: { input: t.arg({ type: ProfileInput, required: true, description: 'What changes.' }) },
    resolve: (_, { input }, context) => updateMe(context, input),
  }),
  changePassword: t.boolean({
    nullable: true,
    description:
      'Changes the customer’s password, and ends all their tokens but the one that asks. True. A wrong old password is `FORBIDDEN`, and counts as a failed log-in.',
    limit: 'account',
    failure: 'Failed to change the password',
    args: { input: t.arg({ type: ChangePasswordInput, required: true, description: 'The old and the new one.' }) },
    resolve: (_, { input }, context) => changePassword(context, input),
  }),
  forgotPassword: t.boolean({
    nullable: true,
    description:
      'Has a link for a new password mailed to the customer with this phone, if their email is confirmed: at most 3 a day, each good for 30 minutes, a newer one in place of the one before. True in every case.',
    limit: 'account',
    failure: 'Failed to ask for a new password',
    args: { phone: t.arg.string({ required: true, description: 'The phone number they signed up with.' }) },
    resolve: (_, args, context) => forgotPassword(context, args),
  }),
  resetPassword: t.boolean({
    nullable: true,
    description: 'Sets a new password by the code that was mailed, and ends all tokens of the customer. True.',
    limit: 'account',
    failure: 'Failed to set the password',
    args: { input: t.arg({ type: ResetPasswordInput, required: true, description: 'The code and the password.' }) },
    resolve: (_, { input }, context) => resetPassword(context, input),
  }),
  confirmEmail: t.boolean({
    nullable: true,
    description: 'Confirms an email address by the code that was mailed to it. True.',
    limit: 'account',
    failure: 'Failed to confirm the email address',
    args: { code: t.arg.string({ required: true, description: 'The code.' }) },
    resolve: (_, args, context) => confirmEmail(context, args),
  }),
  logOut: t.boolean({
    nullable: true,
    description: 'Ends the token that comes with the request. True.',
    failure: 'Failed to log out',
    resolve: (_, __, context) => logOut(context),
  }),
  logOutEverywhere: t.boolean({
    nullable: true,
    description: 'Ends all tokens of the customer, the one that comes with the request too. True.',
    failure: 'Failed to log out',
    resolve: (_, __, context) => logOutEverywhere(context),
  }),
}))
