import { ownerBuilder, pageArgs } from '../../api/graphql/schema/owner-builder.ts'
import { ownerPageCost } from '../../platform/counted-page.ts'
import { nameActor } from '../owners/name-actor.ts'
import { listEntries } from './list-entries.ts'
import { LoyaltyEntryKind as Kinds } from './points.ts'

const LoyaltyEntryKind = ownerBuilder.enumType('LoyaltyEntryKind', {
  description: 'Why a customer’s points changed.',
  values: {
    [Kinds.OPENING]: { description: 'The opening balance of a customer imported from a bundle.' },
    [Kinds.EARN]: { description: 'Points earned by a paid order.' },
    [Kinds.REDEEM]: { description: 'Points redeemed by a paid order.' },
    [Kinds.REFERRAL]: { description: 'Points for referring a friend who signed up.' },
    [Kinds.ADJUSTMENT]: { description: 'Points added or deducted by the owner.' },
    [Kinds.EARN_REVERSAL]: { description: 'Earned points deducted because their order was cancelled or refunded.' },
    [Kinds.REDEEM_REVERSAL]: { description: 'Redeemed points returned because their order was cancelled or refunded.' },
  } as const,
})

const LoyaltyEntry = ownerBuilder.prismaObject('LoyaltyEntry', {
  scope: 'customers',
  description: 'A change of a customer’s points. Entries are never updated or deleted.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The ID of the entry, unique within the store.' }),
    kind: t.expose('kind', { type: LoyaltyEntryKind, description: 'The reason for the change.' }),
    points: t.exposeInt('points', { description: 'The number of points; negative if they were deducted.' }),
    balanceAfter: t.exposeInt('balanceAfter', { description: 'The balance after this change.' }),
    reason: t.exposeString('reason', {
      description: 'The reason given by the owner; empty for entries of orders and referrals.',
    }),
    actor: t.string({
      nullable: true,
      description:
        'Who made an adjustment: `owner: ` followed by the name of the key, or `person: ` followed by that of a person who works for the store; null for other entries.',
      resolve: ({ actor }, _, context) => (actor === null ? null : nameActor(context, actor)),
    }),
    orderId: t.exposeID('orderId', { nullable: true, description: 'The ID of the order; null if the entry has none.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the points changed.' }),
  }),
})

const LoyaltyEntryConnection = ownerBuilder.connectionObject(
  {
    type: LoyaltyEntry,
    name: 'LoyaltyEntryConnection',
    scope: 'customers',
    description: 'A page of a customer’s points ledger.',
  },
  { name: 'LoyaltyEntryEdge', scope: 'customers', description: 'A ledger entry and its cursor.' },
)

ownerBuilder.prismaObjectField('Customer', 'loyaltyEntries', (t) =>
  t.field({
    type: LoyaltyEntryConnection,
    description: 'The ledger of the customer’s points, newest first.',
    complexity: ownerPageCost,
    args: pageArgs,
    resolve: (customer, args, context) => listEntries(context, customer, args),
  }),
)
