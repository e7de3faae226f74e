import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { Problem } from '../platform/problem.ts'
import type { CapturedPayment } from './provider.ts'
import { paymentEntity } from './razorpay-shapes.ts'

/** A provider's notice of something that happened there. */
export interface WebhookEvent {
  /** The same however often the notice is delivered. */
  eventId: string
  type: string
  /** The payment that the notice tells of; null when it changes nothing here. */
  settles: CapturedPayment | null
}

const settlingTypes = new Set(['payment.captured', 'order.paid'])

const notice = z.object({ event: z.string().regex(/^[\w.-]{1,100}$/) })

const settlingNotice = z.object({
  payload: z.object({
    payment: z.object({
      entity: z.looseObject({ order_id: z.unknown().optional(), status: z.literal('captured').optional() }),
    }),
  }),
})

/**
 * A notice in Razorpay's shape. Check its signature first: this does not.
 * @throws Problem BAD_USER_INPUT when the body is no such notice
 */
export function parseWebhookEvent(body: Buffer, headers: IncomingHttpHeaders): WebhookEvent {
  const json = parseJson(body)
  const { event: type } = shaped(notice, json)
  return { eventId: eventIdOf(body, headers), type, settles: settlingTypes.has(type) ? settledPayment(json) : null }
}

function settledPayment(json: unknown): CapturedPayment | null {
  const { entity } = shaped(settlingNotice, json).payload.payment
  // The same account takes payments elsewhere too, for payment links and the like: those have no order.
  return entity.order_id == null ? null : shaped(paymentEntity, entity)
}

/**
 * A notice is known by the id in its header and by its body: the signature covers the body alone, so that of two notices
 * with one id neither may hide the other.
 */
function eventIdOf(body: Buffer, headers: IncomingHttpHeaders): string {
  const hash = `sha256:${createHash('sha256').update(body).digest('hex')}`
  const given = headers['x-razorpay-event-id'] ?? headers['x-provider-event-id']
  return typeof given === 'string' && /^[\w.-]{1,100}$/.test(given) ? `${given} ${hash}` : hash
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (cause) {
    throw new Problem('BAD_USER_INPUT', 'Invalid JSON', { cause })
  }
}

function shaped<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new Problem('BAD_USER_INPUT', 'Malformed payment notice', { cause: parsed.error })
}
