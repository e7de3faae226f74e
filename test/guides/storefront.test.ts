import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import client from '../../clients/typescript/package.json' with { type: 'json' }
import { createStorefront } from '../../clients/typescript/src/index.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { noBrowser, openBrowser } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { ownerOf } from '../support/owner.ts'
import { freePort } from '../support/process.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { blocksOf, nameOf, openReader, type Reader } from './guide.ts'

const page = 'docs/storefront.md'
const blocks = blocksOf(page)
const commands = blocks.filter(({ language }) => language === 'sh').map(({ code }) => code)
const files = blocks.filter(({ language }) => language !== 'sh')

let shop: Shop
let store: Store
let baseUrl: string
let reader: Reader
let folder: string
const ran = new Set<string>()

beforeAll(async () => {
  shop = await openShop()
  store = await shop.addStore(JSON.parse(readFileSync('examples/demo-store.json', 'utf8')))
  baseUrl = await shop.app.listen({ port: 0, host: '127.0.0.1' })
  reader = await openReader()
  folder = join(reader.home, 'tea-shop')
})
afterAll(async () => {
  shop.app.server.closeAllConnections()
  await shop.close()
  reader.close()
})

const here = (code: string) => code.replaceAll('http://localhost:4000', baseUrl)

/** The one block of commands with this text. */
function command(text: string): string {
  const found = commands.filter((code) => code.includes(text))
  expect(found).toHaveLength(1)
  const [code = ''] = found
  ran.add(code)
  return here(code)
}

const printed = async (text: string) => (await reader.sh(command(text), {}, folder)).trim().split('\n')

it('has at most 2,500 words', () => {
  expect(readFileSync(page, 'utf8').split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(2500)
})

describe('a reader who follows the guide', () => {
  it('starts with an empty folder', async () => {
    await reader.sh(command('npm start'))
    await reader.sh(command('npm init'))
    const { name, version } = client
    const tarball = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`
    expect(reader.skipped()).toEqual([
      'ci',
      'pack ./clients/typescript --pack-destination ..',
      'start',
      `install ../${tarball} @urql/core graphql graphql-sse`,
      'install -D tsx typescript vite @types/node',
    ])
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({ type: 'module' })
    for (const file of files) writeFileSync(join(folder, nameOf(file)), here(file.code))
  })

  it('has an editor that finds no mistake in the files, and one in a wrong name', async () => {
    expect(readdirSync(folder).filter((name) => name.endsWith('.ts'))).toHaveLength(
      files.filter(({ language }) => language === 'ts').length,
    )
    expect(await printed('npx tsc --noEmit')).toEqual([''])
    expect(await reader.sh('npx tsc --noEmit --exactOptionalPropertyTypes', {}, folder)).toBe('')
    const wrong = readFileSync(join(folder, 'products.ts'), 'utf8').replace('first: 3', "serach: 'tea'")
    writeFileSync(join(folder, 'wrong.ts'), wrong)
    await expect(reader.sh('npx tsc --noEmit', {}, folder)).rejects.toMatchObject({
      stdout: expect.stringContaining("'serach' does not exist"),
    })
    rmSync(join(folder, 'wrong.ts'))
  })

  it('shows products', async () => {
    const lines = await printed('products.ts')
    expect(lines[0]).toMatch(/^\/assam Assam ₹399\.50/)
    expect(lines).toHaveLength(3)
  })

  it('buys over REST', async () => {
    const lines = await printed('npx tsx buy.ts\n')
    expect(lines.slice(0, 5)).toEqual([
      'subtotal ₹998.00',
      'discount ₹0.00',
      'tax ₹49.90',
      'shipping ₹50.00',
      'total ₹1,097.90',
    ])
    expect(lines.at(-1)).toMatch(/^ORD-\w{10} confirmed paid$/)
  })

  it('buys over GraphQL', async () => {
    expect((await printed('buy-graphql.ts')).at(-1)).toMatch(/^ORD-\w{10} CONFIRMED$/)
  })

  it('has an account', async () => {
    expect(await printed('account.ts')).toEqual([expect.stringMatching(/^Meera \d{13} 0$/)])
  })

  it('finds the cart again after the log-in', async () => {
    expect(await printed('log-in.ts')).toEqual(['3'])
    expect((await reader.sh('npx tsx log-in.ts', {}, folder)).trim()).toBe('6')
  })

  it('sees notices and errors', async () => {
    const [notice, error, ...fields] = await printed('errors.ts')
    expect(notice).toMatch(/^DISCOUNT_NOT_APPLIED /)
    expect(error).toBe('400 BAD_USER_INPUT')
    expect(fields).toEqual(['name name is required', 'password Password must be 6+ characters'])
  })

  it('reads pages, searches and counts', async () => {
    const lines = await printed('search.ts')
    expect(lines.slice(0, 6).map((line) => line.split(', ').length)).toEqual([5, 5, 5, 5, 5, 2])
    expect(lines[6]).toContain('Darjeeling')
    expect(lines[7]).toMatch(/^\w+ tea \d+$/)
  })

  it('sends a checkout twice, and has one order', async () => {
    expect(await printed('once.ts')).toEqual([expect.stringMatching(/^(ORD-\w{10}) \1$/)])
  })

  it('sees that a checkout was refused, also twice in the same way', async () => {
    const again = reader.sh('npx tsx once.ts', { PRODUCT: randomUUID() }, folder)
    await expect(again).rejects.toMatchObject({ stderr: expect.stringContaining('Error: No valid items') })
  })
})

it('renders on a server, with the shopper’s cookies and address', async () => {
  const { key } = await ownerOf(shop, store)
  const port = await freePort()
  writeFileSync(join(folder, 'server.ts'), readFileSync(join(folder, 'server.ts'), 'utf8').replace('3000', `${port}`))
  const [, script = ''] = /npx tsx (.*)/.exec(command('server.ts')) ?? []
  const options = { cwd: folder, env: { ...process.env, STORE_KEY: key } }
  const server = spawn(process.execPath, ['--import', resolve('node_modules/tsx/dist/loader.mjs'), script], options)
  try {
    const url = `http://127.0.0.1:${port}`
    const answers = async (): Promise<Response> =>
      fetch(url).catch(() => new Promise((resolve) => setTimeout(resolve, 100)).then(answers))
    const text = await (await answers()).text()
    expect(text).toContain('0 in the cart')
    const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
      fetch(url, { method: 'POST', redirect: 'manual', headers, body: new URLSearchParams(fields) })
    const [, variant = '', id = ''] =
      /<li>Assam, from ₹399\.50\s.*?<option value="([\w-]+)">250g<.*?name="id" value="([\w-]+)">/.exec(text) ?? []
    const added = await post({ variant, id })
    expect(added.status).toBe(303)
    const [cookie = ''] = added.headers.getSetCookie()
    expect(cookie).toMatch(/^storefront_demo_cart=[\w-]+; .*HttpOnly; Secure/)
    const headers = { cookie: cookie.split(';')[0] ?? '' }
    const withOne = await (await fetch(url, { headers })).text()
    expect(withOne).toMatch(/1 in the cart<\/p><ul>/)
    await post({ id }, headers)
    expect(await (await fetch(url, { headers })).text()).toContain('2 in the cart</p><p>Choose a variant of Assam.</p>')
  } finally {
    server.kill()
    await once(server, 'exit')
  }
})

it('follows an order with graphql-sse from its payment on', async () => {
  const lines = await printed('follow.ts')
  expect(lines).toEqual([expect.stringMatching(/^ORD-\w{10} CONFIRMED$/)])
  const visitor = createStorefront({ baseUrl, store: 'demo' })
  const { product } = await visitor.product({ idOrSlug: 'nilgiri-frost' })
  const placed = await visitor.checkout({
    items: [{ id: product.id, qty: 1 }],
    buyer: { name: 'Ravi', phone: '98200 54321' },
  })
  const receipt = await visitor.payInSandbox({ providerOrderId: placed.providerOrderId })
  const args = ['--import', resolve('node_modules/tsx/dist/loader.mjs'), 'follow.ts', placed.orderNo, '4321']
  const follower = spawn(process.execPath, args, { cwd: folder })
  const seen: string[] = []
  for await (const line of createInterface(follower.stdout)) {
    seen.push(line)
    if (seen.length === 1) await visitor.verifyPayment(receipt)
  }
  expect(seen).toEqual([`${placed.orderNo} PENDING`, `${placed.orderNo} CONFIRMED`])
})

it('shows products and follows an order in a browser', needs(noBrowser), async () => {
  const order = await paidOrder()
  const port = await freePort()
  const [, program = ''] = /npx (\w+)/.exec(command('npx vite')) ?? []
  const vite = spawn(resolve('node_modules/.bin', program), ['--port', `${port}`, '--strictPort'], { cwd: folder })
  const browser = await openBrowser()
  try {
    for await (const line of createInterface(vite.stdout)) if (line.includes(`${port}`)) break
    const tab = await browser.newPage()
    await tab.goto(`http://localhost:${port}`)
    await tab.waitForFunction(() => [...document.images].filter((image) => image.naturalWidth > 0).length === 6)
    expect(await tab.locator('li').first().innerText()).toBe('Assam, from ₹399.50')
    await tab.goto(`http://localhost:${port}/follow.html?order=${order}`)
    await tab.waitForFunction(() => document.querySelector('#status')?.textContent === 'confirmed')
  } finally {
    await browser.close()
    vite.kill()
  }
})

/** The number of a paid order of the phone 3210. */
async function paidOrder(): Promise<string> {
  const { orderNo } = await shop.database.prisma.order.findFirstOrThrow({
    where: { storeId: store.id, buyerPhoneDigits: { endsWith: '3210' }, paymentStatus: 'PAID' },
  })
  return orderNo
}

it('has no command that is not run, and no file that is not there', () => {
  expect(commands.filter((code) => !ran.has(code))).toEqual([])
  for (const file of files) expect(existsSync(join(folder, nameOf(file)))).toBe(true)
})
