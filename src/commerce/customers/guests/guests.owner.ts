import type { OwnerContext } from '../../../api/context.ts'
import { ownerBuilder, pageArgs, withAsksCount } from '../../../api/graphql/schema/owner-builder.ts'
import { ownerPageCost } from '../../../platform/counted-page.ts'
import { toMainUnits } from '../../../platform/money.ts'
import { phoneIdentity } from '../../../shared/phones.ts'
import { accountsOfGuests, type Guest, getGuest, guestFigures, guestId, listGuests } from './list-guests.ts'

const figuresOf = (guest: Guest, context: OwnerContext) => guestFigures(context).load(guestId(guest))

const GuestType = ownerBuilder.objectRef<Guest>('Guest').implement({
  scope: 'customers',
  description: 'A person who has ordered without an account: all such orders of one phone number, in any spelling.',
  fields: (t) => ({
    id: t.id({
      description: 'What identifies the guest within the store: the last ten digits of the phone number.',
      resolve: guestId,
    }),
    name: t.exposeString('buyerName', { description: 'The name in the newest order.' }),
    phone: t.exposeString('buyerPhone', { description: 'The phone number as entered in the newest order.' }),
    email: t.exposeString('buyerEmail', { nullable: true, description: 'The email address in the newest order.' }),
    address: t.exposeString('buyerAddress', {
      nullable: true,
      description: 'The shipping address in the newest order.',
    }),
    firstOrderAt: t.field({
      type: 'DateTime',
      description: 'When the first of the orders was placed.',
      resolve: async (guest, _, context) => (await figuresOf(guest, context)).firstOrderAt ?? guest.createdAt,
    }),
    lastOrderAt: t.expose('createdAt', { type: 'DateTime', description: 'When the newest order was placed.' }),
    placedOrders: t.int({
      description: 'The number of orders, paid or not.',
      resolve: async (guest, _, context) => (await figuresOf(guest, context)).orders,
    }),
    paidOrders: t.int({
      description: 'The number of paid orders, excluding refunded ones.',
      resolve: async (guest, _, context) => (await figuresOf(guest, context)).paidOrders,
    }),
    totalSpent: t.float({
      description: 'The total amount of those orders, in main currency units.',
      resolve: async (guest, _, context) =>
        toMainUnits((await figuresOf(guest, context)).spent, context.store.currency),
    }),
    accounts: t.field({
      type: ['Customer'],
      description: 'Accounts with the phone number. Guests in the list have none.',
      resolve: (guest, _, context) => accountsOfGuests(context).load(guestId(guest)),
    }),
  }),
})

const GuestConnection = ownerBuilder.connectionObject(
  { type: GuestType, name: 'GuestConnection', scope: 'customers', description: 'A page of guests.' },
  { name: 'GuestEdge', scope: 'customers', description: 'A guest and their cursor.' },
)

ownerBuilder.queryFields((t) => ({
  guests: t.field({
    scope: 'customers',
    type: GuestConnection,
    nullable: true,
    description:
      'The people who have ordered without an account and have none with the same phone number, by their newest order. Erased people and orders without a phone number are not among them.',
    complexity: ownerPageCost,
    args: {
      search: t.arg.string({
        description:
          'Only guests whose newest order has these words in its name, email or phone, ignoring case, accents and apostrophes, or who have this phone in any spelling; at most 100 characters.',
      }),
      ...pageArgs,
    },
    resolve: (_, args, context, info) => listGuests(context, withAsksCount(args, info)),
  }),
  guest: t.field({
    scope: 'customers',
    type: GuestType,
    nullable: true,
    description: 'A guest by phone number, also one with an account.',
    args: { phone: t.arg.string({ required: true, description: 'The phone number, in any spelling.' }) },
    resolve: (_, { phone }, context) => getGuest(context, phone),
  }),
}))

ownerBuilder.prismaObjectField('Customer', 'guestOrders', (t) =>
  t.int({
    description: 'The number of orders that were placed with the same phone number but without an account.',
    resolve: async ({ phone }, _, context) => (await guestFigures(context).load(phoneIdentity(phone))).orders,
  }),
)
