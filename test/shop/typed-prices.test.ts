import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { forAllTests, openShop, unlimited } from '../support/shop.ts'

const shop = await forAllTests(openShop({ policies: { read: unlimited } }))
await shop.addStore(JSON.parse(readFileSync('examples/demo-store.json', 'utf8')))

it.each([
  ['1,000', '1000'],
  ['₹ 499.50', '499.5'],
  ['५००', '500'],
  ['-5', ''],
  ['cheap', ''],
])('the list is filtered by %j as people there write prices', async (typed, read) => {
  const url = `/shop/demo/search?min_price=${encodeURIComponent(typed)}`
  const { statusCode, body } = await shop.app.inject({ url, headers: { host: 'shop.example', accept: 'text/html' } })
  expect(statusCode).toBe(200)
  expect(/name="min_price"[^>]* value="([^"]*)"/.exec(body)?.[1] ?? '').toBe(read)
})
