import { queryFromInfo } from '@pothos/plugin-prisma'
import { ownerBuilder } from '../../../api/graphql/schema/owner-builder.ts'
import { toMainUnits } from '../../../platform/money.ts'
import { dueOf, feeOf, paymentOf } from '../../payments/methods/order-payment.ts'
import { ReportedBy, type ReportRow } from '../report/delivery-report.sql.ts'
import { deliveryReport, MAX_DAYS } from '../report/delivery-report.ts'
import { getStoreOrder } from '../search/list-store-orders.ts'
import { inMainUnits } from '../shown/shown-order.ts'
import { confirmOrder } from './confirm-order.ts'
import { MAX_REFERENCE, recordPayment } from './record-payment.ts'
import { undoRecordedPayment } from './undo-payment.ts'

ownerBuilder.prismaObjectFields('Order', (t) => ({
  paymentMethod: t.exposeString('paymentMethod', {
    nullable: true,
    description: 'The code of the store’s payment method; null for the payment provider.',
  }),
  paymentMethodName: t.string({
    nullable: true,
    description: 'The name of that payment method when the order was placed; null for the payment provider.',
    resolve: (order) => paymentOf(order)?.name ?? null,
  }),
  collected: t.float({
    description: 'What you have recorded as paid without the payment provider, in main currency units.',
    resolve: inMainUnits('collectedAmount'),
  }),
  toCollect: t.float({
    description: 'What is still to be paid without the payment provider, in main currency units.',
    resolve: (order) => (order.paymentMethod === null ? 0 : toMainUnits(dueOf(order), order.currency)),
  }),
  paymentFee: t.float({
    description: 'The part of `shippingFee` that is for that payment method, in main currency units.',
    resolve: (order) => toMainUnits(feeOf(order), order.currency),
  }),
  refusedAt: t.expose('refusedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When the buyer refused it at the door; null if they did not.',
  }),
}))

const By = ownerBuilder.enumType('DeliveryReportBy', {
  description: 'What a report of orders is grouped by.',
  values: {
    [ReportedBy.METHOD]: { description: 'The delivery method.' },
    [ReportedBy.ZONE]: { description: 'The zone of the destination.' },
    [ReportedBy.PAYMENT]: { description: 'The payment method.' },
  },
})

const Row = ownerBuilder.objectRef<ReportRow>('DeliveryReportRow').implement({
  scope: 'orders',
  description: 'The orders with one delivery method, zone, or payment method.',
  fields: (t) => ({
    code: t.exposeString('code', {
      nullable: true,
      description: 'The code; null for the store’s flat fee or its payment provider.',
    }),
    currency: t.exposeString('currency', { description: 'The currency of the amounts, as an ISO 4217 code.' }),
    orders: t.exposeInt('orders', {
      description: 'The number of orders that were confirmed and not cancelled before they were shipped.',
    }),
    goods: t.float({
      description: 'The value of their goods after deductions, in main currency units, without refused orders.',
      resolve: ({ goods, currency }) => toMainUnits(goods, currency),
    }),
    fees: t.float({
      description: 'Their fees, of delivery or of the payment method, in main currency units, without refused orders.',
      resolve: ({ fees, currency }) => toMainUnits(fees, currency),
    }),
    refusedShare: t.float({
      description: 'The share of the orders that was refused at the door, 0 to 1.',
      resolve: ({ refused, orders }) => refused / orders,
    }),
  }),
})

ownerBuilder.queryField('deliveryReport', (t) =>
  t.field({
    scope: 'orders',
    figures: true,
    type: [Row],
    nullable: true,
    description: `What orders of a time came to, by how they are delivered or paid; the most frequent first. At most ${MAX_DAYS} days.`,
    failure: 'Failed to load the report',
    args: {
      from: t.arg({ type: 'DateTime', required: true, description: 'Only orders placed at or after this time.' }),
      until: t.arg({ type: 'DateTime', required: true, description: 'Only orders placed before this time.' }),
      by: t.arg({ type: By, required: true, description: 'What to group them by.' }),
      playMoney: t.arg.boolean({ description: 'Only orders with play money (true) or only others (false).' }),
    },
    resolve: (_, args, context) => deliveryReport(context, args),
  }),
)

ownerBuilder.mutationFields((t) => ({
  confirmOrder: t.field({
    scope: 'orders',
    type: 'Order',
    nullable: true,
    description:
      'Confirms a pending order with a payment method of the store, and takes its stock, discount use and points. `CONFLICT` if they no longer cover it, which can only be once its holds have expired or you have lowered them.',
    failure: 'Failed to confirm the order',
    args: {
      orderNo: t.arg.string({ required: true, description: 'The order number.' }),
      version: t.arg.int({
        description: 'The version that you have read; `CONFLICT` if the order has changed since.',
      }),
    },
    resolve: async (_, args, context, info) => {
      await confirmOrder(context, args)
      return getStoreOrder(context, args.orderNo, queryFromInfo({ context, info }))
    },
  }),
  recordPayment: t.field({
    scope: 'money',
    type: 'Order',
    nullable: true,
    description:
      'Records money that you have received for an order with a payment method of the store. Partial amounts add up; at the total the order is paid, and its points are earned. A pending order is then confirmed, too.',
    failure: 'Failed to record the payment',
    args: {
      orderNo: t.arg.string({ required: true, description: 'The order number.' }),
      amount: t.arg.float({
        description: 'The amount in main units of the order’s currency; by default all that is still to be paid.',
      }),
      reference: t.arg.string({
        description: `Your reference, such as the number of a bank transfer; at most ${MAX_REFERENCE} characters.`,
      }),
      idempotencyKey: t.arg.string({
        required: true,
        description: 'A unique text of your choice for each payment. Repeating it records nothing more.',
      }),
    },
    resolve: async (_, args, context, info) => {
      await recordPayment(context, args)
      return getStoreOrder(context, args.orderNo, queryFromInfo({ context, info }))
    },
  }),
  undoRecordedPayment: t.field({
    scope: 'money',
    type: 'Order',
    nullable: true,
    description:
      'Takes back that you recorded a payment, within 24 hours. The amount is due again, and the payment, its points and its part in the figures are gone; the history keeps both. An order that the payment had confirmed stays confirmed.',
    failure: 'Failed to undo the payment',
    args: {
      orderNo: t.arg.string({ required: true, description: 'The order number.' }),
      paymentId: t.arg.id({ required: true, description: 'The ID of the payment, of `Order.payments`.' }),
      version: t.arg.int({
        description: 'The version that you have read; `CONFLICT` if the order has changed since.',
      }),
    },
    resolve: async (_, args, context, info) => {
      await undoRecordedPayment(context, args)
      return getStoreOrder(context, args.orderNo, queryFromInfo({ context, info }))
    },
  }),
}))
