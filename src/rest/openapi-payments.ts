import { z } from 'zod'
import { type createNamedSchemas, limitHeaders, refusalRef } from './openapi-parts.ts'

/** The paths that are no routes: what providers call, and the sandbox, which is a provider. */

type Schemas = ReturnType<typeof createNamedSchemas>

export const paymentTags = ['webhooks', 'sandbox']

const Notice = z
  .object({
    event: z.string().meta({
      description:
        '`payment.captured` and `order.paid` confirm an order, `refund.processed` and `refund.failed` end a refund; others change nothing.',
    }),
    payload: z.record(z.string(), z.unknown()).meta({ description: 'As the provider documents it.' }),
  })
  .meta({ id: 'PaymentNotice', description: 'A notice as the provider sends it, and has signed it byte by byte.' })

const SandboxPayment = z
  .object({
    outcome: z.enum(['pay', 'fail']).default('pay').meta({ description: '`fail`: a signature that is wrong.' }),
  })
  .meta({ id: 'SandboxPayment', description: 'Whether the buyer pays.' })

const Receipt = z
  .object({
    provider_order_id: z.string(),
    provider_payment_id: z.string(),
    provider_signature: z.string(),
  })
  .meta({
    id: 'PaymentReceipt',
    description: 'What a provider’s widget hands to the page, and `checkout/verify` takes.',
  })

const EXAMPLE_ORDER_ID = 'order_gTqX4mWb9ZcR7LkN2vYpJ5sHd8FaE1uQ3oBx'

const json = (schema: object, example: object) => ({ content: { 'application/json': { schema, example } } })

const refused = (...statuses: number[]) => Object.fromEntries(statuses.map((status) => [status, refusalRef(status)]))

export function paymentPaths(schemas: Schemas, store: string) {
  const subdomain = {
    ...{ name: 'subdomain', in: 'path', required: true, description: 'The store.' },
    ...{ schema: { type: 'string', default: store }, example: store },
  }
  const signature = (name: string, description: string) => ({
    ...{ name, in: 'header', required: false, description, schema: { type: 'string' } },
  })
  return {
    '/api/sites/{subdomain}/webhooks/payments': {
      post: {
        operationId: 'receivePaymentNotice',
        summary: 'Takes a notice of the store’s payment provider.',
        description:
          'For providers, not for storefronts: it confirms orders whose buyers never came back. Signed with HMAC-SHA256 of the raw body in hex, with the webhook secret, in one of the two headers. A notice counts once, however often it comes.',
        tags: ['webhooks'],
        security: [],
        parameters: [
          subdomain,
          signature('X-Provider-Signature', 'The signature.'),
          signature('X-Razorpay-Signature', 'The same, as Razorpay names it.'),
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
            description: 'Received; also when it changes nothing.',
            ...json(schemas.named('ReceivePaymentNoticeAnswer', z.object({ success: z.boolean() })), { success: true }),
          },
          ...refused(400, 413, 429, 500, 503),
        },
      },
    },
    '/sandbox/orders/{providerOrderId}/pay': {
      post: {
        operationId: 'payInSandbox',
        summary: 'Pays an order with play money, in place of a provider’s widget.',
        description:
          'Only for orders of stores whose provider is the sandbox, others are 404. The answer is the body that `checkout/verify` takes.',
        tags: ['sandbox'],
        security: [],
        parameters: [
          {
            ...{ name: 'providerOrderId', in: 'path', required: true },
            ...{ description: 'As checkout answers it.', schema: { type: 'string' }, example: EXAMPLE_ORDER_ID },
          },
        ],
        requestBody: {
          required: false,
          ...json(schemas.named('PayInSandboxRequest', SandboxPayment), { outcome: 'pay' }),
        },
        responses: {
          200: {
            description: 'Done.',
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
