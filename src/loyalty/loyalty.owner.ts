import { ownerBuilder, pageArgs } from '../gateway/owner-builder.ts'
import { nameActor } from '../owners/name-actor.ts'
import { ownerPageCost } from '../platform/counted-page.ts'
import { LoyaltyEntryKind as Kinds } from './entry-kind.ts'
import { listEntries } from './list-entries.ts'

const LoyaltyEntryKind = ownerBuilder.enumType('LoyaltyEntryKind', {
  description: 'Why a customer’s points changed.',
  values: {
    [Kinds.OPENING]: { description: 'They came with the customer from a bundle.' },
    [Kinds.EARN]: { description: 'A paid order earned them.' },
    [Kinds.REDEEM]: { description: 'A paid order redeemed them.' },
    [Kinds.REFERRAL]: { description: 'A friend signed up.' },
    [Kinds.ADJUSTMENT]: { description: 'The owner gave or took them.' },
    [Kinds.EARN_REVERSAL]: { description: 'The order that earned them was cancelled.' },
    [Kinds.REDEEM_REVERSAL]: { description: 'The order that redeemed them was cancelled.' },
  } as const,
})

const LoyaltyEntry = ownerBuilder.prismaObject('LoyaltyEntry', {
  description: 'A change of a customer’s points. Entries are never changed or removed.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies the entry in the store.' }),
    kind: t.expose('kind', { type: LoyaltyEntryKind, description: 'Why.' }),
    points: t.exposeInt('points', { description: 'How many; below 0 when they were taken away.' }),
    balanceAfter: t.exposeInt('balanceAfter', { description: 'How many there were then.' }),
    reason: t.exposeString('reason', { description: 'The owner’s words; empty for what has an order or a friend.' }),
    actor: t.string({
      nullable: true,
      description: 'Who made an adjustment: `owner: ` and the name of the key.',
      resolve: ({ actor }, _, context) => (actor === null ? null : nameActor(context, actor)),
    }),
    orderId: t.exposeID('orderId', { nullable: true, description: 'The order that it belongs to.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When.' }),
  }),
})

const LoyaltyEntryConnection = ownerBuilder.connectionObject(
  { type: LoyaltyEntry, name: 'LoyaltyEntryConnection', description: 'A page of a customer’s ledger.' },
  { name: 'LoyaltyEntryEdge', description: 'A change of points with its place in the ledger.' },
)

ownerBuilder.prismaObjectField('Customer', 'loyaltyEntries', (t) =>
  t.field({
    type: LoyaltyEntryConnection,
    description: 'How their points came about, newest first.',
    complexity: ownerPageCost,
    args: pageArgs,
    resolve: (customer, args, context) => listEntries(context, customer, args),
  }),
)
