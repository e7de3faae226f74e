import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { Problem } from '../../platform/problem.ts'
import { utf8Text } from '../../platform/text/text.ts'
import type { CapturedPayment, DisputeState, ProviderDispute, ProviderRefund } from './provider.ts'
import { disputeEntity, paymentEntity, providerId, refundEntity } from './razorpay-shapes.ts'

export interface WebhookEvent {
  /** Equal for every delivery. */
  eventId: string
  type: string
  /** Null when it changes nothing here. */
  settles: CapturedPayment | null
  /** Processed or failed. */
  refund?: ProviderRefund
  /** Absent when unknown, or never captured. */
  refunded?: CapturedPayment
  /** May or may not be captured later. */
  authorizedOrderId?: string
  dispute?: ProviderDispute & {
    state: DisputeState
    providerOrderId: string | null
  }
}

const settlingTypes = new Set(['payment.captured', 'order.paid'])

const refundTypes: Readonly<Record<string, ProviderRefund['status']>> = {
  'refund.processed': 'processed',
  'refund.failed': 'failed',
}

const refundNotice = z.object({ payload: z.object({ refund: z.object({ entity: z.unknown() }) }) })

/** Has the payment as well, whose status changes once it is refunded in full. */
const refundedNotice = z.object({
  payload: z.object({
    payment: z.object({
      entity: z
        .looseObject({
          status: z.enum(['captured', 'refunded']).optional(),
          captured: z.literal(true).optional(),
        })
        .pipe(paymentEntity),
    }),
  }),
})

const DISPUTE = /^payment\.dispute\.(created|action_required|under_review|won|lost|closed)$/

const disputeNotice = z.object({ payload: z.object({ dispute: z.object({ entity: disputeEntity }) }) })

const aboutPayment = z.object({
  payload: z.object({ payment: z.object({ entity: z.object({ order_id: providerId }) }) }),
})

const notice = z.object({ event: z.string().regex(/^[\w.-]{1,100}$/) })

const settlingNotice = z.object({
  payload: z.object({
    payment: z.object({
      entity: z.looseObject({ order_id: z.unknown().optional(), status: z.literal('captured').optional() }),
    }),
  }),
})

/** Razorpay's format. Check the signature first. @throws Problem BAD_USER_INPUT */
export function parseWebhookEvent(body: Buffer, headers: IncomingHttpHeaders): WebhookEvent {
  const json = parseJson(body)
  const { event: type } = shaped(notice, json)
  const settles = settlingTypes.has(type) ? settledPayment(json) : null
  const status = Object.hasOwn(refundTypes, type) ? refundTypes[type] : undefined
  const reported = status ? refundNotice.safeParse(json).data?.payload.refund.entity : undefined
  const event = { eventId: eventIdOf(body, headers), type, settles }
  const ofOrder = aboutPayment.safeParse(json).data?.payload.payment.entity.order_id
  if (type === 'payment.authorized' && ofOrder) return { ...event, authorizedOrderId: ofOrder }
  const state = DISPUTE.exec(type)?.[1]
  if (state) {
    const { entity } = shaped(disputeNotice, json).payload.dispute
    // The pattern lists the states.
    return { ...event, dispute: { ...entity, state: state as DisputeState, providerOrderId: ofOrder ?? null } }
  }
  if (!status || reported === undefined) return event
  const refund = { ...shaped(refundEntity, reported), status }
  const payment = refundedNotice.safeParse(json).data?.payload.payment.entity
  return { ...event, refund, ...(payment?.providerPaymentId === refund.providerPaymentId && { refunded: payment }) }
}

function settledPayment(json: unknown): CapturedPayment | null {
  const { entity } = shaped(settlingNotice, json).payload.payment
  // An account may take payments without an order, as through payment links.
  return entity.order_id == null ? null : shaped(paymentEntity, entity)
}

/** The signature covers only the body: with its hash, a changed id cannot hide another event. */
function eventIdOf(body: Buffer, headers: IncomingHttpHeaders): string {
  const hash = `sha256:${createHash('sha256').update(body).digest('hex')}`
  const given = headers['x-razorpay-event-id'] ?? headers['x-provider-event-id']
  return typeof given === 'string' && /^[\w.-]{1,100}$/.test(given) ? `${given} ${hash}` : hash
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(utf8Text(body))
  } catch (cause) {
    throw new Problem('BAD_USER_INPUT', 'Invalid JSON', { cause })
  }
}

function shaped<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new Problem('BAD_USER_INPUT', 'Malformed payment notice', { cause: parsed.error })
}
