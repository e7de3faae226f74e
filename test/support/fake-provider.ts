import { randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { listenOnLoopback } from './loopback.ts'

/** How the provider behaves. Whatever it does with its answer, it has made the order before: the worst case. */
export type FakeMode =
  | 'ok'
  | 'hang'
  | 'slowBody'
  | 'serverError'
  | 'refuse'
  | 'repeatSecrets'
  | 'garbage'
  | 'html'
  | 'empty'
  | 'otherShape'
  | 'oddId'
  | 'otherAmount'
  | 'otherCurrency'
  | 'otherOrder'
  | 'closeUnanswered'
  | 'closeReused'
  | 'closeMidBody'
  | 'redirect'
  | 'hugeBody'

export interface FakeOrder {
  id: string
  amount: number
  currency: string
  receipt: string
  /** How its payments are captured. */
  payment?: unknown
}

export interface FakePayment {
  id: string
  order_id: string
  amount: number
  currency: string
  status: string
}

export interface FakeRefund {
  id: string
  payment_id: string
  amount: number
  currency: string
  status: 'pending' | 'processed' | 'failed'
  receipt: string | null
}

/** A request as it came. */
export interface FakeCall {
  method: string | undefined
  url: string | undefined
  headers: IncomingHttpHeaders
  body: string
}

export interface FakeProvider {
  /** For PAYMENTS_URL. */
  url: string
  mode: FakeMode
  /** How it behaves for the next requests only, one mode for each. */
  next: FakeMode[]
  orders: FakeOrder[]
  refunds: FakeRefund[]
  /** How its next refunds stand once they are made. */
  refundStatus: FakeRefund['status']
  /** What it says when it refuses to. */
  complaint: string
  /** `POST /v1/orders` and so on, also those that were not let in. */
  requests: string[]
  /** The same, whole. */
  calls: FakeCall[]
  /** What it calls its next order; an id of its own when undefined. */
  nextOrderId: string | undefined
  /** Makes an order that nobody has asked for. */
  order(amount: number): FakeOrder
  /** Takes money for one of its orders. */
  pay(orderId: string, unlike?: Partial<FakePayment>): FakePayment
  /** Gives money of a payment back, as in its dashboard. */
  refund(paymentId: string, amount: number, unlike?: Partial<FakeRefund>): FakeRefund
  close(): Promise<void>
}

/** A payment provider on loopback that speaks as Razorpay's Orders API does, and misbehaves on demand. */
export async function startFakeProvider(keys: {
  keyId: string
  keySecret: string
  port?: number
}): Promise<FakeProvider> {
  const payments: FakePayment[] = []
  const byKey = new Map<string, FakeRefund>()
  const used = new WeakSet<Socket>()
  const expected = `Basic ${Buffer.from(`${keys.keyId}:${keys.keySecret}`).toString('base64')}`

  const server = createServer(async (request, response) => {
    const body = await text(request)
    const { method, url, headers } = request
    provider.requests.push(`${method} ${url}`)
    provider.calls.push({ method, url, headers, body })
    const [once] = provider.next
    const mode = provider.next.shift() ?? provider.mode
    // On a connection that was kept the caller sends it again: that one is not answered, either.
    if (once === 'closeUnanswered' && used.has(request.socket)) provider.next.unshift(once)
    if (request.headers.authorization !== expected) {
      return send(response, 401, { error: { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' } })
    }
    // What it refuses to give back it has not given back.
    const isRefused = mode === 'refuse' && /\/refund$/.test(url ?? '')
    if (isRefused) return send(response, 400, { error: { description: provider.complaint } })
    const answer = carryOut(request, body)
    if (!answer) return send(response, 404, { error: { description: 'The requested URL was not found' } })
    if (typeof answer.refusal === 'string') return send(response, 400, { error: refusal(answer.refusal, answer.field) })
    if (mode === 'closeReused' && used.has(request.socket)) return response.destroy()
    used.add(request.socket)
    misbehave[mode](response, answer, request)
  })

  function refundsOf(paymentId: string) {
    const items = provider.refunds.filter(({ payment_id }) => payment_id === paymentId)
    return { entity: 'collection', count: items.length, items }
  }

  /** The same key gives the same refund again. */
  function carryOutRefund(paymentId: string, headers: IncomingHttpHeaders, body: string): FakeAnswer | null {
    const key = String(headers['x-refund-idempotency'])
    const { amount, receipt } = JSON.parse(body)
    const payment = payments.find(({ id }) => id === paymentId)
    if (!payment) return null
    const given = provider.refunds.filter(({ payment_id, status }) => payment_id === paymentId && status !== 'failed')
    const left = payment.amount - given.reduce((sum, refund) => sum + refund.amount, 0)
    const known = byKey.get(key)
    if (!known && amount > left) return { refusal: 'The total refund amount is greater than the refund payment amount' }
    const refund = known ?? provider.refund(paymentId, amount, { receipt, status: provider.refundStatus })
    byKey.set(key, refund)
    return { ...refund, entity: 'refund' }
  }

  function carryOut({ method, url = '', headers }: IncomingMessage, body: string): FakeAnswer | null {
    if (method === 'POST' && url === '/v1/orders') {
      const { amount, currency, receipt, payment } = JSON.parse(body)
      const refused = refusedAmount(amount, currency) ?? refusedCapture(payment)
      if (refused) return { refusal: refused, field: /^Currency|capture/.exec(refused)?.[0].toLowerCase() ?? 'amount' }
      const order: FakeOrder = { id: provider.nextOrderId ?? newId('order'), amount, currency, receipt, payment }
      provider.nextOrderId = undefined
      provider.orders.push(order)
      return { ...order, entity: 'order', amount_paid: 0, amount_due: amount, attempts: 0, status: 'created' }
    }
    const [, paymentId, wanted] = /^\/v1\/payments\/([\w-]+)\/(refunds?)\b/.exec(url) ?? []
    if (paymentId) return wanted === 'refund' ? carryOutRefund(paymentId, headers, body) : refundsOf(paymentId)
    const orderId = /^\/v1\/orders\/([\w-]+)\/payments$/.exec(url)?.[1]
    if (method !== 'GET' || !provider.orders.some(({ id }) => id === orderId)) return null
    const items = payments.filter(({ order_id }) => order_id === orderId)
    return { entity: 'collection', count: items.length, items }
  }

  const { url, close } = await listenOnLoopback(server, keys.port)

  const provider: FakeProvider = {
    url,
    mode: 'ok',
    next: [],
    orders: [],
    refunds: [],
    refundStatus: 'processed',
    complaint: 'The amount must be atleast INR 1.00',
    requests: [],
    calls: [],
    nextOrderId: undefined,
    order(amount) {
      const order: FakeOrder = { id: newId('order'), amount, currency: 'INR', receipt: '' }
      provider.orders.push(order)
      return order
    },
    pay(orderId, unlike = {}) {
      const order = provider.orders.find(({ id }) => id === orderId)
      if (!order) throw new Error(`The fake provider has no order ${orderId}`)
      const { amount, currency } = order
      const payment = { id: newId('pay'), order_id: orderId, amount, currency, status: 'captured', ...unlike }
      payments.push(payment)
      return payment
    },
    refund(paymentId, amount, unlike = {}) {
      const payment = payments.find(({ id }) => id === paymentId)
      if (!payment) throw new Error(`The fake provider has no payment ${paymentId}`)
      const { currency } = payment
      const id = newId('rfnd')
      const refund: FakeRefund = {
        id,
        payment_id: paymentId,
        amount,
        currency,
        status: 'processed',
        receipt: null,
        ...unlike,
      }
      provider.refunds.push(refund)
      return refund
    },
    close,
  }
  return provider
}

type FakeAnswer = Record<string, unknown>

const THREE_DECIMALS = ['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND']

/** What Razorpay says of an order's amount that it does not take; null of one that it takes. */
function refusedAmount(amount: number, currency: string): string | null {
  if (currency === 'CUP') return 'Currency is not supported'
  if (currency === 'INR' && amount > 50_000_000) return 'Amount exceeds maximum amount allowed.'
  if (currency === 'EUR' && amount < 100) return 'The amount must be atleast EUR 1.00'
  if (currency === 'INR' && amount < 100) return 'Order amount less than minimum amount allowed'
  if (THREE_DECIMALS.includes(currency) && amount % 10 !== 0) return 'The amount must end in 0 for this currency'
  return null
}

/** Razorpay's rules for the periods, in minutes, within which payments are captured; null when they are kept. */
function refusedCapture(payment: any): string | null {
  const { automatic_expiry_period: automatic, manual_expiry_period: manual } = payment?.capture_options ?? {}
  if (payment?.capture !== 'automatic' || automatic === undefined) return null
  return automatic >= 12 && manual >= automatic && manual <= 7200 ? null : 'The capture options are not valid'
}

const refusal = (description: string, field?: unknown) => ({
  ...{ code: 'BAD_REQUEST_ERROR', description, source: 'business', step: 'payment_initiation' },
  ...{ reason: 'input_validation_failed', metadata: {}, ...(typeof field === 'string' && { field }) },
})

const newId = (kind: string) => `${kind}_${randomBytes(7).toString('hex')}`

type Misbehave = (response: ServerResponse, answer: Record<string, unknown>, request: IncomingMessage) => void

const misbehave: Record<FakeMode, Misbehave> = {
  ok: (response, answer) => send(response, 200, answer),
  hang: () => {},
  slowBody(response, answer) {
    const characters = [...JSON.stringify(answer)]
    response.writeHead(200, { 'Content-Type': 'application/json' })
    const timer = setInterval(() => response.write(characters.shift() ?? ' '), 20)
    response.once('close', () => clearInterval(timer))
  },
  serverError: (response) => send(response, 500, { error: { code: 'SERVER_ERROR', description: 'Something broke' } }),
  refuse: (response) => send(response, 400, { error: refusal('The receipt is not acceptable', 'receipt') }),
  repeatSecrets: (response, _, { headers: { authorization = '' } }) => {
    const [, credentials = ''] = authorization.split(' ')
    const description = `${authorization} ${Buffer.from(credentials, 'base64')}`
    send(response, 400, { error: { description } })
  },
  garbage: (response) => send(response, 200, '{"id": "order_1", "amo'),
  html: (response) => send(response, 200, '<!doctype html><title>Scheduled maintenance</title>'),
  empty: (response) => send(response, 200, ''),
  otherShape: (response) => send(response, 200, { status: 'ok' }),
  oddId: (response, answer) =>
    send(response, 200, { ...answer, id: 'order_<script>', items: [{ status: 'captured' }] }),
  otherAmount: (response, answer) => send(response, 200, { ...answer, amount: Number(answer.amount) + 1 }),
  otherCurrency: (response, answer) => send(response, 200, { ...answer, currency: 'USD' }),
  otherOrder: (response, { items, ...answer }) => {
    const others = Array.isArray(items) ? items.map((item) => ({ ...item, order_id: 'order_other' })) : []
    send(response, 200, { ...answer, items: others })
  },
  closeUnanswered: (response) => response.destroy(),
  closeReused: (response, answer) => send(response, 200, answer),
  closeMidBody(response, answer) {
    const body = JSON.stringify(answer)
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length })
    response.write(body.slice(0, 10), () => response.destroy())
  },
  redirect(response, _, { url }) {
    response.writeHead(307, { Location: url })
    response.end()
  },
  hugeBody(response) {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    const spaces = ' '.repeat(64 * 1024)
    const more = () => {
      while (!response.destroyed && response.write(spaces));
    }
    response.on('drain', more)
    more()
  },
}

function send(response: ServerResponse, status: number, body: Record<string, unknown> | string): void {
  response.writeHead(status, { 'Content-Type': 'application/json' })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}
