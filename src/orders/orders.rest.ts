import { z } from 'zod'
import { graphql } from '../generated/operations/index.ts'
import { route } from '../rest/route.ts'
import { trackInput } from './track-order.ts'

const HistoryOrder = z
  .object({
    order_no: z.string(),
    items: z.array(z.object({ name: z.string(), price: z.number(), qty: z.int() })),
    subtotal: z.number(),
    shipping_fee: z.number(),
    discount_amount: z.number(),
    total: z.number(),
    currency: z.string(),
    status: z.enum(['pending', 'confirmed', 'shipped', 'delivered', 'cancelled', 'failed']),
    payment_status: z.enum(['pending', 'paid', 'failed', 'refunded']),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Order', description: 'A purchase.' })

const TrackedOrder = HistoryOrder.extend({ buyer_name: z.string(), updated_at: z.iso.datetime() }).meta({
  id: 'TrackedOrder',
  description: 'A purchase as who has its number sees it.',
})

const EXAMPLE_ORDER = {
  order_no: 'ORD-7K2M9QX4TB',
  items: [{ name: 'Assam', price: 499, qty: 2 }],
  subtotal: 998,
  shipping_fee: 50,
  discount_amount: 99.8,
  total: 993.11,
  currency: 'INR',
  status: 'confirmed' as const,
  payment_status: 'paid' as const,
  created_at: '2026-01-31T09:30:00.000Z',
}

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
  answer: ({ me }) => ({ orders: me.orders.nodes.map(inLowerCase) }),
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
    body: { orderNo: 'ORD-7K2M9QX4TB', phone: '4321' },
    answer: {
      order: {
        ...EXAMPLE_ORDER,
        buyer_name: 'Ravi',
        updated_at: '2026-01-31T09:32:10.000Z',
      },
      businessName: 'Demo Tea House',
    },
  },
  answer: ({ trackOrder, store }) => ({ order: inLowerCase(trackOrder), businessName: store.name }),
  problems: ['BAD_USER_INPUT', 'NOT_FOUND'],
})

function inLowerCase<Status extends string, Payment extends string, Rest extends object>(
  order: Rest & { status: Status; payment_status: Payment },
) {
  return { ...order, status: lowerCase(order.status), payment_status: lowerCase(order.payment_status) }
}

// TypeScript types the result of toLowerCase() as string.
const lowerCase = <Text extends string>(text: Text) => text.toLowerCase() as Lowercase<Text>
