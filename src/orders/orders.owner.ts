import { queryFromInfo } from '@pothos/plugin-prisma'
import { ownerBuilder, pageArgs, withAsksCount } from '../gateway/owner-builder.ts'
import type { OrderItem } from '../generated/prisma/client.ts'
import { ownerPageCost } from '../platform/counted-page.ts'
import { changeOrderStatus } from './change-status.ts'
import { getStoreOrder, listStoreOrders } from './list-store-orders.ts'
import { ownerActor } from './order-event.ts'
import { MAX_NOTE } from './owner-note.ts'
import { isPlayMoney } from './play-money.ts'
import { resolveAttention } from './resolve-attention.ts'
import { SEARCH_REACH } from './search-orders.sql.ts'
import { inMainUnits, itemOptions, itemPrice, shownAmounts, shownShipping, shownTexts } from './shown-order.ts'
import { OrderStatus, PaymentStatus } from './statuses.ts'

const OrderStatusType = ownerBuilder.enumType('OrderStatus', {
  description: 'Where an order stands.',
  values: {
    [OrderStatus.PENDING]: { description: 'Waits for its payment. Can be cancelled.' },
    [OrderStatus.CONFIRMED]: {
      description: 'Paid; to be prepared. Can be shipped, unless it is refunded, or cancelled.',
    },
    [OrderStatus.SHIPPED]: { description: 'On its way. Can be delivered.' },
    [OrderStatus.DELIVERED]: { description: 'Has arrived.' },
    [OrderStatus.CANCELLED]: { description: 'Called off: stock, discount use and points are back.' },
    [OrderStatus.FAILED]: { description: 'Its payment failed.' },
  },
})

const PaymentStatusType = ownerBuilder.enumType('PaymentStatus', {
  description: 'Where the payment of an order stands.',
  values: {
    [PaymentStatus.PENDING]: { description: 'Not paid yet.' },
    [PaymentStatus.PAID]: { description: 'Paid.' },
    [PaymentStatus.FAILED]: { description: 'The payment failed.' },
    [PaymentStatus.REFUNDED]: { description: 'Paid back, all of it.' },
  },
})

const Item = ownerBuilder.objectRef<OrderItem & { currency: string }>('OrderItem').implement({
  description: 'A line of an order, as it was bought.',
  fields: (t) => ({
    productId: t.exposeID('productId', { description: 'The product that was bought.' }),
    variantId: t.exposeID('variantId', { nullable: true, description: 'The variant; null when it had none.' }),
    name: t.exposeString('name', { description: 'Its name at that time.' }),
    options: t.field({ type: ['VariantOption'], ...itemOptions }),
    price: t.float(itemPrice),
    qty: t.exposeInt('qty', { description: 'How many.' }),
  }),
})

const Order = ownerBuilder.prismaObject('Order', {
  description: 'A purchase. Amounts are in main units of its currency.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies the order in its store.' }),
    ...shownTexts((name, options) => t.exposeString(name, options)),
    version: t.exposeInt('version', { description: 'Rises with every change: send it along with yours.' }),
    status: t.expose('status', { type: OrderStatusType, description: 'Where it stands.' }),
    paymentStatus: t.expose('paymentStatus', { type: PaymentStatusType, description: 'Where its payment stands.' }),
    playMoney: t.boolean({
      description:
        'Whether it was placed to be paid in the sandbox: its payment is no real money, also after you have left the sandbox.',
      resolve: isPlayMoney,
    }),
    needsAttention: t.exposeString('needsAttention', {
      nullable: true,
      description: 'Why you should look at it; null when there is nothing to see.',
    }),
    customerId: t.exposeID('customerId', { nullable: true, description: 'The customer; null for a guest.' }),
    customer: t.relation('customer', { nullable: true, description: 'That customer, as they are now.' }),
    buyerPhone: t.exposeString('buyerPhone', { description: 'Their phone, as they wrote it.' }),
    buyerEmail: t.exposeString('buyerEmail', { nullable: true, description: 'Their email, if they gave one.' }),
    buyerAddress: t.exposeString('buyerAddress', { nullable: true, description: 'Where to send it.' }),
    buyerNotes: t.exposeString('buyerNotes', { nullable: true, description: 'What the buyer wants you to know.' }),
    items: t.field({
      type: [Item],
      description: 'Its lines.',
      select: { items: { orderBy: { position: 'asc' } } },
      resolve: ({ items, currency }) => items.map((item) => ({ ...item, currency })),
    }),
    subtotal: t.float({
      description: 'The goods before anything is taken off.',
      resolve: inMainUnits('subtotal'),
    }),
    discountCode: t.exposeString('discountCode', { nullable: true, description: 'The discount code that applied.' }),
    ...shownAmounts((amount) => t.float(amount)),
    pointsUsed: t.exposeInt('pointsUsed', { description: 'The points that the buyer redeems with it.' }),
    pointsEarned: t.exposeInt('pointsEarned', { description: 'The points that it earns once it is paid.' }),
    tax: t.float({
      description: 'The tax: part of the prices when `taxInclusive`, added to them otherwise.',
      resolve: inMainUnits('taxAmount'),
    }),
    taxInclusive: t.exposeBoolean('taxInclusive', { description: 'Whether the prices contain the tax.' }),
    holdExpiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Until when it reserves stock, discount use and points; null unless it waits for its payment.',
      resolve: ({ status, holdExpiresAt }) => (status === 'PENDING' ? holdExpiresAt : null),
    }),
    ...shownShipping((name, options) => t.exposeString(name, options)),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was placed.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    erasedAt: t.expose('erasedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When all that told who bought was erased; null when it was not.',
    }),
  }),
})

const OrderConnection = ownerBuilder.connectionObject(
  { type: Order, name: 'OrderConnection', description: 'A page of orders.' },
  { name: 'OrderEdge', description: 'An order with its place in the list.' },
)

const filterArgs = ownerBuilder.args((t) => ({
  status: t.field({ type: OrderStatusType, description: 'Only orders that stand there.' }),
  paymentStatus: t.field({ type: PaymentStatusType, description: 'Only orders whose payment stands there.' }),
  needsAttention: t.boolean({ description: 'Only orders that you should look at, or only others.' }),
  customerId: t.id({ description: 'Only orders of this customer.' }),
  search: t.string({
    description:
      'Words that all must begin one of: the order number, with or without `ORD-`, a word of the buyer’s name, their email. Or the last digits of their phone, 4 at least.',
  }),
  placedFrom: t.field({ type: 'DateTime', description: 'Only orders placed then or later.' }),
  placedUntil: t.field({ type: 'DateTime', description: 'Only orders placed before then.' }),
}))

ownerBuilder.queryFields((t) => ({
  orders: t.field({
    type: OrderConnection,
    nullable: true,
    description: `The orders of the store, newest first. A search reads at most ${SEARCH_REACH.most} orders for a page: of words that many orders have, but not the newest, a page can be short or empty while \`hasNextPage\` is true. Go on from \`endCursor\`. Its \`totalCount\` is exact where the words, or one of the other filters with the dates, leave at most ${SEARCH_REACH.most} orders; otherwise it is ${SEARCH_REACH.most + 1}, which says that they are too many to count.`,
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
    type: Order,
    nullable: true,
    description: 'An order by its number.',
    args: { orderNo: t.arg.string({ required: true, description: 'Its number.' }) },
    resolve: (_, { orderNo }, context, info) => getStoreOrder(context, orderNo, queryFromInfo({ context, info })),
  }),
}))

const choiceArgs = ownerBuilder.args((t) => ({
  orderNo: t.string({ required: true, description: 'The order.' }),
  version: t.int({ description: 'The version that you have read: nothing is done when the order was changed since.' }),
}))
const noteArgs = ownerBuilder.args((t) => ({
  note: t.string({ description: `A remark for the order’s history, at most ${MAX_NOTE} characters.` }),
}))

ownerBuilder.mutationFields((t) => ({
  setOrderStatus: t.field({
    type: Order,
    nullable: true,
    description:
      'Moves an order: from confirmed to shipped to delivered; from pending or confirmed to cancelled, which puts stock, discount use and points back. A refunded order cannot be shipped. SHIPPED with what is said of the shipment corrects an order that is shipped: all of the shipment is replaced; nobody is mailed and no webhook is told.',
    args: {
      ...choiceArgs,
      status: t.arg({ type: OrderStatusType, required: true, description: 'The status that it gets.' }),
      carrier: t.arg.string({ description: 'With SHIPPED: who carries it, at most 100 characters.' }),
      trackingNumber: t.arg.string({ description: 'With SHIPPED: the carrier’s number, at most 100 characters.' }),
      trackingUrl: t.arg.string({
        description: 'With SHIPPED: the carrier’s tracking page, beginning with http:// or https://.',
      }),
    },
    resolve: (_, { orderNo, status, version, ...shipment }, context) =>
      changeOrderStatus(context, orderNo, status, ownerActor(context.ownerKey), version, shipment),
  }),
  resolveAttention: t.field({
    type: Order,
    nullable: true,
    description: 'Takes an order off those that you should look at. Its history keeps why it was there.',
    args: { ...choiceArgs, ...noteArgs },
    resolve: (_, args, context) => resolveAttention(context, args),
  }),
}))
