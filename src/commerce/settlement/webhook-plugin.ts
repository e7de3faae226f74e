import type { FastifyInstance, FastifyRequest } from 'fastify'
import { admit } from '../../api/admission/admission.ts'
import type { Context } from '../../api/context.ts'
import { answerOtherMethods } from '../../api/http/method-not-allowed.ts'
import { setLimitHeaders } from '../../api/http/response-headers.ts'
import { Problem } from '../../platform/problem.ts'
import { findProviderAccount } from '../payments/provider-account.ts'
import { findSigningAccount, type StoreAccount } from '../payments/retired-account.ts'
import { isWebhookSignature } from '../payments/signature.ts'
import { parseWebhookEvent } from '../payments/webhook-event.ts'
import { applyNotice } from './apply-notice.ts'

const PATH = '/api/sites/:subdomain/webhooks/payments'

interface WebhookOptions {
  contextOf: (request: FastifyRequest) => Promise<Context>
}

/** Requests must be signed; valid ones are not rate limited. */
export async function webhookPlugin(app: FastifyInstance, { contextOf }: WebhookOptions): Promise<void> {
  // The signature covers the raw bytes, so the body is not parsed.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.post(PATH, async (request, reply) => {
    const context = await contextOf(request)
    const { services, foundStore: store } = context
    const { headers } = request
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const signature = headers['x-provider-signature'] ?? headers['x-razorpay-signature']
    const hasSigned = ({ webhookSecret }: StoreAccount) =>
      isWebhookSignature(webhookSecret, body, signature?.toString())
    const signer =
      store && (await findSigningAccount(services, store.id, await findProviderAccount(services, store.id), hasSigned))
    if (!signer) {
      services.metrics.counts.payments.bad_signature += 1
      await admit(context, { limit: 'read', servesInactiveStore: true }).finally(() => setLimitHeaders(reply, context))
      throw new Problem('INVALID_SIGNATURE', 'Invalid signature')
    }
    await applyNotice(services, signer, parseWebhookEvent(body, headers))
    return { success: true }
  })

  answerOtherMethods(app, [PATH])
}
