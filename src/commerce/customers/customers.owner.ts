import { ownerBuilder, pageArgs, withAsksCount } from '../../api/graphql/schema/owner-builder.ts'
import { ownerPageCost } from '../../platform/counted-page.ts'
import { toMainUnits } from '../../platform/money.ts'
import { MAX_REASON } from '../../shared/bounds.ts'
import { isEmailConfirmed } from './account/confirm-email.ts'
import { createPasswordLink, type PasswordLink } from './account/create-password-link.ts'
import { getCustomer, listCustomers, purchasesOf } from './list-customers.ts'
import { adjustPoints } from './points/adjust-points.ts'

const Customer = ownerBuilder.prismaObject('Customer', {
  scope: 'customers',
  description: 'A customer of the store.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The ID of the customer, unique within the store.' }),
    name: t.exposeString('name', { description: 'The name of the customer.' }),
    phone: t.exposeString('phone', { description: 'The phone number, digits only. Customers log in with it.' }),
    email: t.exposeString('email', { nullable: true, description: 'The email address.' }),
    emailConfirmed: t.boolean({
      description:
        'Whether the customer has confirmed the email address. An unconfirmed address only receives emails about orders.',
      resolve: isEmailConfirmed,
    }),
    address: t.exposeString('address', { nullable: true, description: 'The postal address.' }),
    referralCode: t.exposeString('referralCode', {
      description: 'The referral code that friends can enter when they sign up.',
    }),
    points: t.exposeInt('points', { description: 'The balance of points, including those held by pending orders.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the customer signed up.' }),
    paidOrders: t.int({
      description: 'The number of paid orders, excluding refunded ones.',
      resolve: async ({ id }, _, context) => (await purchasesOf(context, id)).orders,
    }),
    totalSpent: t.float({
      description: 'The total amount of those orders, in main currency units.',
      resolve: async ({ id }, _, context) =>
        toMainUnits((await purchasesOf(context, id)).spent, context.store.currency),
    }),
  }),
})

const CustomerConnection = ownerBuilder.connectionObject(
  { type: Customer, name: 'CustomerConnection', scope: 'customers', description: 'A page of customers.' },
  { name: 'CustomerEdge', scope: 'customers', description: 'A customer and their cursor.' },
)

ownerBuilder.queryFields((t) => ({
  customers: t.field({
    scope: 'customers',
    type: CustomerConnection,
    nullable: true,
    description: 'The customers of the store, newest first.',
    complexity: ownerPageCost,
    args: {
      search: t.arg.string({
        description:
          'Only customers whose name, email or phone contains these words, ignoring case, accents and apostrophes, or who have this phone in any spelling; at most 100 characters.',
      }),
      ...pageArgs,
    },
    resolve: (_, args, context, info) => listCustomers(context, withAsksCount(args, info)),
  }),
  customer: t.field({
    scope: 'customers',
    type: Customer,
    nullable: true,
    description: 'A customer by ID.',
    args: { id: t.arg.id({ required: true, description: 'The ID of the customer.' }) },
    resolve: (_, { id }, context) => getCustomer(context, id),
  }),
}))

ownerBuilder.mutationField('adjustLoyalty', (t) =>
  t.field({
    scope: 'customers',
    type: Customer,
    nullable: true,
    description:
      'Adds points to a customer’s balance or deducts them. Points held by pending orders cannot be deducted.',
    args: {
      customerId: t.arg.id({ required: true, description: 'The ID of the customer.' }),
      points: t.arg.int({ required: true, description: 'The number of points; negative to deduct points.' }),
      reason: t.arg.string({
        required: true,
        description: `The reason, at most ${MAX_REASON} characters. It is stored in the ledger.`,
      }),
    },
    resolve: (_, { customerId, points, reason }, context) => adjustPoints(context, customerId, points, reason),
  }),
)

const PasswordLinkType = ownerBuilder.objectRef<PasswordLink>('PasswordLink').implement({
  scope: 'customers',
  description: 'A single-use link with which a customer can set a new password.',
  fields: (t) => ({
    url: t.exposeString('url', { description: 'The URL of the link, on the storefront or on a page of this service.' }),
    code: t.exposeString('code', { description: 'The code in the link, for entering by hand.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the link expires: after 30 minutes.' }),
  }),
})

ownerBuilder.mutationField('createPasswordLink', (t) =>
  t.field({
    scope: 'customers',
    type: PasswordLinkType,
    nullable: true,
    description:
      'Creates a link with which a customer can set a new password, for sending by other means than email. It replaces earlier links. Verify the customer’s identity first: whoever has the link can take over the account.',
    args: { customerId: t.arg.id({ required: true, description: 'The ID of the customer.' }) },
    resolve: (_, { customerId }, context) => createPasswordLink(context, customerId),
  }),
)
