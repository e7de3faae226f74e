import { z } from 'zod'
import { EXAMPLE_PRODUCT_ID } from '../../api/rest/examples.ts'
import { route } from '../../api/rest/route.ts'
import { graphql } from '../../generated/operations/index.ts'
import { optionList } from '../catalog/product.ts'
import { asFulfilment, fulfilmentShape } from '../delivery/delivery-shapes.ts'
import { breakdownShape, exampleBreakdown } from './breakdown-shape.ts'
import { quoteInput } from './cart-input.ts'
import { noticeShape, shownNotice } from './notice.ts'

export const quote = route({
  method: 'POST',
  path: '/api/sites/:subdomain/quote',
  summary: 'Calculates the current price of a cart.',
  description:
    'This is the price that checkout would charge now; nothing is reserved. Limits per customer are only checked with the customer’s token. A request with a discount code also counts towards the `quoteCode` limit.',
  token: 'optional',
  operation: graphql(`query RestQuote($input: QuoteInput!) {
    quote(input: $input) {
      currency
      breakdown {
        subtotal discount shipping tax gstInclusive total
        loyaltyDiscount loyaltyPointsUsed loyaltyPointsEarned
      }
      notices { code reason message item: itemIndex productId needs }
      delivery { ...RestDeliveryOption }
      deliveryOptions { ...RestDeliveryOption }
      destination { country region postal_code: postalCode }
      paymentMethod { ...RestPaymentOption }
      paymentOptions { ...RestPaymentOption }
    }
  }`),
  body: quoteInput,
  variables: ({ body: { items, ...rest } }) => ({
    input: {
      ...rest,
      items: items.map(({ variant, ...item }) => ({ ...item, variant: variant && optionList(variant) })),
    },
  }),
  response: z.object({
    currency: z.string(),
    breakdown: breakdownShape,
    ...fulfilmentShape,
    notices: z
      .array(noticeShape)
      .meta({ description: 'Notices about what checkout would leave out; empty if nothing.' }),
  }),
  example: {
    body: {
      items: [{ id: EXAMPLE_PRODUCT_ID, qty: 2, variant: { size: '250g' } }],
      discountCode: 'WELCOME10',
    },
    answer: { currency: 'INR', breakdown: exampleBreakdown, notices: [] },
  },
  toResponse: ({ quote: { currency, breakdown, notices, ...rest } }) => ({
    currency,
    breakdown,
    notices: notices.map(shownNotice),
    ...asFulfilment(rest),
  }),
  problems: ['BAD_USER_INPUT'],
})
