import { ownerBuilder } from '../gateway/owner-builder.ts'
import type { OrderEvent, Payment } from '../generated/prisma/client.ts'
import { nameActor } from '../owners/name-actor.ts'
import { PaymentProvider } from '../payments/payment-provider.ts'
import { toMainUnits } from '../platform/money.ts'
import type { OrderEventKind } from './order-event.ts'

const kinds: Record<OrderEventKind, string> = {
  placed: 'It was placed.',
  paid: 'It was paid.',
  failed: 'Its payment failed.',
  cancelled: 'It was called off.',
  shipped: 'It was sent.',
  delivered: 'It has arrived.',
  refunding: 'A refund was begun.',
  refunded: 'The buyer has their money back, or the part of it that the detail tells.',
  refund_failed: 'A refund came to nothing.',
  attention: 'Something came up that the owner should look at.',
  resolved: 'The owner has looked at it.',
  erased: 'All that told who bought was erased.',
}

const Kind = ownerBuilder.enumType('OrderEventKind', {
  description: 'What happened to an order.',
  values: Object.fromEntries(
    Object.entries(kinds).map(([value, description]) => [value.toUpperCase(), { value, description }]),
  ),
})

const Event = ownerBuilder.objectRef<OrderEvent>('OrderEvent').implement({
  description: 'An entry of an order’s history.',
  fields: (t) => ({
    actor: t.string({
      description:
        'Who it was: `buyer`, `provider`, `reconciliation`, `operator` (who uses the service’s command line), or `owner: ` and the name of the key.',
      resolve: ({ actor }, _, context) => nameActor(context, actor),
    }),
    kind: t.expose('kind', { type: Kind, description: 'What happened.' }),
    detail: t.exposeString('detail', { description: 'More about it; empty when there is no more.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When.' }),
  }),
})

const Provider = ownerBuilder.enumType('OrderPaymentProvider', {
  description: 'Who took a payment.',
  values: {
    [PaymentProvider.SANDBOX]: { description: 'The sandbox: play money.' },
    [PaymentProvider.RAZORPAY]: { description: 'Razorpay.' },
  },
})

const OrderPayment = ownerBuilder.objectRef<Payment>('OrderPayment').implement({
  description: 'Money that a provider says it has taken for an order.',
  fields: (t) => ({
    provider: t.expose('provider', { type: Provider, description: 'Who took it.' }),
    providerPaymentId: t.exposeString('providerPaymentId', { description: 'What the provider calls the payment.' }),
    amount: t.float({
      description: 'How much, in main currency units.',
      resolve: ({ amount, currency }) => toMainUnits(amount, currency),
    }),
    currency: t.exposeString('currency', { description: 'ISO 4217 code of the amount.' }),
    source: t.exposeString('source', {
      description: 'Who told us: `verify`, `webhook` or `reconciliation`.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When we were told.' }),
  }),
})

ownerBuilder.prismaObjectFields('Order', (t) => ({
  providerOrderId: t.exposeString('providerOrderId', {
    nullable: true,
    description: 'What the payment provider calls the order; `free_` and its number when it cost nothing.',
  }),
  payments: t.field({
    type: [OrderPayment],
    description: 'The payments for it, oldest first.',
    select: { payments: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] } },
    resolve: ({ payments }) => payments,
  }),
  events: t.field({
    type: [Event],
    description: 'Its history, oldest first.',
    select: { events: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] } },
    resolve: ({ events }) => events,
  }),
}))
