import { actorOf } from '../../api/admission/caller.ts'
import { ownerBuilder } from '../../api/graphql/schema/owner-builder.ts'
import { findPerson } from '../customers/person.ts'
import { type Erased, erasePerson } from './erase-person.ts'
import { exportWhole } from './export-person.ts'

/** A page of every list of a customer's. */
const EXPORT_COST = 1_000

const OTHER_WAY = 'whoever runs the service has them by "storefront customer export"'

ownerBuilder.scalarType('JSON', {
  description: 'Any JSON value.',
  serialize: (value) => value,
})

const phone = ownerBuilder.args((t) => ({
  phone: t.string({ required: true, description: 'The phone number in any notation, at most 255 characters.' }),
}))

ownerBuilder.queryField('customerData', (t) =>
  t.field({
    scope: { allOf: ['customers', 'orders'] },
    type: 'JSON',
    nullable: true,
    description:
      'All data that the store has about a person, for access requests: accounts and orders (including guest orders) with this phone number; points, wishlists, carts and reviews of these accounts; newsletter subscriptions and leads with this phone number or the person’s email addresses. Passwords and tokens are not included. At most 5,000 entries; `storefront customer export` has no limit.',
    failure: 'Failed to export the customer',
    complexity: EXPORT_COST,
    args: phone,
    resolve: async (_, args, context) => exportWhole(context, await findPerson(context, args.phone), OTHER_WAY),
  }),
)

const Erasure = ownerBuilder.objectRef<Erased>('CustomerErasure').implement({
  scope: 'customers',
  description: 'The numbers of records erased for a person.',
  fields: (t) => ({
    accounts: t.exposeInt('accounts', { description: 'The accounts that were deleted, with their points.' }),
    orders: t.exposeInt('orders', { description: 'The orders that were anonymized. Their other data is retained.' }),
    cancelledOrders: t.exposeInt('cancelledOrders', {
      description: 'The anonymized orders that were awaiting payment and were cancelled.',
    }),
    reviews: t.exposeInt('reviews', { description: 'The reviews that were anonymized.' }),
    wishlistItems: t.exposeInt('wishlistItems', { description: 'The wishlist entries that were deleted.' }),
    carts: t.exposeInt('carts', { description: 'The carts that were deleted.' }),
    subscriptions: t.exposeInt('subscriptions', { description: 'The newsletter subscriptions that were deleted.' }),
    leads: t.exposeInt('leads', { description: 'The leads that were deleted.' }),
  }),
})

ownerBuilder.mutationField('eraseCustomer', (t) =>
  t.field({
    scope: { allOf: ['customers', 'orders'] },
    type: Erasure,
    nullable: true,
    description:
      'Permanently erases the data that `customerData` returns, as far as accounting rules allow: orders and reviews are anonymized, everything else is deleted, and all tokens are revoked. `CONFLICT` while an order is paid but not shipped, or a refund is due. Repeating it changes nothing.',
    failure: 'Failed to erase the customer',
    args: phone,
    resolve: async (_, args, context) =>
      erasePerson(context, await findPerson(context, args.phone), actorOf(context.caller)),
  }),
)
