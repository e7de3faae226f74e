import { queryFromInfo } from '@pothos/plugin-prisma'
import { forgetLoaded } from '../../api/graphql/schema/loader.ts'
import { ownerBuilder } from '../../api/graphql/schema/owner-builder.ts'
import type { OrderEvent, Payment } from '../../generated/prisma/client.ts'
import { toMainUnits } from '../../platform/money.ts'
import { nameActor } from '../owners/name-actor.ts'
import { PaymentTaker } from '../payments/methods/payment-method-kinds.ts'
import { addOrderNote, MAX_ORDER_NOTE } from './add-note.ts'
import type { OrderEventKind } from './order-event.ts'
import { getStoreOrder } from './search/list-store-orders.ts'
import { followStore } from './watch/follow-store.ts'
import type { OrderChange } from './watch/watch-store.ts'

const kinds: Record<OrderEventKind, string> = {
  placed: 'The order was placed.',
  confirmed: 'The order was confirmed, to be paid later.',
  part_paid: 'A part of the order was paid; the details say how much is still to be paid.',
  paid: 'The order was paid.',
  failed: 'The payment failed.',
  cancelled: 'The order was cancelled.',
  ready: 'The goods are ready to be picked up.',
  shipped: 'The order was shipped.',
  delivered: 'The order was delivered.',
  delivery_undone: 'The owner took back that the order was delivered.',
  payment_undone: 'The owner took back that the payment in the details was recorded.',
  refunding: 'A refund was started.',
  refunded: 'The order was refunded, in full or by the amount in the details.',
  refund_failed: 'A refund failed.',
  attention: 'The order needs the owner’s attention.',
  resolved: 'The owner resolved the alert.',
  erased: 'The buyer’s personal data was erased.',
  note: 'The owner wrote the note in the details, which only the owner’s API shows; empty once the buyer is erased.',
}

const Kind = ownerBuilder.enumType('OrderEventKind', {
  description: 'What happened to an order.',
  values: Object.fromEntries(
    Object.entries(kinds).map(([value, description]) => [value.toUpperCase(), { value, description }]),
  ),
})

const Event = ownerBuilder.objectRef<OrderEvent>('OrderEvent').implement({
  scope: 'orders',
  description: 'An entry in the history of an order.',
  fields: (t) => ({
    actor: t.string({
      description:
        'Who caused it: `buyer`, `provider`, `reconciliation`, `operator` (a user of the service’s command line), or `owner: ` followed by the name of the key, or `person: ` followed by that of a person who works for the store.',
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
  scope: 'orders',
  description: 'A payment for an order, as reported by the provider or recorded by the owner.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The ID of the payment, unique within the store.' }),
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
    undoneAt: t.expose('undoneAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When you took back that you had recorded it; it counts no more. Null for all others.',
    }),
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

ownerBuilder.mutationField('addOrderNote', (t) =>
  t.field({
    scope: 'orders',
    type: 'Order',
    nullable: true,
    description:
      'Adds a note to the history of an order, with the name of the key. Its version stays. At most 200 notes per order.',
    args: {
      orderNo: t.arg.string({ required: true, description: 'The order number.' }),
      note: t.arg.string({ required: true, description: `The note, 1 to ${MAX_ORDER_NOTE} characters.` }),
    },
    resolve: (_, args, context) => addOrderNote(context, args),
  }),
)

const Change = ownerBuilder.objectRef<OrderChange>('OrderChange').implement({
  scope: 'orders',
  description: 'A change of an order, as its history has it.',
  fields: (t) => ({
    orderNo: t.exposeString('orderNo', { description: 'The order number.' }),
    kind: t.expose('kind', { type: Kind, description: 'What happened; `PLACED` for a new order.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When it happened.' }),
    order: t.field({
      type: 'Order',
      description: 'The order as it is now.',
      resolve: ({ orderNo }, _, context, info) => getStoreOrder(context, orderNo, queryFromInfo({ context, info })),
    }),
  }),
})

ownerBuilder.subscriptionType({ description: 'The subscriptions of the owner’s API.' })

ownerBuilder.subscriptionField('orderChanges', (t) =>
  t.field({
    scope: 'orders',
    type: Change,
    nullable: true,
    description:
      'Sends each new order and each change of an order of the store, usually within a second. The response is a `text/event-stream`. Nothing from before the response has begun is sent, also not after a break: read `orders` once the stream is open. It ends after 30 minutes, when the key is revoked or the console’s session ends, and for a client who is 200 changes behind; then open it again.',
    failure: 'Failed to follow the orders',
    subscribe: (_, __, context) => followStore(context),
    resolve: (change, _, context) => {
      forgetLoaded(context)
      return change
    },
  }),
)
