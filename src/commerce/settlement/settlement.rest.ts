import { z } from 'zod'
import { route } from '../../api/rest/route.ts'
import { graphql } from '../../generated/operations/index.ts'
import { labelledText } from '../../platform/input/labelled-text.ts'
import { inputRules, optional } from '../../platform/input/parse-input.ts'

const field = (name: string) =>
  optional(labelledText({ label: name, max: 255 })).meta({
    description: `Alternatively \`${name.replace(/^[a-z]+/, 'razorpay')}\`.`,
  })
const widgetField = (name: string) =>
  optional(labelledText({ label: name, max: 255 })).meta({ description: 'The name that Razorpay’s widget uses.' })

export const verifyPayment = route({
  method: 'POST',
  path: '/api/sites/:subdomain/checkout/verify',
  summary: 'Confirms a paid order. Repeating it changes nothing.',
  description:
    'Send the values that the payment provider’s widget returns after the payment, under our names or under those of the widget; ours take precedence. Stock, points and discount are settled with the order.',
  operation: graphql(`mutation RestVerifyPayment($input: VerifyPaymentInput!) { verifyPayment(input: $input) }`),
  body: inputRules({
    required: [
      ['provider_order_id', 'razorpay_order_id'],
      ['provider_payment_id', 'razorpay_payment_id'],
      ['provider_signature', 'razorpay_signature'],
    ],
    missing: 'Missing fields',
    fields: {
      provider_order_id: field('provider_order_id'),
      provider_payment_id: field('provider_payment_id'),
      provider_signature: field('provider_signature'),
      razorpay_order_id: widgetField('razorpay_order_id'),
      razorpay_payment_id: widgetField('razorpay_payment_id'),
      razorpay_signature: widgetField('razorpay_signature'),
    },
  }),
  variables: ({ body }) => ({
    input: {
      // The rules guarantee one of each pair.
      providerOrderId: body.provider_order_id ?? body.razorpay_order_id ?? '',
      providerPaymentId: body.provider_payment_id ?? body.razorpay_payment_id ?? '',
      providerSignature: body.provider_signature ?? body.razorpay_signature ?? '',
    },
  }),
  response: z.object({ success: z.boolean() }),
  example: {
    body: {
      provider_order_id: 'order_gTqX4mWb9ZcR7LkN2vYpJ5sHd8FaE1uQ3oBx',
      provider_payment_id: 'pay_3Xb9Kq2LmN8vTz5R',
      provider_signature: '9d2f0c4b7e61a8853f1d6a90c2e47b58d0136f9be8425c7a91d3e06f5b8c2a74',
    },
    answer: { success: true },
  },
  toResponse: ({ verifyPayment }) => ({ success: verifyPayment }),
  problems: ['BAD_USER_INPUT', 'INVALID_SIGNATURE'],
})
