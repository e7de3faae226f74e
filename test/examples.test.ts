import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { buy as buyByGraphQL } from '../examples/buy-graphql.ts'
import { buy as buyByRest } from '../examples/buy-rest.ts'
import { forAllTests, openShop } from './support/shop.ts'

const shop = await forAllTests(openShop())
await shop.addStore(JSON.parse(readFileSync('examples/demo-store.json', 'utf8')))
const baseUrl = await shop.app.listen({ port: 0, host: '127.0.0.1' })

it.each([
  ['REST', buyByRest],
  ['GraphQL', buyByGraphQL],
])('buys over %s with generated types alone', async (_, buy) => {
  const lines: string[] = []
  expect(await buy({ baseUrl, store: 'demo', say: (line) => lines.push(line) })).toBe('confirmed')
  expect(lines).toEqual([
    'Assam, from ₹399.50, is the first of 3 found',
    'The cart comes to ₹993.11',
    expect.stringMatching(/^ORD-\w{10} over ₹993.11 is confirmed$/),
  ])
})
