import { z } from 'zod'
import { EXAMPLE_ORDER_NO } from '../rest/example-ids.ts'

/** Orders in REST's words. */

export const HistoryOrder = z
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
    carrier: z.string().optional().meta({ description: 'Who carries it; left out when the store has not said.' }),
    tracking_number: z.string().optional().meta({ description: 'The carrier’s number of it; may be left out.' }),
    tracking_url: z.string().optional().meta({ description: 'Where the carrier tells where it is; may be left out.' }),
  })
  .meta({ id: 'Order', description: 'A purchase.' })

export const TrackedOrder = HistoryOrder.extend({ buyer_name: z.string(), updated_at: z.iso.datetime() }).meta({
  id: 'TrackedOrder',
  description: 'A purchase as who has its number sees it.',
})

export const EXAMPLE_ORDER = {
  order_no: EXAMPLE_ORDER_NO,
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

/** The same as who has its number sees it. */
export const EXAMPLE_TRACKED = { ...EXAMPLE_ORDER, buyer_name: 'Ravi', updated_at: '2026-01-31T09:32:10.000Z' }

interface Sent {
  carrier: string | null
  tracking_number: string | null
  tracking_url: string | null
}

/** The statuses in lower case, and how it is sent only when the store has said so. */
export function asShown<Status extends string, Payment extends string, Rest extends object>(
  order: Rest & { status: Status; payment_status: Payment } & Sent,
) {
  const { carrier, tracking_number, tracking_url, ...others } = order
  return {
    ...others,
    ...{ status: lowerCase(order.status), payment_status: lowerCase(order.payment_status) },
    ...(carrier !== null && { carrier }),
    ...(tracking_number !== null && { tracking_number }),
    ...(tracking_url !== null && { tracking_url }),
  }
}

// TypeScript types the result of toLowerCase() as string.
const lowerCase = <Text extends string>(text: Text) => text.toLowerCase() as Lowercase<Text>
