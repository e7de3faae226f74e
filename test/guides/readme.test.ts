import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import { ownerOf } from '../support/owner.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { blocksToRun } from './guide.ts'
import { runShell } from './shell.ts'

/** The tour of README.md, typed into one shell. */

const blocks = blocksToRun('README.md')

let shop: Shop
let store: Store
let baseUrl: string

beforeAll(async () => {
  shop = await openShop()
  store = await shop.addStore(JSON.parse(readFileSync('examples/demo-store.json', 'utf8')))
  baseUrl = await shop.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  shop.app.server.closeAllConnections()
  await shop.close()
})

it('goes from nothing to a paid order, and to the owner’s API', async () => {
  const { key } = await ownerOf(shop, store)
  expect(blocks.map(({ language }) => language)).toEqual(['sh', 'sh', 'sh', 'sh'])
  const [tour = '', unlocking = '', query = '', owner = ''] = blocks.map(({ code }) =>
    code
      .replaceAll('http://localhost:4000', baseUrl)
      .replace('KEY=sk_...', `KEY=${key}`)
      // Where `npm start` serves the demo store by default.
      .replace('$G/graphql', '$S/graphql')
      // A reader ends it with Ctrl-C.
      .replace('curl -N ', 'curl -N --max-time 10 '),
  )
  const separated = [tour, unlocking, query, owner].join('\necho; echo ========\n')
  const printed = await runShell(`${separated}\ntrue`)
  const [bought = '', unlocked = '', products = '', owned = ''] = printed.split('========')
  const jsonIn = (text: string) => [...text.matchAll(/^.*?(\{.*\}).*$/gm)].map(([, json = '']) => json)

  expect(bought).toContain('"subdomain":"demo"')
  expect(bought).toContain('"facets"')
  expect(bought).toMatch(/subtotal: 840/)
  expect(bought).toContain('{"success":true}')
  expect(bought).toMatch(/"status":"confirmed","payment_status":"paid"/)
  expect(bought).toContain('event: order')
  expect(bought).not.toContain('"error"')
  expect(unlocked).toContain('"protected":true')
  expect(unlocked).toContain('"unlocked":true')
  const [listed = '{}'] = jsonIn(products)
  expect(JSON.parse(listed)).toMatchObject({ data: { products: { nodes: [{}, {}, {}] } } })
  expect(owned).not.toContain('"errors"')
  expect(owned).toContain('"ordersNeedingAttention":0')
  expect(owned).toContain('{"data":{"updateStore":{"version":2,"shipping":{"fee":40}}}}')
})
