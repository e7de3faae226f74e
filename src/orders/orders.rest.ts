import { z } from 'zod'
import { optionsOf } from '../catalog/product.ts'
import type { RestOrderFieldsFragment } from '../generated/operations/graphql.ts'
import { graphql } from '../generated/operations/index.ts'
import { nextOf, nextPage, pageQuery, pageVariables } from '../platform/input/page-query.ts'
import { EXAMPLE_ORDER_NO, EXAMPLE_PRODUCT_ID } from '../rest/example-ids.ts'
import { route } from '../rest/route.ts'
import { MAX_ORDERS } from './list-orders.ts'
import { trackInput } from './track-order.ts'
import { isOver } from './watch/is-over.ts'

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
          .meta({ description: 'What was chosen; null when there was nothing to choose.' }),
        price: z.number(),
        qty: z.int(),
      }),
    ),
    subtotal: z.number(),
    shipping_fee: z.number(),
    discount_amount: z.number(),
    loyalty_discount: z.number().meta({ description: 'The amount deducted by the redeemed points.' }),
    tax: z.number().meta({ description: 'Part of the prices when `gst_inclusive`, added to them otherwise.' }),
    gst_inclusive: z.boolean(),
    total: z.number().meta({
      description:
        '`subtotal − discount_amount − loyalty_discount + shipping_fee`, and `tax` unless it is part of the prices.',
    }),
    refunded_amount: z.number().meta({ description: 'What of the total has gone back to the buyer.' }),
    currency: z.string(),
    status: z.enum(['pending', 'confirmed', 'shipped', 'delivered', 'cancelled', 'failed']),
    payment_status: z.enum(['pending', 'paid', 'failed', 'refunded']),
    created_at: z.iso.datetime(),
    carrier: z.string().optional().meta({ description: 'Who carries it; left out when the store has not said.' }),
    tracking_number: z.string().optional().meta({ description: 'The carrier’s number of it; may be left out.' }),
    tracking_url: z.string().optional().meta({ description: 'The carrier’s tracking page; may be left out.' }),
  })
  .meta({ id: 'Order', description: 'A purchase.' })

const TrackedOrder = HistoryOrder.extend({ buyer_name: z.string(), updated_at: z.iso.datetime() }).meta({
  id: 'TrackedOrder',
  description: 'A purchase as who has its number sees it.',
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
}`)

export const listOrders = route({
  method: 'GET',
  path: '/api/sites/:subdomain/customer/orders',
  summary: 'The customer’s orders, newest first.',
  description: 'Those that the customer has placed with their token, at most 100 on a page.',
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
  summary: 'An order by its number and the phone it was placed with.',
  description: 'For guests: the last four digits of the buyer’s phone are compared.',
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
  summary: 'An order as it is now, and again after each change.',
  description: `For guests, as \`track-order\` is. A stream of server-sent events, for \`EventSource\`: each event \`order\` has the order as its data, and its version as its id. \`end\` is the last: \`{"final":true}\` when the order can change no more, else connect again, as \`EventSource\` does on its own. That comes after 30 minutes at the latest, or when this server stops. A comment every 15 seconds is a sign of life.`,
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
      .meta({ description: 'The last four digits of the phone that the order was placed with.' }),
  }),
  headers: z.object({
    'Last-Event-ID': z
      .string()
      .optional()
      .meta({ description: 'The id of the event that was received last: the stream then begins with the next.' }),
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
  summary: 'Cancels an order of the customer.',
  description:
    'While it is pending; or while it is paid and not shipped, for as many minutes after it was placed as the store’s `cancellable_minutes`. What was paid goes back to the buyer, which can take days: `payment_status` is `refunded` once it has.',
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

/** The statuses in lower case, variants as objects, and how it is sent only when the store has said so. */
function asShown<Order extends RestOrderFieldsFragment>(order: Order) {
  const { carrier, tracking_number, tracking_url, ...others } = order
  return {
    ...others,
    items: order.items.map(({ options, ...item }) => ({
      ...item,
      variant: options.length === 0 ? null : optionsOf(options),
    })),
    ...{ status: lowerCase(order.status), payment_status: lowerCase(order.payment_status) },
    ...(carrier !== null && { carrier }),
    ...(tracking_number !== null && { tracking_number }),
    ...(tracking_url !== null && { tracking_url }),
  }
}

// TypeScript types the result of toLowerCase() as string.
const lowerCase = <Text extends string>(text: Text) => text.toLowerCase() as Lowercase<Text>
