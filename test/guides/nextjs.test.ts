import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import client from '../../clients/typescript/package.json' with { type: 'json' }
import { createOwnerKey } from '../../src/commerce/owners/owner-key.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { freePort } from '../support/process.ts'
import { openShop, type Shop, unlimited } from '../support/shop.ts'
import { blocksOf, openReader, type Reader } from './guide.ts'
import { putModules } from './next/modules.ts'

const page = 'docs/nextjs.md'
const blocks = blocksOf(page)
const commands = blocks.filter(({ language }) => language === 'sh').map(({ code }) => code)
const files = blocks.filter(({ language }) => language !== 'sh')
const pathOf = ({ code }: { code: string }) => /^\/\/ ([\w./[\]-]+)\n/.exec(code)?.[1] ?? ''

let shop: Shop
let store: Store
let reader: Reader
let server: ChildProcess
let site: string

beforeAll(async () => {
  shop = await openShop({ policies: { read: unlimited, loginFailuresPerPhoneAndIp: { points: 2, seconds: 900 } } })
  store = await shop.addStore(JSON.parse(readFileSync('examples/demo-store.json', 'utf8')))
  const gateway = await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const { key } = await createOwnerKey(shop.services, store.id, 'next', ['storefront'])
  reader = await openReader()
  const [install = ''] = commands
  await reader.sh(install)
  const folder = join(reader.home, 'next-shop')
  for (const file of files) {
    const path = join(folder, pathOf(file))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, file.code)
  }
  const port = await freePort()
  const args = ['--import', resolve('node_modules/tsx/dist/loader.mjs'), putModules(reader.home), folder, `${port}`]
  const env = { ...process.env, GATEWAY_URL: gateway, STORE_KEY: key, NODE_ENV: 'production' }
  server = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
  if (server.stdout) for await (const line of createInterface(server.stdout)) if (line === 'ready') break
  site = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  if (server?.exitCode === null) {
    server.kill()
    await once(server, 'exit')
  }
  shop.app.server.closeAllConnections()
  await shop.close()
  reader.close()
})

/** A browser without script, at an address of its own. */
function shopperAt(address: string) {
  const cookies = new Map<string, string>()
  const set: string[] = []
  let html = ''

  async function go(path: string, body?: FormData): Promise<number> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(site + path, {
      ...(body && { method: 'POST', body }),
      redirect: 'manual',
      headers: { cookie, 'x-forwarded-for': `203.0.113.99, ${address}` },
    })
    for (const line of answer.headers.getSetCookie()) {
      set.push(line)
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/Max-Age=0;/.test(line)) cookies.delete(name)
      else cookies.set(name, decodeURIComponent(value))
    }
    const to = answer.headers.get('location')
    if (to) return go(to)
    // React separates texts by comments.
    html = (await answer.text()).replaceAll('<!-- -->', '')
    return answer.status
  }

  /** The form with this button, filled in and sent. */
  function formOf(button: string, fields: Record<string, string>): FormData {
    const form = html
      .split('<form')
      .slice(1)
      .find((part) => new RegExp(`<button[^>]*>${button}`).test(part))
    if (!form) throw new Error(`No form has the button ${button}: ${html}`)
    const data = new FormData()
    for (const [input] of form.matchAll(/<input type="hidden"[^>]*>/g)) {
      const attribute = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(input)?.[1] ?? ''
      data.set(attribute('name'), attribute('value'))
    }
    for (const [name, value] of Object.entries(fields)) data.set(name, value)
    return data
  }

  return {
    ...{ go, formOf, set, cookies },
    html: () => html,
    send: (button: string, fields: Record<string, string> = {}) => go('/', formOf(button, fields)),
  }
}

const addAssam = async (shopper: ReturnType<typeof shopperAt>) => {
  await shopper.go('/p/assam')
  const [, variant = ''] = /<option value="([\w-]+)">250g/.exec(shopper.html()) ?? []
  await shopper.send('Add to cart', { variant })
}

describe('the pages of the guide', () => {
  it('are made of the commands and files that it shows', () => {
    const { name, version } = client
    const tarball = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`
    expect(reader.skipped()).toEqual([
      `install ../${tarball} next@16 react@19 react-dom@19`,
      'install -D typescript@5 @types/react@19 @types/node',
    ])
    expect(commands).toEqual([commands[0], expect.stringMatching(/^STORE_KEY=sk_\.\.\. npx next dev --port 3000\n$/)])
    expect(files.map(pathOf)).not.toContain('')
  })

  it('show products with pictures, and say what is not there or elsewhere', async () => {
    const shopper = shopperAt('192.0.2.1')
    expect(await shopper.go('/')).toBe(200)
    expect(shopper.html()).toContain('<a href="/p/assam">Assam</a>, from ₹399.50')
    expect(shopper.html()).toMatch(/<img [^>]*alt="A red tin of Assam/)
    expect(shopper.html().match(/<li>/g)).toHaveLength(24)
    expect(await shopper.go('/p/nothing')).toBe(404)
    expect(shopper.set).toEqual([])
  })

  it('take a shopper from the product over cart and log-in to one order, however often it is sent', async () => {
    const shopper = shopperAt('192.0.2.2')
    await addAssam(shopper)
    expect(shopper.set).toEqual([
      expect.stringMatching(/^storefront_demo_cart=[\w-]+; .*HttpOnly; Secure; SameSite=lax$/),
    ])
    await shopper.send('Update', { qty: '2' })
    expect(shopper.html()).toContain('Cart (2)')
    await shopper.go('/log-in')
    await shopper.send('Log in', { phone: '98765 43210', password: 'wrong' })
    expect(shopper.html()).toContain('<p role="alert">Invalid phone or password</p>')
    await shopper.send('Log in', { phone: '98765 43210', password: 'secret1' })
    expect(shopper.html()).toContain('<h1>Asha')
    await shopper.go('/cart')
    const order = shopper.formOf('Order and pay', { name: 'Asha', phone: '98765 43210', address: '14 Chapel Road' })
    await Promise.all([shopper.go('/', order), shopper.go('/', order)])
    await shopper.go('/order')
    expect(shopper.html()).toMatch(/<h1>Order ORD-\w{10}<\/h1><p>confirmed, paid, ₹/)
    const orders = await shop.database.prisma.order.findMany({ where: { storeId: store.id } })
    expect(orders).toMatchObject([{ buyerName: 'Asha', buyerAddress: '14 Chapel Road', payerAddress: null }])
    await shopper.go('/account')
    expect(shopper.html()).toContain(orders[0]?.orderNo)
    await shopper.send('Log out')
    expect([...shopper.cookies.keys()]).not.toContain('storefront_demo_token')
    expect(shopper.html()).toContain('Log in')
  })

  it('pass on the shopper’s address, which those before the last proxy cannot choose', async () => {
    const failAt = async (address: string) => {
      const shopper = shopperAt(address)
      await shopper.go('/log-in')
      await shopper.send('Log in', { phone: '98000 00000', password: 'wrong' })
      return /<p role="alert">([^<]*)/.exec(shopper.html())?.[1]
    }
    const wrong = 'Invalid phone or password'
    expect([await failAt('192.0.2.3'), await failAt('192.0.2.3')]).toEqual([wrong, wrong])
    expect(await failAt('192.0.2.3')).toMatch(/^Too many/)
    expect(await failAt('192.0.2.4')).toBe(wrong)
  })
})
