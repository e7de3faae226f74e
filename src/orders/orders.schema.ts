import { queryFromInfo } from '@pothos/plugin-prisma'
import { optionList } from '../catalog/product.ts'
import { builder } from '../gateway/builder.ts'
import type { OrderItem } from '../generated/prisma/client.ts'
import { OrderStatus, PaymentStatus } from '../generated/prisma/enums.ts'
import { toMainUnits } from '../platform/money.ts'
import { pageCost } from '../platform/pagination.ts'
import { listOrders, MAX_ORDERS } from './list-orders.ts'
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

/** An item with its order's currency, which may differ from the store's current one. */
type ItemOfOrder = OrderItem & { currency: string }

const OrderItemType = builder.objectRef<ItemOfOrder>('OrderItem').implement({
  description: 'A line of an order, as it was bought.',
  fields: (t) => ({
    productId: t.exposeID('productId', { description: 'The product that was bought.' }),
    name: t.exposeString('name', { description: 'Its name at that time.' }),
    price: t.float({
      description: 'What one cost, in main currency units.',
      resolve: ({ unitPrice, currency }) => toMainUnits(unitPrice, currency),
    }),
    qty: t.exposeInt('qty', { description: 'How many.' }),
    options: t.field({
      type: ['VariantOption'],
      description: 'What the buyer chose; empty when there was nothing to choose.',
      resolve: ({ options }) => optionList(options),
    }),
  }),
})

const OrderType = builder.prismaObject('Order', {
  description: 'A purchase.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies the order in its store.' }),
    orderNo: t.exposeString('orderNo', { description: 'The number that the buyer and the store call it by.' }),
    status: t.expose('status', { type: OrderStatusType, description: 'Where it stands.' }),
    paymentStatus: t.expose('paymentStatus', { type: PaymentStatusType, description: 'Where its payment stands.' }),
    buyerName: t.exposeString('buyerName', { description: 'Who bought.' }),
    items: t.field({
      type: [OrderItemType],
      description: 'Its lines.',
      select: { items: { orderBy: { position: 'asc' } } },
      resolve: ({ items, currency }) => items.map((item) => ({ ...item, currency })),
    }),
    subtotal: t.float({
      description: 'The goods before anything is taken off, in main currency units.',
      resolve: ({ subtotal, currency }) => toMainUnits(subtotal, currency),
    }),
    discountAmount: t.float({
      description: 'What the discount code took off.',
      resolve: ({ discountAmount, currency }) => toMainUnits(discountAmount, currency),
    }),
    loyaltyDiscount: t.float({
      description: 'What the redeemed points took off.',
      resolve: ({ loyaltyDiscount, currency }) => toMainUnits(loyaltyDiscount, currency),
    }),
    shippingFee: t.float({
      description: 'What shipping cost.',
      resolve: ({ shippingFee, currency }) => toMainUnits(shippingFee, currency),
    }),
    tax: t.float({
      description: 'The tax: part of the prices when `gstInclusive`, added to them otherwise.',
      resolve: ({ taxAmount, currency }) => toMainUnits(taxAmount, currency),
    }),
    gstInclusive: t.exposeBoolean('taxInclusive', { description: 'Whether the prices contain the tax.' }),
    total: t.float({
      description: 'What there was to pay.',
      resolve: ({ total, currency }) => toMainUnits(total, currency),
    }),
    currency: t.exposeString('currency', { description: 'ISO 4217 code of its amounts.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was placed.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
})

const OrderConnection = builder.connectionObject(
  { type: OrderType, name: 'OrderConnection', description: 'A page of orders.' },
  { name: 'OrderEdge', description: 'An order with its place in the list.' },
)

builder.prismaObjectField('Customer', 'orders', (t) =>
  t.field({
    type: OrderConnection,
    description: 'Their orders, newest first.',
    failure: 'Failed to load orders',
    complexity: pageCost(MAX_ORDERS),
    args: {
      first: t.arg.int({ description: `How many at most, 1 to ${MAX_ORDERS}; ${MAX_ORDERS} when left out.` }),
      after: t.arg.string({ description: 'Continue behind this cursor.' }),
    },
    resolve: (customer, args, context, info) =>
      listOrders(
        context,
        customer,
        args,
        queryFromInfo({ context, info, typeName: 'Order', paths: [['nodes'], ['edges', 'node']] }),
      ),
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
    resolve: (_, args, context, info) => trackOrder(context, args, queryFromInfo({ context, info })),
  }),
)
