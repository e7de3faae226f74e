import { z } from 'zod'
import { graphql } from '../generated/operations/index.ts'
import { EXAMPLE_ORDER_NO } from '../rest/example-ids.ts'
import { route } from '../rest/route.ts'
import { asShown, EXAMPLE_ORDER, EXAMPLE_TRACKED, HistoryOrder, TrackedOrder } from './order-shapes.ts'
import { trackInput } from './track-order.ts'

export const listOrders = route({
  method: 'GET',
  path: '/api/sites/:subdomain/customer/orders',
  summary: 'The customer’s orders, newest first.',
  description: 'At most 100 orders that the customer has placed with their token.',
  token: 'required',
  operation: graphql(`query RestOrders {
    me {
      orders(first: 100) {
        nodes {
          order_no: orderNo
          items { name price qty }
          subtotal shipping_fee: shippingFee discount_amount: discountAmount total currency
          status payment_status: paymentStatus created_at: createdAt
          carrier tracking_number: trackingNumber tracking_url: trackingUrl
        }
      }
    }
  }`),
  variables: () => ({}),
  response: z.object({ orders: z.array(HistoryOrder).max(100) }),
  example: {
    answer: {
      orders: [EXAMPLE_ORDER],
    },
  },
  answer: ({ me }) => ({ orders: me.orders.nodes.map(asShown) }),
  problems: ['UNAUTHENTICATED'],
  messages: { INTERNAL_SERVER_ERROR: 'Failed to load orders' },
})

export const trackOrder = route({
  method: 'POST',
  path: '/api/sites/:subdomain/track-order',
  summary: 'An order by its number and the phone it was placed with.',
  description: 'For guests: the last four digits of the buyer’s phone are compared.',
  operation: graphql(`query RestTrackOrder($orderNo: String!, $phone: String!) {
    trackOrder(orderNo: $orderNo, phone: $phone) {
      order_no: orderNo
      buyer_name: buyerName
      items { name price qty }
      subtotal shipping_fee: shippingFee discount_amount: discountAmount total currency
      status payment_status: paymentStatus created_at: createdAt updated_at: updatedAt
      carrier tracking_number: trackingNumber tracking_url: trackingUrl
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
  answer: ({ trackOrder, store }) => ({ order: asShown(trackOrder), businessName: store.name }),
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
      order_no: orderNo
      items { name price qty }
      subtotal shipping_fee: shippingFee discount_amount: discountAmount total currency
      status payment_status: paymentStatus created_at: createdAt
      carrier tracking_number: trackingNumber tracking_url: trackingUrl
    }
  }`),
  variables: ({ params }) => ({ orderNo: params.orderNo }),
  response: z.object({ order: HistoryOrder }),
  example: {
    answer: { order: { ...EXAMPLE_ORDER, status: 'cancelled' as const, payment_status: 'pending' as const } },
  },
  answer: ({ cancelOrder }) => ({ order: asShown(cancelOrder) }),
  problems: ['UNAUTHENTICATED', 'NOT_FOUND', 'CONFLICT'],
})
