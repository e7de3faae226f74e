import { z } from 'zod'
import { graphql } from '../../generated/operations/index.ts'
import { route } from '../../rest/route.ts'
import { asShown, EXAMPLE_TRACKED, TrackedOrder } from '../order-shapes.ts'
import { isOver } from './is-over.ts'

export const followOrder = route({
  method: 'GET',
  path: '/api/sites/:subdomain/orders/:orderNo/events',
  summary: 'An order as it is now, and again after each change.',
  description: `For guests, as \`track-order\` is. A stream of server-sent events, for \`EventSource\`: each event \`order\` has the order as its data, and its version as its id. \`end\` is the last: \`{"final":true}\` when the order can change no more, else connect again, as \`EventSource\` does by itself. That comes after 30 minutes at the latest, or when this server stops. A comment every 15 seconds is a sign of life.`,
  operation: graphql(`subscription RestFollowOrder($orderNo: String!, $phone: String!) {
    order(orderNo: $orderNo, phone: $phone) {
      order_no: orderNo
      buyer_name: buyerName
      items { name price qty }
      subtotal shipping_fee: shippingFee discount_amount: discountAmount total currency
      status payment_status: paymentStatus created_at: createdAt updated_at: updatedAt
      carrier tracking_number: trackingNumber tracking_url: trackingUrl
      version
    }
  }`),
  query: z.object({
    phone: z
      .string({ error: 'phone must be given once' })
      .default('')
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
  answer({ order: { version: _, ...order } }, { businessName }) {
    return { order: asShown(order), businessName }
  },
  events: {
    name: 'order',
    id: ({ order }) => String(order.version),
    isLast: ({ order }) => isOver({ status: order.status, paymentStatus: order.payment_status }),
  },
  problems: ['BAD_USER_INPUT', 'NOT_FOUND'],
})
