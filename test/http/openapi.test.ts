import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { EXAMPLE_PRODUCT_ID } from '../../src/api/rest/examples.ts'
import { createServer } from '../../src/process/server.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop())
await shop.addStore(JSON.parse(readFileSync('examples/demo-store.json', 'utf8')))
const app = await forAllTests(
  createServer({
    services: shop.services,
    config: { trustProxy: null, defaultStore: 'demo', graphiql: true, metrics: false },
    isReady: async () => true,
  }),
)

describe('the OpenAPI document', () => {
  it('fills in a store and a product that are there', async () => {
    const document = (await app.inject({ url: '/openapi.json' })).json()
    const operation = document.paths['/api/sites/{subdomain}/reviews/{productId}'].get
    const [subdomain, productId] = operation.parameters
    expect(subdomain).toMatchObject({ name: 'subdomain', example: 'demo' })
    // A generated client must not buy at the demo because it was given no store.
    expect(subdomain.schema).not.toHaveProperty('default')
    const reviews = await app.inject({ url: `/api/sites/demo/reviews/${productId.example}` })
    expect(reviews.json()).toMatchObject({ count: operation.responses[200].content['application/json'].example.count })
    expect(JSON.stringify(document)).not.toContain(EXAMPLE_PRODUCT_ID)
    expect(document.servers).toEqual([{ url: '/', description: expect.any(String) }])
  })

  it('takes what it shows as the body of a checkout', async () => {
    const document = (await app.inject({ url: '/openapi.json' })).json()
    const { example } = document.paths['/api/sites/{subdomain}/checkout'].post.requestBody.content['application/json']
    const answer = await app.inject({ method: 'POST', url: '/api/sites/demo/checkout', payload: example })
    expect([answer.statusCode, answer.json().amount]).toEqual([200, 99311])
  })

  it('names the demo store where no store is configured', async () => {
    const document = (await shop.app.inject({ url: '/openapi.json' })).json()
    expect(document).toEqual(JSON.parse(readFileSync('schema/openapi.json', 'utf8')))
  })
})
