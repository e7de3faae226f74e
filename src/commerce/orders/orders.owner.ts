import { queryFromInfo } from '@pothos/plugin-prisma'
import { actorOf } from '../../api/admission/caller.ts'
import { ownerBuilder, pageArgs, withAsksCount } from '../../api/graphql/schema/owner-builder.ts'
import type { OrderItem } from '../../generated/prisma/client.ts'
import { MAX_PAGE, ownerPageCost } from '../../platform/counted-page.ts'
import { resolveAttention } from './attention/resolve-attention.ts'
import { MAX_NOTE, recordedBy } from './owner-change.ts'
import { getStoreOrder, listStoreOrders, orderNumbers } from './search/list-store-orders.ts'
import { SEARCH_REACH } from './search/search-orders.sql.ts'
import {
  inMainUnits,
  isPlayMoney,
  itemOptions,
  itemPrice,
  shownAmounts,
  shownShipping,
  shownTexts,
} from './shown/shown-order.ts'
import { changeOrderStatus } from './status/change-status.ts'
import { OrderStatus, PaymentStatus } from './status/order-status.ts'

const OrderStatusType = ownerBuilder.enumType('OrderStatus', {
  description: 'The status of an order.',
  values: {
    [OrderStatus.PENDING]: { description: 'Awaits payment, or your `confirmOrder`. Can be cancelled.' },
    [OrderStatus.CONFIRMED]: {
      description:
        'Paid, or to be paid later as `toCollect` says, and ready to be prepared. Can be cancelled, or shipped unless it is refunded.',
    },
    [OrderStatus.SHIPPED]: {
      description:
        'Shipped. Can be marked as delivered, or, if it has a payment method of the store and is not paid in full, as cancelled.',
    },
    [OrderStatus.DELIVERED]: { description: 'Delivered.' },
    [OrderStatus.CANCELLED]: { description: 'Cancelled. Stock, discount use and points were returned.' },
    [OrderStatus.FAILED]: { description: 'The payment failed.' },
  },
})

const PaymentStatusType = ownerBuilder.enumType('PaymentStatus', {
  description: 'The payment status of an order.',
  values: {
    [PaymentStatus.PENDING]: { description: 'Not paid yet.' },
    [PaymentStatus.PAID]: { description: 'The payment was received.' },
    [PaymentStatus.FAILED]: { description: 'The payment failed.' },
    [PaymentStatus.REFUNDED]: { description: 'Refunded in full.' },
  },
})

const Item = ownerBuilder.objectRef<OrderItem & { currency: string }>('OrderItem').implement({
  scope: 'orders',
  description: 'A line of an order, as it was when the order was placed.',
  fields: (t) => ({
    productId: t.exposeID('productId', { description: 'The ID of the product.' }),
    variantId: t.exposeID('variantId', {
      nullable: true,
      description: 'The ID of the variant; null if the product had none.',
    }),
    name: t.exposeString('name', { description: 'The name of the product when it was bought.' }),
    options: t.field({ type: ['VariantOption'], ...itemOptions }),
    sku: t.exposeString('sku', { nullable: true, description: 'The SKU when it was bought; null if it had none.' }),
    price: t.float(itemPrice),
    qty: t.exposeInt('qty', { description: 'The number of units.' }),
  }),
})

const Order = ownerBuilder.prismaObject('Order', {
  scope: 'orders',
  description: 'An order. Amounts are in main units of its currency.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The ID of the order, unique within the store.' }),
    ...shownTexts((name, options) => t.exposeString(name, options)),
    version: t.exposeInt('version', { description: 'Incremented by every change. Pass it to mutations of the order.' }),
    status: t.expose('status', { type: OrderStatusType, description: 'The status of the order.' }),
    paymentStatus: t.expose('paymentStatus', { type: PaymentStatusType, description: 'The payment status.' }),
    playMoney: t.boolean({
      description:
        'Whether it was placed while the store used the sandbox. Its payment is play money, even if the store has switched to a real provider since.',
      resolve: isPlayMoney,
    }),
    needsAttention: t.exposeString('needsAttention', {
      nullable: true,
      description: 'Why the order needs your attention; null if it does not.',
    }),
    customerId: t.exposeID('customerId', { nullable: true, description: 'The ID of the customer; null for a guest.' }),
    customer: t.relation('customer', {
      nullable: true,
      description: 'The customer with their current details; null for a guest.',
    }),
    buyerPhone: t.exposeString('buyerPhone', { description: 'The buyer’s phone number, as entered.' }),
    buyerEmail: t.exposeString('buyerEmail', {
      nullable: true,
      description: 'The buyer’s email address; null if not given.',
    }),
    buyerAddress: t.exposeString('buyerAddress', {
      nullable: true,
      description: 'The shipping address; null if not given.',
    }),
    buyerNotes: t.exposeString('buyerNotes', {
      nullable: true,
      description: 'The buyer’s notes for the store; null if there are none.',
    }),
    items: t.field({
      type: [Item],
      description: 'The lines of the order.',
      select: { items: { orderBy: { position: 'asc' } } },
      resolve: ({ items, currency }) => items.map((item) => ({ ...item, currency })),
    }),
    subtotal: t.float({
      description: 'The total price of the goods before deductions.',
      resolve: inMainUnits('subtotal'),
    }),
    discountCode: t.exposeString('discountCode', {
      nullable: true,
      description: 'The discount code that was applied; null if there is none.',
    }),
    ...shownAmounts((amount) => t.float(amount)),
    pointsUsed: t.exposeInt('pointsUsed', { description: 'The points redeemed with the order.' }),
    pointsEarned: t.exposeInt('pointsEarned', { description: 'The points that the order earns once it is paid.' }),
    tax: t.float({
      description: 'The tax: included in the prices if `taxInclusive`, otherwise added to them.',
      resolve: inMainUnits('taxAmount'),
    }),
    taxInclusive: t.exposeBoolean('taxInclusive', { description: 'Whether the prices include tax.' }),
    holdExpiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When its holds on stock, discount use and points expire; null unless it awaits payment.',
      resolve: ({ status, holdExpiresAt }) => (status === 'PENDING' ? holdExpiresAt : null),
    }),
    ...shownShipping((name, options) => t.exposeString(name, options)),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was placed.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last updated.' }),
    erasedAt: t.expose('erasedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the buyer’s personal data was erased; null if it was not.',
    }),
  }),
})

const OrderConnection = ownerBuilder.connectionObject(
  { type: Order, name: 'OrderConnection', scope: 'orders', description: 'A page of orders.' },
  { name: 'OrderEdge', scope: 'orders', description: 'An order and its cursor.' },
)

const filterArgs = ownerBuilder.args((t) => ({
  status: t.field({ type: OrderStatusType, description: 'Only orders with this status.' }),
  paymentStatus: t.field({ type: PaymentStatusType, description: 'Only orders with this payment status.' }),
  needsAttention: t.boolean({ description: 'Only orders that need attention (true) or only others (false).' }),
  paymentMethod: t.string({ description: 'Only orders with this payment method of the store, by its code.' }),
  toCollect: t.boolean({
    description:
      'Only orders with a payment method of the store that are confirmed, shipped or delivered and not paid in full (true), or only others (false).',
  }),
  deliveryMethod: t.string({ description: 'Only orders with this delivery method, by its code.' }),
  zone: t.string({ description: 'Only orders to this delivery zone, by its code.' }),
  deliveryDay: t.string({ description: 'Only orders promised for this day, such as 2026-01-31, or days around it.' }),
  orderNos: t.stringList({ description: `Only these orders, by their numbers; at most ${MAX_PAGE}.` }),
  customerId: t.id({ description: 'Only orders of this customer.' }),
  guestPhone: t.string({ description: 'Only orders without an account, with this phone number in any spelling.' }),
  search: t.string({
    description:
      'Words, each of which must be the beginning of the order number (with or without `ORD-`), a word of the buyer’s name, or the buyer’s email; or at least the last 4 digits of the buyer’s phone.',
  }),
  placedFrom: t.field({ type: 'DateTime', description: 'Only orders placed at or after this time.' }),
  placedUntil: t.field({ type: 'DateTime', description: 'Only orders placed before this time.' }),
}))

ownerBuilder.queryFields((t) => ({
  orders: t.field({
    scope: 'orders',
    type: OrderConnection,
    nullable: true,
    description: `The orders of the store, newest first. A search reads at most ${SEARCH_REACH.most} orders per page, so a page can be short or empty while \`hasNextPage\` is true; continue from \`endCursor\`. With a search, \`totalCount\` is exact if the words, or another filter together with the dates, match at most ${SEARCH_REACH.most} orders; otherwise it is ${SEARCH_REACH.most + 1}.`,
    failure: 'Failed to load orders',
    complexity: ownerPageCost,
    args: { ...filterArgs, ...pageArgs },
    resolve: (_, args, context, info) =>
      listStoreOrders(
        context,
        withAsksCount(args, info),
        queryFromInfo({ context, info, typeName: 'Order', paths: [['nodes'], ['edges', 'node']] }),
      ),
  }),
  order: t.field({
    scope: 'orders',
    type: Order,
    nullable: true,
    description: 'An order by its number.',
    args: { orderNo: t.arg.string({ required: true, description: 'The order number.' }) },
    resolve: (_, { orderNo }, context, info) => getStoreOrder(context, orderNo, queryFromInfo({ context, info })),
  }),
}))

const choiceArgs = ownerBuilder.args((t) => ({
  orderNo: t.string({ required: true, description: 'The order number.' }),
  version: t.int({ description: 'The version that you have read; `CONFLICT` if the order has changed since.' }),
}))
ownerBuilder.mutationFields((t) => ({
  setOrderStatus: t.field({
    scope: 'orders',
    type: Order,
    nullable: true,
    description:
      'Changes the status of an order: from confirmed to shipped and from shipped to delivered, or from pending or confirmed to cancelled, which returns stock, discount use and points. An order for pick-up can go from confirmed to delivered. An order with a payment method of the store whose buyer refuses it at the door can go from shipped to cancelled while it is not paid in full (`cancelOrder` also settles what was paid); DELIVERED records its payment, if the method or `paymentReceived` says so and the key has the scope `money`. A refunded order cannot be shipped. SHIPPED with shipment details replaces the details of an order that is already shipped; it sends no emails and no webhook events.',
    args: {
      ...choiceArgs,
      status: t.arg({ type: OrderStatusType, required: true, description: 'The new status.' }),
      restock: t.arg.boolean({
        description:
          'With CANCELLED for a shipped order: whether to return its units to stock; by default not. Orders that were not shipped always return them.',
      }),
      paymentReceived: t.arg.boolean({
        description:
          'With DELIVERED, for an order with a payment method of the store: whether what was due has been paid, which is then recorded. By default as the method says.',
      }),
      carrier: t.arg.string({ description: 'With SHIPPED: the carrier, at most 100 characters.' }),
      trackingNumber: t.arg.string({ description: 'With SHIPPED: the tracking number, at most 100 characters.' }),
      trackingUrl: t.arg.string({
        description: 'With SHIPPED: the URL of the carrier’s tracking page, beginning with http:// or https://.',
      }),
    },
    resolve: (_, { orderNo, status, version, restock, paymentReceived, ...shipment }, context) =>
      changeOrderStatus(context, orderNo, status, actorOf(context.caller), {
        ...{ version, restock, shipment, paymentReceived: recordedBy(context.caller, paymentReceived) },
      }),
  }),
  resolveAttention: t.field({
    scope: 'orders',
    type: Order,
    nullable: true,
    description: 'Removes an order from those that need attention. The reason stays in the history of the order.',
    args: {
      ...choiceArgs,
      note: t.arg.string({ description: `A note for the history of the order, at most ${MAX_NOTE} characters.` }),
    },
    resolve: (_, args, context) => resolveAttention(context, args),
  }),
}))

ownerBuilder.prismaObjectField('LoyaltyEntry', 'orderNo', (t) =>
  t.string({
    scope: 'orders',
    nullable: true,
    description: 'The order number; null if the entry has no order.',
    resolve: ({ orderId }, _, context) => (orderId === null ? null : orderNumbers(context).load(orderId)),
  }),
)
