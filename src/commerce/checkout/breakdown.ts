import type { Order } from '../../generated/prisma/client.ts'
import type { Quote } from './pricing/quote.ts'

/** Subunits. */
export interface Breakdown
  extends Pick<
    Quote,
    | 'subtotal'
    | 'discount'
    | 'loyaltyDiscount'
    | 'pointsUsed'
    | 'pointsEarned'
    | 'shipping'
    | 'tax'
    | 'taxInclusive'
    | 'total'
  > {
  currency: string
}

export const breakdownOfQuote = (quote: Quote, currency: string): Breakdown => ({ ...quote, currency })

export const breakdownOfOrder = (order: Order): Breakdown => ({
  ...order,
  discount: order.discountAmount,
  shipping: order.shippingFee,
  tax: order.taxAmount,
})
