import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createStorefront } from '../../clients/typescript/src/index.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { type Block, blocksToRun } from './guide.ts'
import { runShell } from './shell.ts'

const blocks = blocksToRun('docs/owner-api.md')

let shop: Shop
let store: Store
let owner: Owner
let baseUrl: string
const folder = mkdtempSync(join(tmpdir(), 'owner-guide-'))
const ran = new Set<Block>()

beforeAll(async () => {
  shop = await openShop()
  store = await shop.addStore(JSON.parse(readFileSync('examples/demo-store.json', 'utf8')))
  baseUrl = await shop.app.listen({ port: 0, host: '127.0.0.1' })
  owner = await ownerOf(shop, store)
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  shop.app.server.closeAllConnections()
  await shop.close()
})

/** The one block with this text. */
function block(text: string): Block {
  const [found, ...others] = blocks.filter(({ code }) => code.includes(text))
  if (!found || others.length > 0) throw new Error(`Not one block has ${text}`)
  ran.add(found)
  return found
}

/** Sends each operation of the block, with what only this store has. @returns their data */
async function send(text: string, replaced: Record<string, string> = {}): Promise<any[]> {
  let { code } = block(text)
  for (const [from, to] of Object.entries(replaced)) {
    expect(code).toContain(from)
    code = code.replaceAll(from, to)
  }
  const answers = []
  for (const operation of code.trim().split('\n')) answers.push(await owner.ask(operation))
  return answers
}

it('says since when the store is open', async () => {
  expect(await send('missingForOpening')).toMatchObject([{ store: { openedAt: expect.any(String) } }])
})

it('makes a link to a preview', async () => {
  expect(await send('createPreviewLink')).toMatchObject([{ createPreviewLink: { url: expect.stringMatching(/#/) } }])
})

it('protects the store and sells another tea', async () => {
  expect(await send('setAccessPassword')).toMatchObject([{ setAccessPassword: { protection: 'SITE' } }])
  expect(await send('upsertProduct(input: { name: "Nilgiri"')).toMatchObject([{ upsertProduct: { slug: 'nilgiri' } }])
  await owner.ask('mutation { setAccessPassword(password: null) { protected } }')
})

it('ships an order, and refunds a part of it', async () => {
  const visitor = createStorefront({ baseUrl, store: 'demo' })
  const { product } = await visitor.product({ idOrSlug: 'nilgiri-frost' })
  const buyer = { name: 'Kumar', phone: '98200 54321', address: '12 Lake Road, Kolkata' }
  const { orderNo, providerOrderId } = await visitor.checkout({ items: [{ id: product.id, qty: 1 }], buyer })
  await visitor.verifyPayment(await visitor.payInSandbox({ providerOrderId }))
  const [{ orders }] = await send('orders(status: CONFIRMED')
  expect(orders).toMatchObject({ totalCount: 1, nodes: [{ orderNo, buyerName: 'Kumar' }] })
  const own = { 'ORD-7ZK3Q0V9HM': orderNo }
  const [version] = orders.nodes.map((order: { version: number }) => order.version)
  expect(await send('setOrderStatus(orderNo', { ...own, 'version: 2': `version: ${version}` })).toMatchObject([
    { setOrderStatus: { status: 'SHIPPED' } },
  ])
  expect(await send('refund(orderNo', own)).toMatchObject([{ refund: { refundedAmount: 49.5 } }])
  await runShell(here('export/orders.csv'), { KEY: owner.key }, folder)
  const [csv = ''] = readdirSync(folder).filter((name) => name.endsWith('.csv'))
  expect(readFileSync(join(folder, csv), 'utf8')).toContain(orderNo)
})

const here = (text: string) => block(text).code.replaceAll('http://localhost:4000', baseUrl)

it('uploads a picture', async () => {
  const image = { create: { width: 4, height: 3, channels: 3 as const, background: 'green' } }
  writeFileSync(join(folder, 'tea.jpg'), await sharp(image).jpeg().toBuffer())
  const answer = await runShell(here('owner/media'), { KEY: owner.key }, folder)
  expect(JSON.parse(answer)).toMatchObject({ media: { width: 4, height: 3 } })
})

it('has the pictures of other hosts copied, of which the demo store has none', async () => {
  expect(await send('mutation { copyPictures')).toMatchObject([{ copyPictures: { status: 'RUNNING' } }])
  const copy = { status: 'RUNNING', total: 0, copied: 0, failed: 0, failures: [] }
  expect(await send('linkedPictureCount')).toEqual([{ pictureCopy: copy, linkedPictureCount: 0 }])
})

it('tries the import of a file', async () => {
  const code = here('import/products.csv').replace('@examples', `@${join(process.cwd(), 'examples')}`)
  const answer = JSON.parse(await runShell(code, { KEY: owner.key }, folder))
  expect(answer).toMatchObject({ imported: false, mistakes: [] })
  expect(answer.products).toHaveLength(3)
})

it('tries a file of stocks', async () => {
  writeFileSync(join(folder, 'stock.csv'), 'sku,stock\nNONE,1\n')
  const answer = JSON.parse(await runShell(here('import/stock.csv'), { KEY: owner.key }, folder))
  expect(answer).toMatchObject({ imported: false, rows: 1, mistakes: [{ line: 2, column: 'sku' }] })
})

it('reads what a month came to', async () => {
  const [{ report }] = await send('report(from:')
  expect(report.total).toEqual({ orders: 0, sales: 0, revenue: 0, refunds: 0, net: 0 })
  expect(report.buckets).toHaveLength(30)
})

it('finds who has ordered without an account', async () => {
  const [{ guests }] = await send('guests(search:')
  expect(guests).toEqual({ totalCount: 0, nodes: [] })
})

it('words mails, and helps a customer', async () => {
  const [templates, changed, preview] = await send('mailTemplates {')
  expect(templates.mailTemplates.length).toBeGreaterThan(3)
  expect(changed).toEqual({ setMailTemplate: { isOwn: true } })
  expect(preview.mailPreview.subject).toMatch(/ is coming$/)
  const { id } = await shop.database.prisma.customer.findFirstOrThrow({ where: { storeId: store.id } })
  const [link] = await send('createPasswordLink', { '0198…': id })
  expect(link.createPasswordLink.expiresAt).toBeDefined()
  const [known, erased] = await send('customerData(phone')
  expect(known.customerData).not.toBeNull()
  expect(erased.eraseCustomer).toMatchObject({ accounts: 1 })
})

it('is notified by a webhook, and sees that it is genuine', async () => {
  const [{ createWebhook }] = await send('createWebhook(')
  const code = block("from 'standardwebhooks'").code.replace(/^import .*$/m, '')
  const at = new Date()
  const rawBody = JSON.stringify({ type: 'stock.low' })
  const signature = new Webhook(createWebhook.secret).sign('msg_1', at, rawBody)
  const id = { 'webhook-id': 'msg_1', 'webhook-timestamp': String(Math.floor(at.getTime() / 1000)) }
  const verify = new Function('Webhook', 'process', 'rawBody', 'request', `${code}; return event`)
  const receive = (headers: object) =>
    verify(Webhook, { env: { WEBHOOK_SECRET: createWebhook.secret } }, rawBody, { headers })
  expect(receive({ ...id, 'webhook-signature': signature })).toEqual({ type: 'stock.low' })
  expect(() => receive({ ...id, 'webhook-signature': 'v1,AAAA' })).toThrow()
})

it('has no block that is not run', () => expect(blocks.filter((one) => !ran.has(one))).toEqual([]))
