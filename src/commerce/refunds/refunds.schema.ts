import { builder } from '../../api/graphql/schema/builder.ts'
import { toMainUnits } from '../../platform/money.ts'
import { canCancel } from './can-cancel.ts'
import { cancellableUntil, cancelOrder } from './cancel-order.ts'
import { refundsShown } from './list-refunds.ts'
import { RefundStatus } from './refundable.ts'
import type { ShownRefund } from './refunds.sql.ts'

const Status = builder.enumType('RefundStatus', {
  description: 'The status of a refund.',
  values: {
    [RefundStatus.PENDING]: { description: 'In progress: the payment provider is processing it.' },
    [RefundStatus.PROCESSED]: { description: 'Processed: the money is on its way to the buyer.' },
    [RefundStatus.FAILED]: { description: 'Failed.' },
  },
})

const Refund = builder.objectRef<ShownRefund>('Refund').implement({
  description: 'A refund of an order, in full or in part.',
  fields: (t) => ({
    amount: t.float({
      description: 'The amount in main currency units.',
      resolve: ({ amount, currency }) => toMainUnits(amount, currency),
    }),
    currency: t.exposeString('currency', { description: 'The currency of the amount, as an ISO 4217 code.' }),
    status: t.expose('status', { type: Status, description: 'The status of the refund.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the refund was started.' }),
    processedAt: t.expose('settledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the provider processed it; null until then.',
    }),
  }),
})

builder.mutationField('cancelOrder', (t) =>
  t.field({
    type: 'Order',
    nullable: true,
    description:
      'Cancels one of the customer’s orders, which must be pending, not shipped if it is to be paid on delivery or by hand, or paid but not shipped and within the store’s `cancellableMinutes`. Any payment is refunded; `refunds` shows the status.',
    limit: 'account',
    failure: 'Failed to cancel the order',
    args: { orderNo: t.arg.string({ required: true, description: 'The order number.' }) },
    resolve: (_, args, context) => cancelOrder(context, args),
  }),
)

builder.objectField('Order', 'refunds', (t) =>
  t.field({
    type: [Refund],
    description: 'The refunds of the order, oldest first, excluding failed ones.',
    resolve: ({ id, version }, _, context) => refundsShown(context).load({ id, version }),
  }),
)

builder.objectFields('Order', (t) => ({
  canCancel: t.boolean({
    description:
      'Whether this visitor can cancel it: the customer whose order it is, as long as `cancelOrder` allows it.',
    resolve: canCancel,
  }),
  cancellableUntil: t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'The end of the time in which its customer can cancel it although it is paid, unless it is shipped before; null if no time counts.',
    resolve: (order, _, { store }) => cancellableUntil(order, store.cancellableMinutes),
  }),
}))
