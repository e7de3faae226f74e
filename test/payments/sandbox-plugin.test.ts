import { createHash } from 'node:crypto'
import { Script } from 'node:vm'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptJson } from '../../src/http/json-body.ts'
import { refusalOf, sendRefusal } from '../../src/http/refusal.ts'
import type { CapturedPayment } from '../../src/payments/provider.ts'
import { createSandbox, type SandboxAccount } from '../../src/payments/sandbox.ts'
import { newSandboxOrderId } from '../../src/payments/sandbox-order-id.ts'
import { type SandboxOrder, sandboxPlugin } from '../../src/payments/sandbox-plugin.ts'
import { isPaymentSignature } from '../../src/payments/signature.ts'

const account: SandboxAccount = {
  storeId: '01890000-0000-7000-8000-000000000001',
  provider: 'SANDBOX',
  keyId: 'sandbox_key',
  keySecret: 'a-key-secret-that-nobody-may-see',
  webhookSecret: null,
}
const order: SandboxOrder = {
  account,
  amount: 1_234_550n,
  currency: 'INR',
  orderNo: 'ORD-0123456789',
  subdomain: 'demo',
  businessName: 'Demo Tea House',
}
const orders = {
  tea: newSandboxOrderId(account.storeId),
  yen: newSandboxOrderId(account.storeId),
  hostile: newSandboxOrderId(account.storeId),
}
const books = new Map<string, SandboxOrder>([
  [orders.tea, order],
  [orders.yen, { ...order, amount: 1_500n, currency: 'JPY' }],
  [orders.hostile, { ...order, businessName: `<script>alert("1")</script> & 'Sons'` }],
])
const taken = new Map<string, CapturedPayment>()
let app: FastifyInstance

beforeAll(async () => {
  app = Fastify()
  acceptJson(app)
  app.setErrorHandler((error, request, reply) => sendRefusal(reply, refusalOf(error, request.log)))
  const sandbox = createSandbox({
    find: async (_, providerOrderId) => taken.get(providerOrderId) ?? null,
    async record(_, payment) {
      taken.set(payment.providerOrderId, payment)
      return payment
    },
    refund: async () => null,
    refundsOf: async () => [],
  })
  const findOrder = async (storeId: string, id: string) => (storeId === account.storeId && books.get(id)) || null
  await app.register(sandboxPlugin, { sandbox, findOrder, admit: async () => {} })
})
afterAll(() => app.close())

const pathOf = (providerOrderId: string) => `/sandbox/orders/${providerOrderId}/pay`
const pay = (providerOrderId: string, payload?: object) =>
  app.inject({ method: 'POST', url: pathOf(providerOrderId), ...(payload && { payload }) })
const page = (providerOrderId: string) => app.inject(pathOf(providerOrderId))
const contentOf = (html: string, tag: string) => html.split(`<${tag}>`)[1]?.split(`</${tag}>`)[0] ?? ''

describe('paying in the sandbox', () => {
  it.each([undefined, {}, { outcome: 'pay' }])('with %j gives what verifies', async (body) => {
    const response = await pay(orders.tea, body)
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({ 'content-type': /json/, 'cache-control': 'no-store' })
    const answer = response.json()
    expect(Object.keys(answer)).toEqual(['provider_order_id', 'provider_payment_id', 'provider_signature'])
    const { provider_order_id: providerOrderId, provider_payment_id: providerPaymentId } = answer
    expect(providerOrderId).toBe(orders.tea)
    const ids = { providerOrderId, providerPaymentId }
    expect(isPaymentSignature(account.keySecret, ids, answer.provider_signature)).toBe(true)
    expect(taken.get(orders.tea)).toEqual({ ...ids, amount: 1_234_550n, currency: 'INR' })
  })

  it('fails when it is told to', async () => {
    const response = await pay(orders.yen, { outcome: 'fail' })
    const { provider_payment_id: providerPaymentId, provider_signature } = response.json()
    expect(response.statusCode).toBe(200)
    const ids = { providerOrderId: orders.yen, providerPaymentId }
    expect(isPaymentSignature(account.keySecret, ids, provider_signature)).toBe(false)
    expect(taken.has(orders.yen)).toBe(false)
  })

  it('takes no other outcome', async () => {
    const response = await pay(orders.tea, { outcome: 'maybe' })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({ error: 'outcome must be "pay" or "fail"' })
  })

  it.each(['unknown', 'free_ORD-0123456789', newSandboxOrderId(account.storeId), '%00', 'a%2Fb'])(
    'knows no order %s',
    async (id) => {
      for (const response of [await pay(id), await page(id)]) {
        expect(response.statusCode).toBe(404)
        expect(response.json()).toEqual({ error: 'Not found' })
      }
    },
  )

  it('has no other methods', async () => {
    const response = await app.inject({ method: 'DELETE', url: pathOf(orders.tea) })
    expect(response.statusCode).toBe(405)
    expect(response.headers.allow).toBe('GET, HEAD, POST, OPTIONS')
    expect(response.json()).toEqual({ error: 'Method not allowed' })
  })

  it('takes JSON only', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const response = await app.inject({ method: 'POST', url: pathOf(orders.tea), headers, payload: 'outcome=fail' })
    expect(response.statusCode).toBe(415)
  })
})

describe('the page of the sandbox', () => {
  it('shows the store, the order and the amount', async () => {
    const { statusCode, headers, body } = await page(orders.tea)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    expect(body).toContain('<h1>Demo Tea House</h1>')
    expect(body).toContain('<dd>ORD-0123456789</dd>')
    expect(body).toContain('>Pay ₹12,345.50</button>')
    expect(body).toContain('data-url="../../../api/sites/demo/checkout/verify"')
  })

  it('shows amounts with the decimals of their currency', async () => {
    expect((await page(orders.yen)).body).toContain('>Pay ¥1,500</button>')
  })

  it('escapes what a store calls itself', async () => {
    const { body } = await page(orders.hostile)
    const escaped = '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;Sons&#39;'
    expect(body).toContain(`<h1>${escaped}</h1>`)
    expect(body).toContain(`<title>Pay ${escaped} (sandbox)</title>`)
    expect(body.match(/<script/g)).toHaveLength(1)
  })

  it('runs and loads nothing but its own style and script', async () => {
    const { body, headers } = await page(orders.hostile)
    const hashOf = (tag: string) => `'sha256-${createHash('sha256').update(contentOf(body, tag)).digest('base64')}'`
    const policy = headers['content-security-policy']?.toString().split('; ')
    expect(policy).toEqual([
      "default-src 'none'",
      `style-src ${hashOf('style')}`,
      `script-src ${hashOf('script')}`,
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ])
    expect(body).not.toMatch(/\s(src|href|style|on\w+)=/)
    expect(body).not.toContain('url(')
  })

  it('has a script without mistakes of syntax', async () => {
    const source = contentOf((await page(orders.tea)).body, 'script')
    expect(() => new Script(source)).not.toThrow()
  })

  it('names its language, its landmarks and what changes', async () => {
    const { body } = await page(orders.tea)
    for (const part of ['<html lang="en">', '<main>', '<p role="status">', 'aria-labelledby="handed-title"']) {
      expect(body).toContain(part)
    }
  })

  it('never holds a secret', async () => {
    expect((await page(orders.tea)).body).not.toContain(account.keySecret)
  })
})
