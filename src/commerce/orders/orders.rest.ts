import { z } from 'zod'
import { EXAMPLE_ORDER_NO, EXAMPLE_PRODUCT_ID } from '../../api/rest/examples.ts'
import { route } from '../../api/rest/route.ts'
import type { RestOrderFieldsFragment } from '../../generated/operations/graphql.ts'
import { graphql } from '../../generated/operations/index.ts'
import { nextOf, nextPage, pageQuery, pageVariables } from '../../platform/input/query-values.ts'
import { optionsOf } from '../catalog/product.ts'
import { asDelivery, orderDelivery, orderPayment } from '../delivery/delivery-shapes.ts'
import { MAX_ORDERS } from './shown/list-orders.ts'
import { trackInput } from './shown/track-order.ts'
import { isOver } from './status/order-status.ts'

const HistoryOrder = z
  .object({
    order_no: z.string(),
    items: z.array(
      z.object({
        product_id: z.uuid(),
        name: z.string(),
        variant: z
          .record(z.string(), z.string())
          .nullable()
          .meta({ description: 'The options of the variant; null if the product had no variants.' }),
        price: z.number(),
        qty: z.int(),
      }),
    ),
    subtotal: z.number(),
    shipping_fee: z.number(),
    discount_amount: z.number(),
    loyalty_discount: z.number().meta({ description: 'The amount deducted by the redeemed points.' }),
    tax: z
      .number()
      .meta({ description: 'The tax: included in the prices if `gst_inclusive`, otherwise added to them.' }),
    gst_inclusive: z.boolean(),
    total: z.number().meta({
      description:
        '`subtotal − discount_amount − loyalty_discount + shipping_fee`, plus `tax` unless it is included in the prices.',
    }),
    refunded_amount: z.number().meta({ description: 'The part of the total that has been refunded to the buyer.' }),
    currency: z.string(),
    status: z.enum(['pending', 'confirmed', 'shipped', 'delivered', 'cancelled', 'failed']),
    payment_status: z.enum(['pending', 'paid', 'failed', 'refunded']),
    created_at: z.iso.datetime(),
    carrier: z.string().optional().meta({ description: 'The carrier; absent if not given.' }),
    tracking_number: z
      .string()
      .optional()
      .meta({ description: 'The carrier’s tracking number; absent if there is none.' }),
    tracking_url: z
      .string()
      .optional()
      .meta({ description: 'The URL of the carrier’s tracking page; absent if not given.' }),
    delivery: orderDelivery.optional(),
    payment_method: orderPayment.optional(),
    replaced_by: z.object({ order_no: z.string(), total: z.number(), currency: z.string() }).optional().meta({
      description:
        'The buyer’s next order with some of the same goods, to which everything reserved for this one went, also the use of its discount code. This order can still be paid, for these goods once more. Absent if there is none, or once this order is no longer pending.',
    }),
  })
  .meta({ id: 'Order', description: 'An order.' })

const TrackedOrder = HistoryOrder.extend({ buyer_name: z.string(), updated_at: z.iso.datetime() }).meta({
  id: 'TrackedOrder',
  description: 'An order, as shown to anyone who knows its number and phone number.',
})

const EXAMPLE_ORDER = {
  order_no: EXAMPLE_ORDER_NO,
  items: [{ product_id: EXAMPLE_PRODUCT_ID, name: 'Assam', variant: { size: '250g' }, price: 499, qty: 2 }],
  subtotal: 998,
  shipping_fee: 50,
  discount_amount: 99.8,
  loyalty_discount: 0,
  tax: 44.91,
  gst_inclusive: false,
  total: 993.11,
  refunded_amount: 0,
  currency: 'INR',
  status: 'confirmed' as const,
  payment_status: 'paid' as const,
  created_at: '2026-01-31T09:30:00.000Z',
}

const EXAMPLE_TRACKED = { ...EXAMPLE_ORDER, buyer_name: 'Ravi', updated_at: '2026-01-31T09:32:10.000Z' }

graphql(`fragment RestOrderFields on Order {
  order_no: orderNo
  items { product_id: productId name options { name value } price qty }
  subtotal discount_amount: discountAmount loyalty_discount: loyaltyDiscount shipping_fee: shippingFee
  tax gst_inclusive: gstInclusive total refunded_amount: refundedAmount currency
  status payment_status: paymentStatus created_at: createdAt
  carrier tracking_number: trackingNumber tracking_url: trackingUrl
  delivery { ...RestOrderDelivery } payment_method: paymentMethod { ...RestOrderPayment }
  replaced_by: replacedBy { order_no: orderNo total currency }
}`)

export const listOrders = route({
  method: 'GET',
  path: '/api/sites/:subdomain/customer/orders',
  summary: 'Lists the customer’s orders, newest first.',
  description: 'Only orders placed with the customer’s token are included, at most 100 per page.',
  token: 'required',
  operation: graphql(`query RestOrders($first: Int!, $after: String) {
    me {
      orders(first: $first, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes {
          ...RestOrderFields
        }
      }
    }
  }`),
  query: z.object(pageQuery(MAX_ORDERS)),
  variables: ({ query }) => pageVariables(query, MAX_ORDERS),
  response: z.object({ orders: z.array(HistoryOrder).max(MAX_ORDERS), next: nextPage }),
  example: {
    answer: {
      orders: [EXAMPLE_ORDER],
      next: null,
    },
  },
  toResponse: ({ me: { orders } }) => ({ orders: orders.nodes.map(asShown), next: nextOf(orders.pageInfo) }),
  problems: ['BAD_USER_INPUT', 'UNAUTHENTICATED'],
  messages: { INTERNAL_SERVER_ERROR: 'Failed to load orders' },
})

export const trackOrder = route({
  method: 'POST',
  path: '/api/sites/:subdomain/track-order',
  summary: 'Returns an order by its number and the phone number it was placed with.',
  description: 'For guests. Only the last four digits of the buyer’s phone number are compared.',
  operation: graphql(`query RestTrackOrder($orderNo: String!, $phone: String!) {
    trackOrder(orderNo: $orderNo, phone: $phone) {
      ...RestOrderFields
      buyer_name: buyerName updated_at: updatedAt
    }
    store { name }
  }`),
  body: trackInput,
  variables: ({ body }) => body,
  response: z.object({
    order: TrackedOrder,
    businessName: z.string(),
  }),
  example: {
    body: { orderNo: EXAMPLE_ORDER_NO, phone: '4321' },
    answer: {
      order: EXAMPLE_TRACKED,
      businessName: 'Demo Tea House',
    },
  },
  toResponse: ({ trackOrder, store }) => ({ order: asShown(trackOrder), businessName: store.name }),
  problems: ['BAD_USER_INPUT', 'NOT_FOUND'],
})

export const followOrder = route({
  method: 'GET',
  path: '/api/sites/:subdomain/orders/:orderNo/events',
  summary: 'Sends an order now and again after each change.',
  description: `For guests, like \`track-order\`. The response is a stream of server-sent events for \`EventSource\`: each \`order\` event has the order as its data and its version as its ID. \`end\` is the last event; its data is \`{"final":true}\` if the order can no longer change. Otherwise reconnect, as \`EventSource\` does automatically. \`end\` is sent after 30 minutes at the latest, or when the server stops. A comment is sent every 15 seconds to keep the connection alive.`,
  operation: graphql(`subscription RestFollowOrder($orderNo: String!, $phone: String!) {
    order(orderNo: $orderNo, phone: $phone) {
      ...RestOrderFields
      buyer_name: buyerName updated_at: updatedAt
      version
    }
  }`),
  query: z.object({
    phone: z
      .string({
        error: ({ input }) => (input === undefined ? 'Order number and phone required' : 'phone must be given once'),
      })
      .meta({ description: 'The last four digits of the phone number that the order was placed with.' }),
  }),
  headers: z.object({
    'Last-Event-ID': z
      .string()
      .optional()
      .meta({ description: 'The ID of the last event received. The stream continues after it.' }),
  }),
  variables: ({ params, query }) => ({ orderNo: params.orderNo, phone: query.phone }),
  response: z.object({ order: TrackedOrder, businessName: z.string() }),
  example: { query: { phone: '4321' }, answer: { order: EXAMPLE_TRACKED, businessName: 'Demo Tea House' } },
  toResponse({ order: { version: _, ...order } }, { businessName }) {
    return { order: asShown(order), businessName }
  },
  events: {
    name: 'order',
    id: ({ order }) => String(order.version),
    isLast: ({ order }) => isOver({ status: order.status, paymentStatus: order.payment_status }),
  },
  problems: ['BAD_USER_INPUT', 'NOT_FOUND'],
})

export const cancelOrder = route({
  method: 'POST',
  path: '/api/sites/:subdomain/customer/orders/:orderNo/cancel',
  summary: 'Cancels one of the customer’s orders.',
  description:
    'The order must be pending, or paid but not shipped and placed within the last `cancellable_minutes` of the store. Any payment is refunded, which can take days; `payment_status` is `refunded` once it is done.',
  token: 'required',
  operation: graphql(`mutation RestCancelOrder($orderNo: String!) {
    cancelOrder(orderNo: $orderNo) {
      ...RestOrderFields
    }
  }`),
  variables: ({ params }) => ({ orderNo: params.orderNo }),
  response: z.object({ order: HistoryOrder }),
  example: {
    answer: { order: { ...EXAMPLE_ORDER, status: 'cancelled' as const, payment_status: 'pending' as const } },
  },
  toResponse: ({ cancelOrder }) => ({ order: asShown(cancelOrder) }),
  problems: ['UNAUTHENTICATED', 'NOT_FOUND', 'CONFLICT'],
})

/** Statuses in lower case, variants as objects, shipping only when given. */
function asShown<Order extends RestOrderFieldsFragment>(order: Order) {
  const { carrier, tracking_number, tracking_url, delivery, payment_method, replaced_by, ...others } = order
  return {
    ...others,
    items: order.items.map(({ options, ...item }) => ({
      ...item,
      variant: options.length === 0 ? null : optionsOf(options),
    })),
    status: lowerCase(order.status),
    payment_status: lowerCase(order.payment_status),
    ...(carrier !== null && { carrier }),
    ...(tracking_number !== null && { tracking_number }),
    ...(tracking_url !== null && { tracking_url }),
    ...(delivery && { delivery: asDelivery(delivery) }),
    ...(payment_method && { payment_method }),
    ...(replaced_by && { replaced_by }),
  }
}

const lowerCase = <Text extends string>(text: Text) => text.toLowerCase() as Lowercase<Text>
