import { builder } from '../../../api/graphql/schema/builder.ts'
import { toMainUnits } from '../../../platform/money.ts'
import { deliveryOf, type OrderDelivery } from '../../delivery/order-delivery.ts'
import { dueOf, type OrderPayment, paymentOf } from '../../payments/methods/order-payment.ts'
import { DeliveryKindType, DestinationType, days, Pickup } from './delivery-types.ts'

interface DeliveryOfOrder extends OrderDelivery {
  currency: string
  readyAt: Date | null
}

const OrderDeliveryType = builder.objectRef<DeliveryOfOrder>('OrderDelivery').implement({
  description: 'How an order is delivered, as it was when the order was placed.',
  fields: (t) => ({
    method: t.exposeString('method', { description: 'The code of the method.' }),
    name: t.exposeString('name', { description: 'The name of the method.' }),
    kind: t.expose('kind', { type: DeliveryKindType, description: 'Whether it delivers or is for pickup.' }),
    fee: t.float({
      description: 'The fee in main currency units, without that of the payment method.',
      resolve: ({ fee, currency }) => toMainUnits(BigInt(fee), currency),
    }),
    from: t.exposeString('from', days.from),
    until: t.exposeString('until', days.until),
    readyAt: t.expose('readyAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when the goods have been ready to be picked up; null if they are not.',
    }),
    destination: t.expose('destination', {
      type: DestinationType,
      nullable: true,
      description: 'The destination that the buyer named; null if none.',
    }),
    pickup: t.expose('pickup', {
      type: Pickup,
      nullable: true,
      description: 'Where the goods are picked up; null for a method that delivers.',
    }),
  }),
})

interface PaymentOfOrder extends OrderPayment {
  currency: string
  /** In subunits. */
  due: bigint
}

const OrderPaymentType = builder.objectRef<PaymentOfOrder>('OrderPayment').implement({
  description: 'How an order is paid without the payment provider.',
  fields: (t) => ({
    method: t.exposeString('code', { description: 'The code of the payment method.' }),
    name: t.exposeString('name', { description: 'The name of the payment method.' }),
    instructions: t.exposeString('instructions', { description: 'What the buyer has to do; empty if not given.' }),
    onDelivery: t.boolean({
      description: 'Whether it is paid to whoever delivers it.',
      resolve: ({ kind }) => kind === 'COD',
    }),
    fee: t.float({
      description: 'The fee in main currency units.',
      resolve: ({ fee, currency }) => toMainUnits(BigInt(fee), currency),
    }),
    due: t.float({
      description: 'What is still to be paid, in main currency units.',
      resolve: ({ due, currency }) => toMainUnits(due, currency),
    }),
  }),
})

const orderDelivery = {
  type: OrderDeliveryType,
  nullable: true,
  description: 'How it is delivered; null for the store’s flat shipping fee.',
} as const
const orderPayment = {
  type: OrderPaymentType,
  nullable: true,
  description: 'How it is paid without the payment provider; null otherwise.',
} as const

type DeliveredOrder = Parameters<typeof deliveryOf>[0] & Pick<DeliveryOfOrder, 'currency' | 'readyAt'>
type PaidOrder = Parameters<typeof paymentOf>[0] & Parameters<typeof dueOf>[0] & { currency: string }

const deliveryIn = (order: DeliveredOrder) => {
  const delivery = deliveryOf(order)
  return delivery && { ...delivery, currency: order.currency, readyAt: order.readyAt }
}
const paymentIn = (order: PaidOrder) => {
  const payment = paymentOf(order)
  return payment && { ...payment, currency: order.currency, due: dueOf(order) }
}

builder.objectFields('Order', (t) => ({
  delivery: t.field({ ...orderDelivery, resolve: (order) => deliveryIn(order) }),
  paymentMethod: t.field({ ...orderPayment, resolve: (order) => paymentIn(order) }),
}))

builder.objectFields('Checkout', (t) => ({
  delivery: t.field({ ...orderDelivery, resolve: ({ order }) => deliveryIn(order) }),
  payment: t.field({ ...orderPayment, resolve: ({ order }) => paymentIn(order) }),
}))
