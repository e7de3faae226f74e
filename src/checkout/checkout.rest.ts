import { z } from 'zod'
import { graphql } from '../generated/operations/index.ts'
import { inputRules } from '../platform/input.ts'
import { text } from '../platform/text.ts'
import { route } from '../rest/route.ts'
import { checkoutInput } from './cart-input.ts'
import { keepRefusal } from './checkout.ts'

const mainUnits = (description: string) => z.number().meta({ description: `${description}, in main currency units.` })

const Breakdown = z.object({
  subtotal: mainUnits('The goods'),
  discount: mainUnits('What the discount code takes off'),
  shipping: mainUnits('What shipping costs'),
  tax: mainUnits('The tax'),
  gstInclusive: z.boolean().meta({ description: 'Whether the prices contain the tax; otherwise it is added.' }),
  total: mainUnits('What there is to pay'),
  loyaltyDiscount: mainUnits('What the redeemed points take off'),
  loyaltyPointsUsed: z.int(),
  loyaltyPointsEarned: z.int().meta({ description: 'Credited once the order is paid.' }),
})

export const checkout = route({
  method: 'POST',
  path: '/api/sites/:subdomain/checkout',
  summary:
    'Turns a cart into an order that waits to be paid. With the header `Idempotency-Key` the same request gives the same order for 24 hours.',
  token: 'optional',
  operation: graphql(`mutation RestCheckout($input: CheckoutInput!) {
    checkout(input: $input) {
      orderId orderNo providerOrderId amount currency keyId businessName
      breakdown {
        subtotal discount shipping tax gstInclusive total
        loyaltyDiscount loyaltyPointsUsed loyaltyPointsEarned
      }
    }
  }`),
  body: checkoutInput,
  refused: keepRefusal,
  variables: ({ body: { items, ...rest } }) => ({
    input: {
      ...rest,
      items: items.map(({ variant, ...item }) => ({ ...item, variant: variant && optionInputs(variant) })),
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
    breakdown: Breakdown,
  }),
  answer: ({ checkout }) => checkout,
  problems: ['BAD_USER_INPUT', 'CONFLICT', 'UPSTREAM_FAILED', 'PAYMENTS_NOT_CONFIGURED'],
})

const optionInputs = (options: Record<string, string>) =>
  Object.entries(options).map(([name, value]) => ({ name, value }))

const field = (label: string) => text({ label, max: 255 })

export const verifyPayment = route({
  method: 'POST',
  path: '/api/sites/:subdomain/checkout/verify',
  summary: 'Confirms the order that was paid. Repeating it changes nothing.',
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
  answer: ({ verifyPayment }) => ({ success: verifyPayment }),
  problems: ['BAD_USER_INPUT', 'INVALID_SIGNATURE'],
})
