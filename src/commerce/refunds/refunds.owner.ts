import { queryFromInfo } from '@pothos/plugin-prisma'
import { ownerBuilder } from '../../api/graphql/schema/owner-builder.ts'
import type { OrderItem } from '../../generated/prisma/client.ts'
import { toMainUnits } from '../../platform/money.ts'
import { MAX_NOTE } from '../orders/owner-change.ts'
import { getStoreOrder } from '../orders/search/list-store-orders.ts'
import { nameActor } from '../owners/name-actor.ts'
import { cancelAsOwner, PaidBefore } from './cancel-as-owner.ts'
import { markRefunded } from './mark-refunded.ts'
import { previewRefund, type RefundPreview } from './preview-refund.ts'
import { MAX_REASON, RefundWay, refundOrder } from './refund-order.ts'
import { RefundStatus } from './refundable.ts'

const Status = ownerBuilder.enumType('RefundStatus', {
  description: 'The status of a refund.',
  values: {
    [RefundStatus.PENDING]: { description: 'In progress: the provider is processing it or will be asked again.' },
    [RefundStatus.PROCESSED]: { description: 'Processed: the money is on its way to the buyer.' },
    [RefundStatus.FAILED]: { description: 'Failed; `failure` gives the reason.' },
  },
})

const Way = ownerBuilder.enumType('RefundWay', {
  description: 'Who returns the money of a refund.',
  values: {
    [RefundWay.PROVIDER]: { description: 'The payment provider, which is asked.' },
    [RefundWay.MANUAL]: {
      description:
        'You, by hand, for an order with a payment method of the store. The refund is recorded as processed at once.',
    },
  },
})

const Before = ownerBuilder.enumType('PaidBefore', {
  description: 'What becomes of what you have recorded as paid for an order that is cancelled.',
  values: {
    [PaidBefore.KEEP]: { description: 'You keep it.' },
    [PaidBefore.GIVE_BACK]: { description: 'You give it back by hand, which is recorded as a refund.' },
  },
})

const Refund = ownerBuilder.prismaObject('Refund', {
  scope: 'orders',
  description: 'A refund of an order, in full or in part.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description: 'The ID of the refund, unique within the store. It is sent to the provider as the receipt.',
    }),
    status: t.expose('status', { type: Status, description: 'The status of the refund.' }),
    amount: t.float({
      description: 'The amount in main currency units.',
      resolve: ({ amount, currency }) => toMainUnits(amount, currency),
    }),
    currency: t.exposeString('currency', { description: 'The currency of the amount, as an ISO 4217 code.' }),
    reason: t.exposeString('reason', {
      description: 'The reason for the refund; empty if it was started at the provider.',
    }),
    restock: t.exposeBoolean('restock', { description: 'Whether the units of the order are returned to stock.' }),
    failure: t.exposeString('failure', {
      nullable: true,
      description:
        'Why the refund failed, as reported by the provider, or a note that a pending refund is no longer found at the provider; null otherwise.',
    }),
    actor: t.string({
      description:
        'Who started it: `buyer`, `provider` (in its dashboard), or `owner: ` followed by the name of the key, or `person: ` followed by that of a person who works for the store.',
      resolve: ({ actor }, _, context) => nameActor(context, actor),
    }),
    throughProvider: t.boolean({
      description: 'Whether the refund is made through the payment provider; false if it was only recorded.',
      resolve: ({ provider }) => provider !== null,
    }),
    providerRefundId: t.exposeString('providerRefundId', {
      nullable: true,
      description: 'The provider’s ID of the refund; null until it is known.',
    }),
    idempotencyKey: t.exposeString('idempotencyKey', {
      nullable: true,
      description: 'The idempotency key of the `refund` mutation; null if the refund was started otherwise.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the refund was started.' }),
    settledAt: t.expose('settledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was processed or failed; null while it is pending.',
    }),
  }),
})

ownerBuilder.prismaObjectFields('Order', (t) => ({
  refunds: t.field({
    type: [Refund],
    description: 'The refunds of the order, oldest first.',
    select: { refunds: { orderBy: { number: 'asc' } } },
    resolve: ({ refunds }) => refunds,
  }),
}))

const Restocked = ownerBuilder.objectRef<OrderItem>('RestockedItem').implement({
  scope: 'orders',
  description: 'A line of an order whose units would return to stock.',
  fields: (t) => ({
    productId: t.exposeID('productId', { description: 'The ID of the product.' }),
    variantId: t.exposeID('variantId', {
      nullable: true,
      description: 'The ID of the variant; null if there is none.',
    }),
    name: t.exposeString('name', { description: 'The name of the product when it was bought.' }),
    units: t.exposeInt('stockTaken', { description: 'The number of units.' }),
  }),
})

const Preview = ownerBuilder.objectRef<RefundPreview>('RefundPreview').implement({
  scope: 'orders',
  description: 'What a refund would do now.',
  fields: (t) => ({
    refusal: t.exposeString('refusal', {
      nullable: true,
      description: 'Why it would be refused; null if it would not. All else is 0 then.',
    }),
    currency: t.exposeString('currency', { description: 'The currency as an ISO 4217 code.' }),
    amount: t.float({
      description: 'What would go back to the buyer, in main units.',
      resolve: ({ amount, currency }) => toMainUnits(amount, currency),
    }),
    left: t.float({
      description: 'All that can still be refunded, in main units.',
      resolve: ({ left, currency }) => toMainUnits(left, currency),
    }),
    pointsReturned: t.exposeInt('pointsReturned', { description: 'The redeemed points that the customer gets back.' }),
    pointsTaken: t.exposeInt('pointsTaken', { description: 'The earned points that the customer loses.' }),
    returnsDiscountUse: t.exposeBoolean('returnsDiscountUse', {
      description: 'Whether the use of the discount code is returned.',
    }),
    restocked: t.field({
      type: [Restocked],
      description: 'The lines whose units return to stock.',
      resolve: ({ restocked }) => restocked,
    }),
  }),
})

ownerBuilder.queryField('refundPreview', (t) =>
  t.field({
    scope: 'orders',
    type: Preview,
    nullable: true,
    description:
      'What `refund` would do with the same arguments now, once the provider has made it. Nothing is changed. The balance and the stock may be others by then.',
    failure: 'Failed to preview the refund',
    args: {
      orderNo: t.arg.string({ required: true, description: 'The order number.' }),
      by: t.arg({ type: Way, defaultValue: RefundWay.PROVIDER, description: 'Who returns the money.' }),
      amount: t.arg.float({ description: 'The amount in main units; by default all that is left.' }),
      restock: t.arg.boolean({ defaultValue: false, description: 'Whether to return the units to stock.' }),
    },
    resolve: (_, args, context) => previewRefund(context, args),
  }),
)

ownerBuilder.mutationFields((t) => ({
  refund: t.field({
    scope: 'money',
    type: 'Order',
    nullable: true,
    description:
      'Refunds the buyer through the payment provider, or records that you return the money of an order that was paid without it. Redeemed points are returned and earned points deducted in proportion; a full refund also returns the use of the discount code. An order can have only one refund in progress; `refunds` shows its status. For refunds made in another way, see `markRefunded`.',
    failure: 'Failed to refund',
    args: {
      orderNo: t.arg.string({ required: true, description: 'The order number.' }),
      by: t.arg({
        type: Way,
        defaultValue: RefundWay.PROVIDER,
        description: 'Who returns the money.',
      }),
      amount: t.arg.float({
        description: 'The amount in main units of the order’s currency; by default all that has not been refunded yet.',
      }),
      restock: t.arg.boolean({
        defaultValue: false,
        description:
          'Whether to return the units of the order to stock when the refund is processed. They are returned at most once.',
      }),
      reason: t.arg.string({
        required: true,
        description: `The reason, for the history of the order; at most ${MAX_REASON} characters.`,
      }),
      idempotencyKey: t.arg.string({
        required: true,
        description: 'A unique text of your choice for each refund. Repeating it returns the same refund.',
      }),
    },
    resolve: async (_, args, context, info) => {
      await refundOrder(context, args)
      return getStoreOrder(context, args.orderNo, queryFromInfo({ context, info }))
    },
  }),
  cancelOrder: t.field({
    scope: 'orders',
    type: 'Order',
    nullable: true,
    description:
      'Cancels an order that is pending or confirmed, or whose buyer has refused it at the door: shipped, with a payment method of the store, and not paid in full. Discount use and points are returned; what was paid in advance is kept or given back.',
    failure: 'Failed to cancel the order',
    args: {
      orderNo: t.arg.string({ required: true, description: 'The order number.' }),
      version: t.arg.int({
        description: 'The version that you have read; `CONFLICT` if the order has changed since.',
      }),
      restock: t.arg.boolean({
        defaultValue: false,
        description: 'For a shipped order: whether its units are back in stock. Others always return them.',
      }),
      paidBefore: t.arg({
        type: Before,
        description:
          'What becomes of what you have recorded as paid. By default the order needs attention, and can be refunded later.',
      }),
    },
    resolve: async (_, args, context, info) => {
      await cancelAsOwner(context, args)
      return getStoreOrder(context, args.orderNo, queryFromInfo({ context, info }))
    },
  }),
  markRefunded: t.field({
    scope: 'money',
    type: 'Order',
    nullable: true,
    description:
      'Records that you have refunded a paid order, or the rest of it, outside this service; the order can have any status. Redeemed points are returned and earned points deducted. No money and no stock is moved. It also ends a pending refund that is no longer found at the provider. For a surplus payment, see `resolveAttention`.',
    args: {
      orderNo: t.arg.string({ required: true, description: 'The order number.' }),
      version: t.arg.int({
        description: 'The version that you have read; `CONFLICT` if the order has changed since.',
      }),
      note: t.arg.string({ description: `A note for the history of the order, at most ${MAX_NOTE} characters.` }),
    },
    resolve: (_, args, context) => markRefunded(context, args),
  }),
}))
