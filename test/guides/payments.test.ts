import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { resolve } from 'node:path'
import { build } from 'esbuild'
import { parse, validate } from 'graphql'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import { ownerSchema } from '../../src/process/owner-schema.ts'
import { noBrowser, openBrowser } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { ownerOf } from '../support/owner.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { blocksOf, nameOf } from './guide.ts'

const blocks = blocksOf('docs/payments.md')

let shop: Shop
let store: Store
let baseUrl: string
const servers: Server[] = []

beforeAll(async () => {
  shop = await openShop()
  store = await shop.addStore(JSON.parse(readFileSync('examples/demo-store.json', 'utf8')))
  baseUrl = await shop.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  for (const server of servers) server.close()
  shop.app.server.closeAllConnections()
  await shop.close()
})

const bundleOf = async (code: string): Promise<string> => {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: resolve('.'), loader: 'ts' },
    ...{ bundle: true, write: false, format: 'esm', platform: 'browser', target: 'es2022' },
    alias: { '@storefront-gateway/client': resolve('clients/typescript/src/index.ts') },
  })
  return outputFiles[0]?.text ?? ''
}

/** Serves them, as pages of another origin than the gateway's. @returns the address */
async function site(pages: Readonly<Record<string, string>>): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    response.setHeader('Content-Type', url.endsWith('.js') ? 'text/javascript' : 'text/html')
    response.end(pages[url])
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  servers.push(server)
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
}

/** In place of the provider's: the sandbox pays, and the names are the widget's. */
const widget = () => `
  window.Razorpay = class {
    constructor(options) { this.options = options }
    async open() {
      const { order_id, handler } = this.options
      const answer = await fetch('${baseUrl}/sandbox/orders/' + order_id + '/pay', { method: 'POST' })
      const { provider_order_id, provider_payment_id, provider_signature } = await answer.json()
      handler({
        razorpay_order_id: provider_order_id,
        razorpay_payment_id: provider_payment_id,
        razorpay_signature: provider_signature,
      })
    }
  }`

it('the page takes a payment with the widget, and names what is wrong', needs(noBrowser), async () => {
  const [block] = blocks.filter(({ language }) => language === 'html')
  expect(block && nameOf(block)).toBe('pay.html')
  const html = (block?.code ?? '').replaceAll('http://localhost:4000', baseUrl)
  const [, script = ''] = /<script type="module">(.*?)<\/script>/s.exec(html) ?? []
  const product = await shop.database.prisma.product.findFirstOrThrow({
    where: { storeId: store.id, slug: 'nilgiri-frost' },
  })
  const cart = await fetch(`${baseUrl}/api/sites/demo/cart`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ items: [{ id: product.id, qty: 1 }] }),
  }).then((answer) => answer.json())
  const page = html.replace(script, () => '').replace('type="module"', 'type="module" src="/page.js"')
  const pages = { '/': page, '/page.js': await bundleOf(script) }
  const browser = await openBrowser()
  try {
    const tab = await browser.newPage()
    await tab.route('https://checkout.razorpay.com/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: widget() }),
    )
    const status = () => expect.poll(() => tab.textContent('#status'), { timeout: 20_000 })
    await tab.goto(await site(pages))
    await tab.click('#pay')
    await status().toBe('Cart is empty')
    await tab.evaluate((id) => localStorage.setItem('storefront:demo:cart', id), cart.cart.id)
    await tab.click('#pay')
    await status().toMatch(/^ORD-\w{10} is confirmed$/)
  } finally {
    await browser.close()
  }
})

it('what the owner sends fits the schema, and sets the account', async () => {
  const documents = blocks.filter(({ language }) => language === 'graphql').map(({ code }) => code)
  for (const code of documents) expect(validate(ownerSchema, parse(code))).toEqual([])
  const owner = await ownerOf(shop, await shop.addStore())
  const account = documents.filter((code) => code.includes('setPayments'))
  expect(account).toHaveLength(1)
  expect(await owner.ask(account[0] ?? '')).toEqual({ setPayments: true })
  expect(await owner.ask('{ store { payments { provider hasWebhookSecret configured } } }')).toEqual({
    store: { payments: { provider: 'RAZORPAY', hasWebhookSecret: true, configured: true } },
  })
})

it('has no block that is not run', () => {
  expect(blocks.map(({ language }) => language).sort()).toEqual(['graphql', 'graphql', 'html'])
})
