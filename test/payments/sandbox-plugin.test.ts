import { createHash } from 'node:crypto'
import { Script } from 'node:vm'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { acceptJson } from '../../src/api/http/json-body.ts'
import { refusalOf, sendRefusal } from '../../src/api/http/refusal.ts'
import { newSandboxOrderId } from '../../src/commerce/payments/sandbox.ts'
import type { SandboxOrder } from '../../src/commerce/payments/sandbox-page.ts'
import { sandboxPlugin } from '../../src/commerce/payments/sandbox-plugin.ts'
import { forAllTests } from '../support/for-all-tests.ts'

const storeId = '01890000-0000-7000-8000-000000000001'
const order: SandboxOrder = {
  amount: 1_234_550n,
  currency: 'INR',
  orderNo: 'ORD-0123456789',
  subdomain: 'demo',
  businessName: 'Demo Tea House',
}
const orders = { tea: newSandboxOrderId(storeId), yen: newSandboxOrderId(storeId), hostile: newSandboxOrderId(storeId) }
const books = new Map<string, SandboxOrder>([
  [orders.tea, order],
  [orders.yen, { ...order, amount: 1_500n, currency: 'JPY' }],
  [orders.hostile, { ...order, businessName: `<script>alert("1")</script> & 'Sons'` }],
])
const paid = new Set<string>()
const handed = (id: string) => ({
  provider_order_id: id,
  provider_payment_id: 'pay_3Xb9Kq2LmN8vTz5R',
  provider_signature: '9d2f0c4b',
})

const app = await forAllTests(Fastify())
acceptJson(app)
app.setErrorHandler((error, request, reply) => sendRefusal(reply, refusalOf(error, request.log)))
const findOrder = async (ofStore: string, id: string) => (ofStore === storeId && books.get(id)) || null
await app.register(sandboxPlugin, {
  findOrder,
  async payOrder(ofStore, id) {
    if (!(await findOrder(ofStore, id))) return null
    paid.add(id)
    return handed(id)
  },
  admit: async () => {},
})

const pathOf = (providerOrderId: string) => `/sandbox/orders/${providerOrderId}/pay`
const pay = (providerOrderId: string, payload?: object) =>
  app.inject({ method: 'POST', url: pathOf(providerOrderId), ...(payload && { payload }) })
const page = (providerOrderId: string) => app.inject(pathOf(providerOrderId))
const contentOf = (html: string, tag: string) => html.split(`<${tag}>`)[1]?.split(`</${tag}>`)[0] ?? ''

describe('paying in the sandbox', () => {
  it.each([undefined, {}, { outcome: 'pay' }])('with %j hands over what pays it', async (body) => {
    const response = await pay(orders.tea, body)
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({ 'content-type': /json/, 'cache-control': 'no-store' })
    expect(response.json()).toEqual(handed(orders.tea))
    expect(paid).toContain(orders.tea)
  })

  it('fails when it is told to', async () => {
    const response = await pay(orders.yen, { outcome: 'fail' })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      provider_order_id: orders.yen,
      provider_payment_id: expect.stringMatching(/^pay_[\w-]{16}$/),
      provider_signature: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(paid).not.toContain(orders.yen)
  })

  it('takes no other outcome', async () => {
    const response = await pay(orders.tea, { outcome: 'maybe' })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({ error: 'outcome must be "pay" or "fail"' })
  })

  it.each(['unknown', 'free_ORD-0123456789', newSandboxOrderId(storeId), '%00', 'a%2Fb'])(
    'knows no order %s',
    async (id) => {
      for (const response of [await pay(id), await pay(id, { outcome: 'fail' }), await page(id)]) {
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
})
