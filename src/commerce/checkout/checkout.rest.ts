import { z } from 'zod'
import { EXAMPLE_PRODUCT_ID } from '../../api/rest/examples.ts'
import { route } from '../../api/rest/route.ts'
import { graphql } from '../../generated/operations/index.ts'
import { optionList } from '../catalog/product.ts'
import { asDelivery, orderDelivery, orderPayment } from '../delivery/delivery-shapes.ts'
import { breakdownShape, exampleBreakdown } from './breakdown-shape.ts'
import { checkoutInput } from './cart-input.ts'
import { storeRefusal } from './checkout.ts'
import { noticeShape, shownNotice } from './notice.ts'

export const checkout = route({
  method: 'POST',
  path: '/api/sites/:subdomain/checkout',
  summary: 'Places an order that awaits payment.',
  description:
    'Prices, tax, shipping and discount are calculated by the server; values sent by the client are ignored. Send `items` or the `cartId` of a cart. The cart’s discount code and points are used unless others are given, and when the order is paid, its items are removed from the cart. Items that are not for sale are dropped; `notices` explains why, and also why a discount code or points do not apply. If no items are left, the response is 400 with the notices in its problem document. The order reserves its items for 15 minutes unless the service is configured otherwise. Pay `providerOrderId` at the payment provider with `keyId`, then verify the payment.',
  headers: z.object({
    'Idempotency-Key': z
      .string()
      .regex(/^[\x21-\x7e]{1,255}$/)
      .optional()
      .meta({
        description:
          'A unique text of your choice for each order. Repeating a request with the same key and body within 24 hours returns the same response without placing a second order; a different body with the same key is 409.',
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
      notices { code reason message item: itemIndex productId }
      delivery { ...RestOrderDelivery }
      payment { ...RestOrderPayment }
    }
  }`),
  body: checkoutInput,
  onInvalidBody: storeRefusal,
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
    amount: z.int().meta({ description: 'The amount to pay in subunits of the currency (paise for INR).' }),
    currency: z.string(),
    keyId: z.string().meta({ description: 'The payment provider’s public key, for its checkout widget.' }),
    businessName: z.string(),
    breakdown: breakdownShape,
    delivery: orderDelivery.optional(),
    payment: orderPayment.optional(),
    notices: z.array(noticeShape).meta({ description: 'Notices about what was left out; empty if nothing was.' }),
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
  toResponse: ({ checkout: { delivery, payment, notices, ...checkout } }) => ({
    ...checkout,
    notices: notices.map(shownNotice),
    ...(delivery && { delivery: asDelivery(delivery) }),
    ...(payment && { payment }),
  }),
  problems: ['BAD_USER_INPUT', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'UPSTREAM_FAILED', 'PAYMENTS_NOT_CONFIGURED'],
})
