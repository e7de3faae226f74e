import { builder } from '../../api/graphql/schema/builder.ts'
import { toMainUnits } from '../../platform/money.ts'
import { pageCost } from '../../platform/pagination.ts'
import { sendsMails } from '../mails/sandbox-mails.ts'
import { holdExpiry, secondsHeld } from './shown/hold-expiry.ts'
import { listOrders, MAX_ORDERS } from './shown/list-orders.ts'
import { addressFor } from './shown/shown-address.ts'
import {
  type ItemOfOrder,
  inMainUnits,
  itemOptions,
  itemPrice,
  itemsOfOrder,
  type NextOrder,
  type ShownOrder,
  shownAmounts,
  shownShipping,
  shownTexts,
} from './shown/shown-order.ts'
import { trackOrder } from './shown/track-order.ts'
import { OrderStatus, PaymentStatus } from './status/order-status.ts'
import { followOrder } from './watch/follow-order.ts'

const OrderStatusType = builder.enumType('OrderStatus', {
  description: 'The status of an order.',
  values: {
    [OrderStatus.PENDING]: { description: 'Awaits payment.' },
    [OrderStatus.CONFIRMED]: { description: 'Paid; the store is preparing it.' },
    [OrderStatus.SHIPPED]: { description: 'Shipped.' },
    [OrderStatus.DELIVERED]: { description: 'Delivered.' },
    [OrderStatus.CANCELLED]: { description: 'Cancelled.' },
    [OrderStatus.FAILED]: { description: 'The payment failed.' },
  },
})

const PaymentStatusType = builder.enumType('PaymentStatus', {
  description: 'The payment status of an order.',
  values: {
    [PaymentStatus.PENDING]: { description: 'Not paid yet.' },
    [PaymentStatus.PAID]: { description: 'The payment was received.' },
    [PaymentStatus.FAILED]: { description: 'The payment failed.' },
    [PaymentStatus.REFUNDED]: { description: 'Refunded in full.' },
  },
})

const OrderItemType = builder.objectRef<ItemOfOrder>('OrderItem').implement({
  description: 'A line of an order, as it was when the order was placed.',
  fields: (t) => ({
    productId: t.exposeID('productId', { description: 'The ID of the product.' }),
    name: t.exposeString('name', { description: 'The name of the product when it was bought.' }),
    price: t.float(itemPrice),
    qty: t.exposeInt('qty', { description: 'The number of units.' }),
    options: t.field({ type: ['VariantOption'], ...itemOptions }),
  }),
})

const NextOrderType = builder.objectRef<NextOrder>('NextOrder').implement({
  description: 'The order that a buyer has placed in place of another.',
  fields: (t) => ({
    orderNo: t.exposeString('orderNo', { description: 'The order number.' }),
    total: t.float({
      description: 'The total amount to pay, in main currency units.',
      resolve: ({ total, currency }) => toMainUnits(BigInt(total), currency),
    }),
    currency: t.exposeString('currency', { description: 'The currency of the total, as an ISO 4217 code.' }),
  }),
})

const OrderType = builder.objectRef<ShownOrder>('Order').implement({
  description: 'An order.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The ID of the order, unique within the store.' }),
    ...shownTexts((name, options) => t.exposeString(name, options)),
    status: t.expose('status', { type: OrderStatusType, description: 'The status of the order.' }),
    paymentStatus: t.expose('paymentStatus', { type: PaymentStatusType, description: 'The payment status.' }),
    items: t.field({
      type: [OrderItemType],
      description: 'The lines of the order.',
      resolve: (order) => itemsOfOrder(order),
    }),
    subtotal: t.float({
      description: 'The total price of the goods before deductions, in main currency units.',
      resolve: inMainUnits('subtotal'),
    }),
    ...shownAmounts((amount) => t.float(amount)),
    tax: t.float({
      description: 'The tax: included in the prices if `gstInclusive`, otherwise added to them.',
      resolve: inMainUnits('taxAmount'),
    }),
    gstInclusive: t.exposeBoolean('taxInclusive', { description: 'Whether the prices include tax.' }),
    ...shownShipping((name, options) => t.exposeString(name, options)),
    address: t.string({
      nullable: true,
      description:
        'The address as the buyer gave it; null if none. In full for the customer whose order it is; for everybody else the town and the last characters.',
      resolve: async (order, _, context) => addressFor(order, await context.viewer()),
    }),
    sendsMails: t.boolean({
      description: 'Whether the buyer is sent mails about it: they gave an address, and the store sends mails.',
      resolve: async ({ buyerEmail }, _, context) => buyerEmail !== null && sendsMails(context),
    }),
    holdExpiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Until when its goods are reserved, also if that is over; null once it is no longer pending, or replaced by another order.',
      resolve: holdExpiry,
    }),
    holdSeconds: t.int({
      nullable: true,
      description: 'The seconds until `holdExpiresAt`, for clients whose clock may be wrong; 0 if it is over.',
      resolve: (order, _, { services }) => secondsHeld(order, services.clock()),
    }),
    replacedBy: t.expose('replacedBy', {
      type: NextOrderType,
      nullable: true,
      description:
        'The buyer’s next order with some of the same goods, to which everything reserved for this one went, also the use of its discount code. This order can still be paid, for these goods once more. Null if there is none, or once this order is no longer pending.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was placed.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last updated.' }),
    version: t.exposeInt('version', { description: 'Incremented by every change.' }),
  }),
})

const OrderConnection = builder.connectionObject(
  { type: OrderType, name: 'OrderConnection', description: 'A page of orders.' },
  { name: 'OrderEdge', description: 'An order and its cursor.' },
)

builder.objectField('Customer', 'orders', (t) =>
  t.field({
    type: OrderConnection,
    description: 'The customer’s orders, newest first.',
    failure: 'Failed to load orders',
    complexity: pageCost(MAX_ORDERS),
    args: {
      first: t.arg.int({
        description: `The maximum number of entries to return, 1 to ${MAX_ORDERS}; ${MAX_ORDERS} by default.`,
      }),
      after: t.arg.string({ description: 'Return the entries after this cursor.' }),
    },
    resolve: (customer, args, context) => listOrders(context, customer, args),
  }),
)

builder.queryField('trackOrder', (t) =>
  t.field({
    type: OrderType,
    nullable: true,
    description: 'An order by its number and the phone number it was placed with.',
    limit: 'track',
    failure: 'Failed to track the order',
    args: {
      orderNo: t.arg.string({ required: true, description: 'The order number.' }),
      phone: t.arg.string({
        required: true,
        description: 'The buyer’s phone number. Only the last 4 digits are compared.',
      }),
    },
    resolve: (_, args, context) => trackOrder(context, args),
  }),
)

builder.subscriptionField('order', (t) =>
  t.field({
    type: 'Order',
    nullable: true,
    description:
      'Sends the order with this number and phone number immediately and again after each change. The response is a `text/event-stream`.',
    limit: 'track',
    failure: 'Failed to track the order',
    args: {
      orderNo: t.arg.string({ required: true, description: 'The order number.' }),
      phone: t.arg.string({
        required: true,
        description: 'The buyer’s phone number. Only the last 4 digits are compared.',
      }),
    },
    subscribe: (_, args, context) => followOrder(context, args),
    resolve: (order) => order,
  }),
)
