import { z } from 'zod'
import { graphql } from '../generated/operations/index.ts'
import { route } from '../rest/route.ts'

export const HistoryOrder = z.object({
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

export const listOrders = route({
  method: 'GET',
  path: '/api/sites/:subdomain/customer/orders',
  summary: 'The customer’s orders, newest first.',
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
  answer: ({ me }) => ({ orders: me.orders.nodes.map(inLowerCase) }),
  problems: ['UNAUTHENTICATED'],
  messages: { INTERNAL_SERVER_ERROR: 'Failed to load orders' },
})

/** Statuses as REST shows them. */
export function inLowerCase<Status extends string, Payment extends string, Rest extends object>(
  order: Rest & { status: Status; payment_status: Payment },
) {
  return { ...order, status: lowerCase(order.status), payment_status: lowerCase(order.payment_status) }
}

// TypeScript types toLowerCase() as a plain string.
const lowerCase = <Text extends string>(text: Text) => text.toLowerCase() as Lowercase<Text>
