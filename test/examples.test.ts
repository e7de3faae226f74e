import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buy as buyByGraphQL } from '../examples/buy-graphql.ts'
import { buy as buyByRest } from '../examples/buy-rest.ts'
import { openShop, type Shop } from './support/shop.ts'

/** The examples for front-end developers buy from the demo store. */

let shop: Shop
let baseUrl: string

beforeAll(async () => {
  shop = await openShop()
  await shop.addStore(JSON.parse(readFileSync('examples/demo-store.json', 'utf8')))
  baseUrl = await shop.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => shop.close())

it.each([
  ['REST', buyByRest],
  ['GraphQL', buyByGraphQL],
])('buys over %s with generated types alone', async (_, buy) => {
  const lines: string[] = []
  expect(await buy({ baseUrl, store: 'demo', say: (line) => lines.push(line) })).toBe('confirmed')
  expect(lines).toEqual([
    'Assam, from 399.5 INR, is the first of 3 found',
    'The cart comes to 993.11 INR',
    expect.stringMatching(/^ORD-\w{10} over 993.11 INR is confirmed$/),
  ])
})
