import { queryFromInfo } from '@pothos/plugin-prisma'
import { ownerBuilder } from '../gateway/owner-builder.ts'
import { getStoreOrder } from '../orders/list-store-orders.ts'
import { MAX_NOTE } from '../orders/owner-note.ts'
import { nameActor } from '../owners/name-actor.ts'
import { toMainUnits } from '../platform/money.ts'
import { markRefunded } from './mark-refunded.ts'
import { MAX_REASON, refundOrder } from './refund-order.ts'
import { RefundStatus } from './refund-status.ts'

const Status = ownerBuilder.enumType('RefundStatus', {
  description: 'Where a refund stands.',
  values: {
    [RefundStatus.PENDING]: { description: 'Under way: the provider works on it, or is asked again.' },
    [RefundStatus.PROCESSED]: { description: 'The money is on its way to the buyer.' },
    [RefundStatus.FAILED]: { description: 'It came to nothing; `failure` says why.' },
  },
})

const Refund = ownerBuilder.prismaObject('Refund', {
  description: 'Money of an order that goes back to its buyer.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies it in its store, and is its receipt at the provider.' }),
    status: t.expose('status', { type: Status, description: 'Where it stands.' }),
    amount: t.float({
      description: 'How much, in main currency units.',
      resolve: ({ amount, currency }) => toMainUnits(amount, currency),
    }),
    currency: t.exposeString('currency', { description: 'ISO 4217 code of the amount.' }),
    reason: t.exposeString('reason', { description: 'Why it was begun; empty when nobody here has begun it.' }),
    restock: t.exposeBoolean('restock', { description: 'Whether the order’s units go back into stock with it.' }),
    failure: t.exposeString('failure', {
      nullable: true,
      description:
        'What the provider gave as the reason that it failed, or, while it is under way, that it does not tell of it any more; null otherwise.',
    }),
    actor: t.string({
      description: 'Who began it: `buyer`, `provider` (in its dashboard), or `owner: ` and the name of the key.',
      resolve: ({ actor }, _, context) => nameActor(context, actor),
    }),
    throughProvider: t.boolean({
      description: 'Whether the provider gives the money back; not when you have only marked the order as refunded.',
      resolve: ({ provider }) => provider !== null,
    }),
    providerRefundId: t.exposeString('providerRefundId', {
      nullable: true,
      description: 'What the provider calls it, once it has said so.',
    }),
    idempotencyKey: t.exposeString('idempotencyKey', {
      nullable: true,
      description: 'The key that it was begun with; null when it was begun otherwise.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was begun.' }),
    settledAt: t.expose('settledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was processed, or failed; null while it is under way.',
    }),
  }),
})

ownerBuilder.prismaObjectFields('Order', (t) => ({
  refunds: t.field({
    type: [Refund],
    description: 'Its refunds, the first first.',
    select: { refunds: { orderBy: { number: 'asc' } } },
    resolve: ({ refunds }) => refunds,
  }),
}))

ownerBuilder.mutationFields((t) => ({
  refund: t.field({
    type: 'Order',
    nullable: true,
    description:
      'Gives the buyer money back through the payment provider. Redeemed points come back and earned ones go in proportion, with the whole sum all of them and the use of the discount code. One refund of an order at a time; its `refunds` tell what became of it. For money that you give back in another way, see `markRefunded`.',
    failure: 'Failed to refund',
    args: {
      orderNo: t.arg.string({ required: true, description: 'The order.' }),
      amount: t.arg.float({
        description: 'In main units of the order’s currency; all that is left of what was paid when left out.',
      }),
      restock: t.arg.boolean({
        defaultValue: false,
        description:
          'Whether the units that the order took go back into stock once it is processed, which they do once.',
      }),
      reason: t.arg.string({
        required: true,
        description: `For the order’s history, at most ${MAX_REASON} characters.`,
      }),
      idempotencyKey: t.arg.string({
        required: true,
        description: 'A text of your choice that is new for each refund: the same one gives the same refund again.',
      }),
    },
    resolve: async (_, args, context, info) => {
      await refundOrder(context, args)
      return getStoreOrder(context, args.orderNo, queryFromInfo({ context, info }))
    },
  }),
  markRefunded: t.field({
    type: 'Order',
    nullable: true,
    description:
      'Writes down that you have given the price of a paid order back, or what was left of it, wherever it stands: redeemed points are the customer’s again, earned ones are not. It moves no money and no stock, and ends a refund of which the provider does not tell any more. For a payment too many, see `resolveAttention`.',
    args: {
      orderNo: t.arg.string({ required: true, description: 'The order.' }),
      version: t.arg.int({
        description: 'The version that you have read: nothing is done when the order was changed since.',
      }),
      note: t.arg.string({ description: `A remark for the order’s history, at most ${MAX_NOTE} characters.` }),
    },
    resolve: (_, args, context) => markRefunded(context, args),
  }),
}))
