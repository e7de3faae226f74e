import type { OrderEvent, Payment } from '../generated/prisma/client.ts'
import { ownerBuilder } from '../graphql/schema/owner-builder.ts'
import { nameActor } from '../owners/name-actor.ts'
import { PaymentTaker } from '../payments/methods/payment-method-kinds.ts'
import { toMainUnits } from '../platform/money.ts'
import type { OrderEventKind } from './order-event.ts'

const kinds: Record<OrderEventKind, string> = {
  placed: 'The order was placed.',
  confirmed: 'The order was confirmed, to be paid later.',
  part_paid: 'A part of the order was paid; the details say how much is still to be paid.',
  paid: 'The order was paid.',
  failed: 'The payment failed.',
  cancelled: 'The order was cancelled.',
  shipped: 'The order was shipped.',
  delivered: 'The order was delivered.',
  refunding: 'A refund was started.',
  refunded: 'The order was refunded, in full or by the amount in the details.',
  refund_failed: 'A refund failed.',
  attention: 'The order needs the owner’s attention.',
  resolved: 'The owner resolved the alert.',
  erased: 'The buyer’s personal data was erased.',
}

const Kind = ownerBuilder.enumType('OrderEventKind', {
  description: 'What happened to an order.',
  values: Object.fromEntries(
    Object.entries(kinds).map(([value, description]) => [value.toUpperCase(), { value, description }]),
  ),
})

const Event = ownerBuilder.objectRef<OrderEvent>('OrderEvent').implement({
  description: 'An entry in the history of an order.',
  fields: (t) => ({
    actor: t.string({
      description:
        'Who caused it: `buyer`, `provider`, `reconciliation`, `operator` (a user of the service’s command line), or `owner: ` followed by the name of the key.',
      resolve: ({ actor }, _, context) => nameActor(context, actor),
    }),
    kind: t.expose('kind', { type: Kind, description: 'What happened.' }),
    detail: t.exposeString('detail', { description: 'Details; empty if there are none.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it happened.' }),
  }),
})

const Provider = ownerBuilder.enumType('OrderPaymentProvider', {
  description: 'Who took a payment.',
  values: {
    [PaymentTaker.SANDBOX]: { description: 'The sandbox, with play money.' },
    [PaymentTaker.RAZORPAY]: { description: 'Razorpay.' },
    [PaymentTaker.MANUAL]: { description: 'The store itself, without a provider: on delivery or by hand.' },
  },
})

const OrderPayment = ownerBuilder.objectRef<Payment>('OrderPayment').implement({
  description: 'A payment for an order, as reported by the provider or recorded by the owner.',
  fields: (t) => ({
    provider: t.expose('provider', { type: Provider, description: 'Who took the payment.' }),
    providerPaymentId: t.exposeString('providerPaymentId', {
      description: 'The provider’s ID of the payment; the idempotency key of a payment that you recorded.',
    }),
    amount: t.float({
      description: 'The amount in main currency units.',
      resolve: ({ amount, currency }) => toMainUnits(amount, currency),
    }),
    currency: t.exposeString('currency', { description: 'The currency of the amount, as an ISO 4217 code.' }),
    source: t.exposeString('source', {
      description:
        'How the payment was reported: `verify`, `webhook` or `reconciliation`; for recorded ones `owner`, or `delivery` if it was recorded because the order was delivered.',
    }),
    reference: t.exposeString('reference', {
      nullable: true,
      description: 'Your reference of a recorded payment, such as the bank’s number; null if not given.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the payment was reported.' }),
  }),
})

ownerBuilder.prismaObjectFields('Order', (t) => ({
  providerOrderId: t.exposeString('providerOrderId', {
    nullable: true,
    description:
      'The payment provider’s ID of the order; `free_` followed by the order number if the total was 0, `cod_` or `manual_` if it is paid without the provider.',
  }),
  payments: t.field({
    type: [OrderPayment],
    description: 'The payments for the order, oldest first.',
    select: { payments: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] } },
    resolve: ({ payments }) => payments,
  }),
  events: t.field({
    type: [Event],
    description: 'The history of the order, oldest first.',
    select: { events: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] } },
    resolve: ({ events }) => events,
  }),
}))
