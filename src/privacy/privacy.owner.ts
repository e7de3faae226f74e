import { findPerson } from '../customers/person.ts'
import { ownerBuilder } from '../gateway/owner-builder.ts'
import { ownerActor } from '../orders/order-event.ts'
import { type Erased, erasePerson } from './erase-person.ts'
import { exportWhole } from './export-person.ts'

/** As much as reading a page of every list of a customer's. */
const EXPORT_COST = 1_000

const OTHER_WAY = 'whoever runs the service has them by "storefront customer export"'

ownerBuilder.scalarType('JSON', {
  description: 'Any JSON.',
  serialize: (value) => value,
})

const phone = ownerBuilder.args((t) => ({
  phone: t.string({ required: true, description: 'The phone, however it is written; at most 255 characters.' }),
}))

ownerBuilder.queryField('customerData', (t) =>
  t.field({
    type: 'JSON',
    nullable: true,
    description:
      'All that the store knows of a person, for when they ask: the accounts with this phone; orders, also of guests, that name it; points, wishlist, carts and reviews of the accounts; newsletter and leads with this phone or an email of theirs. No passwords and no tokens. At most 5,000 entries; `storefront customer export` has no limit.',
    failure: 'Failed to export the customer',
    complexity: EXPORT_COST,
    args: phone,
    resolve: async (_, args, context) => exportWhole(context, await findPerson(context, args.phone), OTHER_WAY),
  }),
)

const Erasure = ownerBuilder.objectRef<Erased>('CustomerErasure').implement({
  description: 'What was erased of a person.',
  fields: (t) => ({
    accounts: t.exposeInt('accounts', { description: 'Accounts, with their points, which nobody has any more.' }),
    orders: t.exposeInt('orders', { description: 'Orders that no longer tell who bought. All else of them stays.' }),
    cancelledOrders: t.exposeInt('cancelledOrders', {
      description: 'Those of them that waited for their payment, and were cancelled.',
    }),
    reviews: t.exposeInt('reviews', { description: 'Reviews that are anonymous now.' }),
    wishlistItems: t.exposeInt('wishlistItems', { description: 'Products that were on their wishlist.' }),
    carts: t.exposeInt('carts', { description: 'Carts that were deleted.' }),
    subscriptions: t.exposeInt('subscriptions', { description: 'Addresses that were taken off the newsletter.' }),
    leads: t.exposeInt('leads', { description: 'Leads that were deleted.' }),
  }),
})

ownerBuilder.mutationField('eraseCustomer', (t) =>
  t.field({
    type: Erasure,
    nullable: true,
    description:
      'Erases for good what `customerData` shows of a person, as far as the books allow: orders stay without a name, reviews become anonymous, everything else is deleted, and their tokens are good for nothing. `CONFLICT` while an order is paid and not sent, or owes money. Repeating it changes nothing.',
    failure: 'Failed to erase the customer',
    args: phone,
    resolve: async (_, args, context) =>
      erasePerson(context, await findPerson(context, args.phone), ownerActor(context.ownerKey)),
  }),
)
