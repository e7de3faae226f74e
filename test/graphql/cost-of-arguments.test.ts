import { GraphQLString } from 'graphql'
import { describe, expect, it } from 'vitest'
import { complexityOptions } from '../../src/api/graphql/schema/schema-options.ts'
import { ownAddress } from '../support/addresses.ts'
import { productIdOf } from '../support/buying.ts'
import { graphql, rest } from '../support/call.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const COST = 5_000

const shop = await forAllTests(openShop({ policies: { cost: { points: COST, seconds: 60 } } }))
const store = await shop.addStore({ products: [{ slug: 'tea', name: 'Tea', price: 100 }] })
const subdomain = store.subdomain
const id = await productIdOf(shop, store, 'tea')

async function quotes(count: number, lines: number, ip: string) {
  const names = Array.from({ length: count }, (_, at) => `q${at}`)
  const query = `query ($input: QuoteInput!) { ${names.map((name) => `${name}: quote(input: $input) { currency }`).join(' ')} }`
  await shop.services.stores.find(subdomain)
  shop.statements()
  const { body, headers } = await graphql(
    shop,
    subdomain,
    query,
    { input: { items: Array(lines).fill({ id, qty: 1 }) } },
    { ip },
  )
  return { error: body.errors?.[0], headers, statements: shop.statements().length }
}

describe('what a document costs', () => {
  it('grows with the lines of its arguments: 160 quotes of 100 lines are refused before any is priced', async () => {
    const { error, statements } = await quotes(160, 100, ownAddress())
    expect(error).toMatchObject({
      message: 'This query costs 160320, and at most 20000 is allowed. Ask for fewer entries (first) or fewer fields.',
      extensions: { code: 'BAD_USER_INPUT' },
    })
    expect(statements).toBe(0)
  })

  it('grows with every list, whatever the field', () => {
    const { fieldComplexity } = complexityOptions
    const one = { type: GraphQLString }
    expect(fieldComplexity({}, {}, one)).toEqual({ field: 1, multiplier: 1 })
    expect(fieldComplexity({ first: 5, rows: [{ options: [{}, {}] }, {}] }, {}, one)).toEqual({
      field: 5,
      multiplier: 1,
    })
  })

  it('counts against a budget of its address once it is beyond 1,000', async () => {
    const ip = ownAddress()
    // 3 × (1 + 100 × 10 + 1) are 3,006, of which 2,006 count.
    const first = await quotes(3, 100, ip)
    expect(first.error).toBeUndefined()
    expect(first.headers.ratelimit).toContain(`"cost";r=${COST - 2_006};`)
    expect((await quotes(3, 100, ip)).error).toBeUndefined()

    const refused = await quotes(3, 100, ip)
    expect(refused.error).toEqual({
      message: 'Too many costly queries. Ask for less at once, or wait a minute.',
      extensions: { code: 'RATE_LIMITED', retryAfter: expect.any(Number) },
    })
    expect(refused.statements).toBe(0)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)

    expect((await quotes(3, 100, ownAddress())).error).toBeUndefined()
  })

  it('does not count when it is small, nor over REST, whose requests count as one each', async () => {
    const ip = ownAddress()
    expect((await quotes(9, 10, ip)).headers.ratelimit).not.toContain('cost')
    const { headers } = await rest(shop, 'GET', `/api/sites/${subdomain}/products`, undefined, { ip })
    expect(headers.ratelimit).toMatch(/^"read";r=290;t=\d+$/)
  })

  it('is a read besides when that is all that a document comes to, as any that is refused', async () => {
    const ip = ownAddress()
    for (let call = 0; call < 3; call += 1) await quotes(3, 100, ip)
    // Two documents of three fields, and the one that was refused.
    const { headers } = await rest(shop, 'GET', `/api/sites/${subdomain}/products`, undefined, { ip })
    expect(headers.ratelimit).toMatch(/^"read";r=292;/)
  })
})
