import { z } from 'zod'
import { graphql } from '../generated/operations/index.ts'
import { inputRules } from '../platform/input/first-mistake.ts'
import { labelledText } from '../platform/input/labelled-text.ts'
import { route } from '../rest/route.ts'

const field = (label: string) => labelledText({ label, max: 255 })

export const verifyPayment = route({
  method: 'POST',
  path: '/api/sites/:subdomain/checkout/verify',
  summary: 'Confirms the order that was paid. Repeating it changes nothing.',
  description:
    'Takes what the payment provider hands to the page once the buyer has paid. Stock, points and discount are settled with it.',
  operation: graphql(`mutation RestVerifyPayment($input: VerifyPaymentInput!) { verifyPayment(input: $input) }`),
  body: inputRules({
    required: ['provider_order_id', 'provider_payment_id', 'provider_signature'],
    missing: 'Missing fields',
    fields: {
      provider_order_id: field('provider_order_id'),
      provider_payment_id: field('provider_payment_id'),
      provider_signature: field('provider_signature'),
    },
  }),
  variables: ({ body }) => ({
    input: {
      providerOrderId: body.provider_order_id,
      providerPaymentId: body.provider_payment_id,
      providerSignature: body.provider_signature,
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
  answer: ({ verifyPayment }) => ({ success: verifyPayment }),
  problems: ['BAD_USER_INPUT', 'INVALID_SIGNATURE'],
})
