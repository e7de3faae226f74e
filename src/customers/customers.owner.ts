import { ownerBuilder, pageArgs, withAsksCount } from '../gateway/owner-builder.ts'
import { ownerPageCost } from '../platform/counted-page.ts'
import { toMainUnits } from '../platform/money.ts'
import { adjustPoints } from './adjust-points.ts'
import { isEmailConfirmed } from './confirm-email.ts'
import { createPasswordLink, type PasswordLink } from './create-password-link.ts'
import { getCustomer, listCustomers } from './list-customers.ts'
import { purchasesOf } from './purchases.ts'

const Customer = ownerBuilder.prismaObject('Customer', {
  description: 'A customer of the store.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies the customer in the store.' }),
    name: t.exposeString('name', { description: 'Their name.' }),
    phone: t.exposeString('phone', { description: 'Digits only; what they log in with.' }),
    email: t.exposeString('email', { nullable: true, description: 'Their email address.' }),
    emailConfirmed: t.boolean({
      description: 'Whether they have confirmed it. One that is not gets no mails but those of orders.',
      resolve: isEmailConfirmed,
    }),
    address: t.exposeString('address', { nullable: true, description: 'Where they live.' }),
    referralCode: t.exposeString('referralCode', { description: 'What they give to friends who sign up.' }),
    points: t.exposeInt('points', { description: 'Their points. What pending orders redeem is still in it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When they signed up.' }),
    paidOrders: t.int({
      description: 'How many orders they have paid for, refunded ones left out.',
      resolve: async ({ id }, _, context) => (await purchasesOf(context, id)).orders,
    }),
    totalSpent: t.float({
      description: 'What those came to, in main units.',
      resolve: async ({ id }, _, context) =>
        toMainUnits((await purchasesOf(context, id)).spent, context.store.currency),
    }),
  }),
})

const CustomerConnection = ownerBuilder.connectionObject(
  { type: Customer, name: 'CustomerConnection', description: 'A page of customers.' },
  { name: 'CustomerEdge', description: 'A customer with their place in the list.' },
)

ownerBuilder.queryFields((t) => ({
  customers: t.field({
    type: CustomerConnection,
    nullable: true,
    description: 'The customers, newest first.',
    complexity: ownerPageCost,
    args: {
      search: t.arg.string({
        description: 'Only those whose name, email or phone has this in it; at most 100 characters.',
      }),
      ...pageArgs,
    },
    resolve: (_, args, context, info) => listCustomers(context, withAsksCount(args, info)),
  }),
  customer: t.field({
    type: Customer,
    nullable: true,
    description: 'A customer.',
    args: { id: t.arg.id({ required: true, description: 'Which.' }) },
    resolve: (_, { id }, context) => getCustomer(context, id),
  }),
}))

ownerBuilder.mutationField('adjustLoyalty', (t) =>
  t.field({
    type: Customer,
    nullable: true,
    description: 'Gives a customer points, or takes away what no pending order holds.',
    args: {
      customerId: t.arg.id({ required: true, description: 'Whom.' }),
      points: t.arg.int({ required: true, description: 'How many; below 0 to take them away.' }),
      reason: t.arg.string({ required: true, description: 'Why, at most 500 characters; it stays in the ledger.' }),
    },
    resolve: (_, { customerId, points, reason }, context) => adjustPoints(context, customerId, points, reason),
  }),
)

const PasswordLinkType = ownerBuilder.objectRef<PasswordLink>('PasswordLink').implement({
  description: 'A link by which a customer chooses a new password, once.',
  fields: (t) => ({
    url: t.exposeString('url', { description: 'Where it leads: to the store’s site, or to a page of this service.' }),
    code: t.exposeString('code', { description: 'The code in it, to be typed in where there is no link.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Until when it is good: 30 minutes.' }),
  }),
})

ownerBuilder.mutationField('createPasswordLink', (t) =>
  t.field({
    type: PasswordLinkType,
    nullable: true,
    description:
      'Makes a link for a customer who has forgotten the password, to hand over by another way than the mail, in place of any that was made before. Make sure that it is them who asks: whoever has the link has the account.',
    args: { customerId: t.arg.id({ required: true, description: 'Whose.' }) },
    resolve: (_, { customerId }, context) => createPasswordLink(context, customerId),
  }),
)
