import { z } from 'zod'
import { optionList } from '../catalog/product.ts'
import { graphql } from '../generated/operations/index.ts'
import { EXAMPLE_PRODUCT_ID } from '../rest/example-ids.ts'
import { route } from '../rest/route.ts'
import { breakdownShape, exampleBreakdown } from './breakdown-shape.ts'
import { checkoutInput } from './cart-input.ts'
import { keepRefusal } from './checkout.ts'
import { toldNotice } from './notice.ts'
import { noticeShape } from './notice-shape.ts'

export const checkout = route({
  method: 'POST',
  path: '/api/sites/:subdomain/checkout',
  summary: 'Turns a cart into an order that waits to be paid.',
  description:
    'Prices, tax, shipping and discount are worked out here; what a client says of them is not read. Give `items`, or the `cartId` of a cart, which its payment empties of what was bought; the cart’s code and points count unless others are given. Items that are not for sale are dropped, and `notices` says why, as it does of a code or points that do not apply. When nothing is left, the answer is 400, whose problem document has the notices. The order reserves its goods for 15 minutes, unless the service is set up otherwise. Pay `providerOrderId` at the payment provider with `keyId`, then verify.',
  headers: z.object({
    'Idempotency-Key': z
      .string()
      .regex(/^[\x21-\x7e]{1,255}$/)
      .optional()
      .meta({
        description:
          'A text of your own, new for each order. The same key and body give the same answer for 24 hours, and no second order; another body with it is 409.',
        examples: ['8e03978e-40d5-43dd-bc93-6894a57f9324'],
      }),
  }),
  token: 'optional',
  operation: graphql(`mutation RestCheckout($input: CheckoutInput!) {
    checkout(input: $input) {
      orderId orderNo providerOrderId amount currency keyId businessName
      breakdown {
        subtotal discount shipping tax gstInclusive total
        loyaltyDiscount loyaltyPointsUsed loyaltyPointsEarned
      }
      notices { code message item productId }
    }
  }`),
  body: checkoutInput,
  onInvalidBody: keepRefusal,
  variables: ({ body: { items, ...rest } }) => ({
    input: {
      ...rest,
      items: items?.map(({ variant, ...item }) => ({ ...item, variant: variant && optionList(variant) })),
    },
  }),
  response: z.object({
    orderId: z.uuid(),
    orderNo: z.string(),
    providerOrderId: z.string(),
    amount: z.int().meta({ description: 'In currency subunits: paise for INR.' }),
    currency: z.string(),
    keyId: z.string().meta({ description: 'The payment provider’s public key.' }),
    businessName: z.string(),
    breakdown: breakdownShape,
    notices: z.array(noticeShape).meta({ description: 'What was left out, and why; empty when nothing was.' }),
  }),
  example: {
    body: {
      items: [{ id: EXAMPLE_PRODUCT_ID, qty: 2, variant: { size: '250g' } }],
      buyer: { name: 'Ravi', phone: '98200 54321', email: 'ravi@example.com', address: '12 Lake Road, Kolkata' },
      discountCode: 'WELCOME10',
    },
    answer: {
      orderId: '01980f5e-8c1d-7b60-a0f4-2b9c5a7e4d02',
      orderNo: 'ORD-7K2M9QX4TB',
      providerOrderId: 'order_gTqX4mWb9ZcR7LkN2vYpJ5sHd8FaE1uQ3oBx',
      amount: 99311,
      currency: 'INR',
      keyId: 'sandbox_0d2377158752f1789ea8d637',
      businessName: 'Demo Tea House',
      breakdown: exampleBreakdown,
      notices: [],
    },
  },
  toResponse: ({ checkout }) => ({ ...checkout, notices: checkout.notices.map(toldNotice) }),
  problems: ['BAD_USER_INPUT', 'NOT_FOUND', 'CONFLICT', 'UPSTREAM_FAILED', 'PAYMENTS_NOT_CONFIGURED'],
})
