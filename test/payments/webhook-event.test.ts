import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseWebhookEvent } from '../../src/commerce/payments/webhook-event.ts'
import { Problem } from '../../src/platform/problem.ts'

const entity = {
  id: 'pay_DESp9bgForNoUd',
  entity: 'payment',
  order_id: 'order_DESoU8fTEFEvpR',
  amount: 49_900,
  currency: 'INR',
  status: 'captured',
  notes: [],
}
const settled = {
  providerOrderId: 'order_DESoU8fTEFEvpR',
  providerPaymentId: 'pay_DESp9bgForNoUd',
  amount: 49_900n,
  currency: 'INR',
}

const notice = (event: string, payment: Record<string, unknown> = {}) => ({
  entity: 'event',
  event,
  contains: ['payment'],
  payload: { payment: { entity: { ...entity, ...payment } } },
  created_at: 1_691_735_748,
})

const parse = (notice: unknown, headers = {}) => parseWebhookEvent(Buffer.from(JSON.stringify(notice)), headers)

describe('a provider’s notice', () => {
  it.each(['payment.captured', 'order.paid'])('%s tells what was paid', (event) => {
    expect(parse(notice(event), { 'x-razorpay-event-id': 'PKjFnYJ2AnxOxr' })).toEqual({
      eventId: expect.stringMatching(/^PKjFnYJ2AnxOxr sha256:[0-9a-f]{64}$/),
      type: event,
      settles: settled,
    })
  })

  it.each(['payment.authorized', 'payment.failed', 'refund.processed', 'order.notification.delivered'])(
    '%s settles nothing, whatever it holds',
    (event) => {
      expect(parse(notice(event))).toMatchObject({ type: event, settles: null })
      expect(parse({ event })).toMatchObject({ type: event, settles: null })
    },
  )

  it.each([null, undefined])('of a payment without an order (%s) settles nothing', (order_id) => {
    expect(parse(notice('payment.captured', { order_id }))).toMatchObject({ settles: null })
  })

  it('may leave out the status, which its type says', () => {
    expect(parse(notice('payment.captured', { status: undefined }))).toMatchObject({ settles: settled })
  })

  it.each<[string, unknown]>([
    ['no object', []],
    ['null', null],
    ['no event', {}],
    ['an event that is no text', { event: 7 }],
    ['an event that does not fit in a log line', { event: 'payment\ncaptured' }],
    ['no payload', { event: 'payment.captured' }],
    ['no payment', { event: 'payment.captured', payload: { payment: null } }],
    ['an amount in main units', notice('payment.captured', { amount: 499.5 })],
    ['an amount as text', notice('payment.captured', { amount: '49900' })],
    ['an amount below zero', notice('payment.captured', { amount: -1 })],
    ['an amount that is not exact', notice('payment.captured', { amount: 2 ** 53 })],
    ['no currency', notice('payment.captured', { currency: undefined })],
    ['a payment id that is none', notice('payment.captured', { id: 'pay\0' })],
    ['an order id that is none', notice('payment.captured', { order_id: { $ne: null } })],
    ['a payment that is not captured', notice('order.paid', { status: 'authorized' })],
  ])('with %s is refused', (_, body) => {
    expect(() => parse(body)).toThrow(
      expect.objectContaining({ code: 'BAD_USER_INPUT', message: 'Malformed payment notice' }),
    )
  })

  it('is parsed or refused, whatever the bytes', () => {
    const oneOf = fc.oneof(
      fc.uint8Array().map((bytes) => Buffer.from(bytes)),
      fc.json().map((json) => Buffer.from(json)),
    )
    fc.assert(
      fc.property(oneOf, (body) => {
        try {
          return parseWebhookEvent(body, {}).type !== ''
        } catch (error) {
          return error instanceof Problem && error.code === 'BAD_USER_INPUT'
        }
      }),
    )
  })
})

describe('the id of a notice', () => {
  const body = notice('payment.captured')

  it('stands in the provider’s header, under either name', () => {
    expect(parse(body, { 'x-razorpay-event-id': 'evt_1' }).eventId).toMatch(/^evt_1 sha256:[0-9a-f]{64}$/)
    expect(parse(body, { 'x-provider-event-id': 'evt_2' }).eventId).toMatch(/^evt_2 sha256:[0-9a-f]{64}$/)
  })

  it.each(['', 'a b', 'sha256:00', 'x'.repeat(101), undefined])(
    'is that of the body when the header is %j',
    (header) => {
      const { eventId } = parse(body, { 'x-razorpay-event-id': header })
      expect(eventId).toMatch(/^sha256:[0-9a-f]{64}$/)
      expect(parse(body).eventId).toBe(eventId)
      expect(parse(notice('order.paid')).eventId).not.toBe(eventId)
    },
  )
})
