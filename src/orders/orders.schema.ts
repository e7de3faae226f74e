import { builder } from '../gateway/builder.ts'
import { pageCost } from '../platform/pagination.ts'
import { listOrders, MAX_ORDERS } from './list-orders.ts'
import {
  type ItemOfOrder,
  inMainUnits,
  itemOptions,
  itemPrice,
  itemsOfOrder,
  type ShownOrder,
  shownAmounts,
  shownShipping,
  shownTexts,
} from './shown-order.ts'
import { OrderStatus, PaymentStatus } from './statuses.ts'
import { trackOrder } from './track-order.ts'

const OrderStatusType = builder.enumType('OrderStatus', {
  description: 'Where an order stands.',
  values: {
    [OrderStatus.PENDING]: { description: 'Waits for its payment.' },
    [OrderStatus.CONFIRMED]: { description: 'Paid; the store prepares it.' },
    [OrderStatus.SHIPPED]: { description: 'On its way.' },
    [OrderStatus.DELIVERED]: { description: 'Has arrived.' },
    [OrderStatus.CANCELLED]: { description: 'Called off.' },
    [OrderStatus.FAILED]: { description: 'Its payment failed.' },
  },
})

const PaymentStatusType = builder.enumType('PaymentStatus', {
  description: 'Where the payment of an order stands.',
  values: {
    [PaymentStatus.PENDING]: { description: 'Not paid yet.' },
    [PaymentStatus.PAID]: { description: 'Paid.' },
    [PaymentStatus.FAILED]: { description: 'The payment failed.' },
    [PaymentStatus.REFUNDED]: { description: 'Paid back.' },
  },
})

const OrderItemType = builder.objectRef<ItemOfOrder>('OrderItem').implement({
  description: 'A line of an order, as it was bought.',
  fields: (t) => ({
    productId: t.exposeID('productId', { description: 'The product that was bought.' }),
    name: t.exposeString('name', { description: 'Its name at that time.' }),
    price: t.float(itemPrice),
    qty: t.exposeInt('qty', { description: 'How many.' }),
    options: t.field({ type: ['VariantOption'], ...itemOptions }),
  }),
})

const OrderType = builder.objectRef<ShownOrder>('Order').implement({
  description: 'A purchase.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies the order in its store.' }),
    ...shownTexts((name, options) => t.exposeString(name, options)),
    status: t.expose('status', { type: OrderStatusType, description: 'Where it stands.' }),
    paymentStatus: t.expose('paymentStatus', { type: PaymentStatusType, description: 'Where its payment stands.' }),
    items: t.field({
      type: [OrderItemType],
      description: 'Its lines.',
      resolve: (order) => itemsOfOrder(order),
    }),
    subtotal: t.float({
      description: 'The goods before anything is taken off, in main currency units.',
      resolve: inMainUnits('subtotal'),
    }),
    ...shownAmounts((amount) => t.float(amount)),
    tax: t.float({
      description: 'The tax: part of the prices when `gstInclusive`, added to them otherwise.',
      resolve: inMainUnits('taxAmount'),
    }),
    gstInclusive: t.exposeBoolean('taxInclusive', { description: 'Whether the prices contain the tax.' }),
    ...shownShipping((name, options) => t.exposeString(name, options)),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was placed.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    version: t.exposeInt('version', { description: 'Rises with every change.' }),
  }),
})

const OrderConnection = builder.connectionObject(
  { type: OrderType, name: 'OrderConnection', description: 'A page of orders.' },
  { name: 'OrderEdge', description: 'An order with its place in the list.' },
)

builder.objectField('Customer', 'orders', (t) =>
  t.field({
    type: OrderConnection,
    description: 'Their orders, newest first.',
    failure: 'Failed to load orders',
    complexity: pageCost(MAX_ORDERS),
    args: {
      first: t.arg.int({ description: `How many at most, 1 to ${MAX_ORDERS}; ${MAX_ORDERS} when left out.` }),
      after: t.arg.string({ description: 'Continue behind this cursor.' }),
    },
    resolve: (customer, args, context) => listOrders(context, customer, args),
  }),
)

builder.queryField('trackOrder', (t) =>
  t.field({
    type: OrderType,
    nullable: true,
    description: 'An order by its number and the phone it was placed with.',
    limit: 'track',
    failure: 'Failed to track the order',
    args: {
      orderNo: t.arg.string({ required: true, description: 'Its number.' }),
      phone: t.arg.string({ required: true, description: 'The buyer’s phone; its last 4 digits are compared.' }),
    },
    resolve: (_, args, context) => trackOrder(context, args),
  }),
)
