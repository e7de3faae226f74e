import { z } from 'zod'
import { type createNamedSchemas, limitHeaders, refusalRef } from './openapi-parts.ts'

/** Paths that are no routes: providers' calls, and the sandbox. */

type Schemas = ReturnType<typeof createNamedSchemas>

export const paymentTags = ['webhooks', 'sandbox']

const Notice = z
  .object({
    event: z.string().meta({
      description:
        '`payment.captured` and `order.paid` confirm an order; `refund.processed` and `refund.failed` complete a refund. Other events are ignored.',
    }),
    payload: z.record(z.string(), z.unknown()).meta({ description: 'The payload, as documented by the provider.' }),
  })
  .meta({ id: 'PaymentNotice', description: 'A webhook request as sent and signed by the provider.' })

const SandboxPayment = z
  .object({
    outcome: z
      .enum(['pay', 'fail'])
      .default('pay')
      .meta({ description: 'The outcome of the payment; `fail` returns a wrong signature.' }),
  })
  .meta({ id: 'SandboxPayment', description: 'A payment in the sandbox.' })

const Receipt = z
  .object({
    provider_order_id: z.string(),
    provider_payment_id: z.string(),
    provider_signature: z.string(),
  })
  .meta({
    id: 'PaymentReceipt',
    description: 'The result of a payment, as accepted by `checkout/verify`.',
  })

const EXAMPLE_ORDER_ID = 'order_gTqX4mWb9ZcR7LkN2vYpJ5sHd8FaE1uQ3oBx'

const json = (schema: object, example: object) => ({ content: { 'application/json': { schema, example } } })

const refused = (...statuses: number[]) => Object.fromEntries(statuses.map((status) => [status, refusalRef(status)]))

export function paymentPaths(schemas: Schemas, store: string) {
  const subdomain = {
    name: 'subdomain',
    in: 'path',
    required: true,
    description: 'The subdomain of the store.',
    schema: { type: 'string' },
    example: store,
  }
  const signature = (name: string, description: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  })
  return {
    '/api/sites/{subdomain}/webhooks/payments': {
      post: {
        operationId: 'receivePaymentNotice',
        summary: 'Receives a webhook request from the store’s payment provider.',
        description:
          'For payment providers, not for storefronts. It confirms orders whose buyers did not return to the storefront after paying. One of the two headers must contain the HMAC-SHA256 of the raw body in hex, computed with the webhook secret. Repeated requests have no further effect.',
        tags: ['webhooks'],
        security: [],
        parameters: [
          subdomain,
          signature('X-Provider-Signature', 'The signature.'),
          signature('X-Razorpay-Signature', 'The signature, under Razorpay’s name.'),
        ],
        requestBody: {
          required: true,
          ...json(schemas.named('ReceivePaymentNoticeRequest', Notice), {
            event: 'payment.captured',
            payload: { payment: { entity: { id: 'pay_29QQoUBi66xm2f', order_id: 'order_9A33XWu170gUtm' } } },
          }),
        },
        responses: {
          200: {
            description: 'Received, even if it changes nothing.',
            ...json(schemas.named('ReceivePaymentNoticeAnswer', z.object({ success: z.boolean() })), { success: true }),
          },
          ...refused(400, 404, 413, 415, 429, 500, 503),
        },
      },
    },
    '/sandbox/orders/{providerOrderId}/pay': {
      post: {
        operationId: 'payInSandbox',
        summary: 'Pays an order with play money, in place of a provider’s widget.',
        description:
          'Only for orders of stores that use the sandbox; others are 404. The response is the body to send to `checkout/verify`.',
        tags: ['sandbox'],
        security: [],
        parameters: [
          {
            name: 'providerOrderId',
            in: 'path',
            required: true,
            description: 'The `providerOrderId` returned by checkout.',
            schema: { type: 'string' },
            example: EXAMPLE_ORDER_ID,
          },
        ],
        requestBody: {
          required: false,
          ...json(schemas.named('PayInSandboxRequest', SandboxPayment), { outcome: 'pay' }),
        },
        responses: {
          200: {
            description: 'Success.',
            headers: limitHeaders,
            ...json(schemas.named('PayInSandboxAnswer', Receipt), {
              provider_order_id: EXAMPLE_ORDER_ID,
              provider_payment_id: 'pay_sandbox_7Jm2QX4TB9RkLwNv',
              provider_signature: '9f1f0d4c6b0f3a5b6b7f2a0e4f1c8d3e5a7b9c0d1e2f3a4b5c6d7e8f9a0b1c2d',
            }),
          },
          ...refused(400, 404, 413, 415, 429, 500, 503),
        },
      },
    },
  }
}
