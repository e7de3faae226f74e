import { builder } from '../gateway/builder.ts'
import { toMainUnits } from '../platform/money.ts'
import { cancelOrder } from './cancel-order.ts'
import { refundsShown } from './list-refunds.ts'
import { RefundStatus } from './refund-status.ts'
import type { ShownRefund } from './refunds.sql.ts'

const Status = builder.enumType('RefundStatus', {
  description: 'The status of a refund.',
  values: {
    [RefundStatus.PENDING]: { description: 'The payment provider is working on it.' },
    [RefundStatus.PROCESSED]: { description: 'The money is on its way to the buyer.' },
    [RefundStatus.FAILED]: { description: 'It came to nothing.' },
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
    status: t.expose('status', { type: Status, description: 'Where it stands.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the refund was started.' }),
    processedAt: t.expose('settledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the provider had done its part; null before.',
    }),
  }),
})

builder.mutationField('cancelOrder', (t) =>
  t.field({
    type: 'Order',
    nullable: true,
    description:
      'Cancels an order of the customer: while it is pending, or while it is paid and not shipped, for as long as `store { cancellableMinutes }` says. What was paid goes back to them; `refunds` tells of it.',
    limit: 'account',
    failure: 'Failed to cancel the order',
    args: { orderNo: t.arg.string({ required: true, description: 'Its number.' }) },
    resolve: (_, args, context) => cancelOrder(context, args),
  }),
)

builder.objectField('Order', 'refunds', (t) =>
  t.field({
    type: [Refund],
    description: 'What goes or went back to the buyer, the first first; without refunds that came to nothing.',
    resolve: ({ id, version }, _, context) => refundsShown(context).load({ id, version }),
  }),
)
