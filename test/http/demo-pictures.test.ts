import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createServer } from '../../src/process/server.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { ownerOf } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const bundle = JSON.parse(readFileSync('examples/demo-store.json', 'utf8'))
const paths: string[] = bundle.products.flatMap(({ media }: { media: { url: string }[] }) =>
  media.map(({ url }) => url),
)
const hero: string = bundle.store.appearance.heroPicture.url

const shop = await forAllTests(openShop())
await shop.addStore(bundle)

describe('the demo store’s pictures', () => {
  it('are there, all of them and no others, and small', async () => {
    expect(new Set([...paths, hero])).toEqual(
      new Set(readdirSync('examples/pictures').map((name) => `/pictures/${name}`)),
    )
    for (const url of [...paths, hero]) {
      const { statusCode, headers, rawPayload } = await shop.app.inject({ url })
      expect({ url, statusCode, headers }).toMatchObject({
        statusCode: 200,
        headers: {
          'content-type': 'image/svg+xml; charset=utf-8',
          'cache-control': 'public, max-age=86400',
          etag: expect.stringMatching(/^"[\w-]{43}"$/),
          'access-control-allow-origin': '*',
          'cross-origin-resource-policy': 'cross-origin',
        },
      })
      expect(rawPayload.length).toBeLessThan(url === hero ? 8_192 : 4_096)
    }
  })

  it('are not sent again to who has them', async () => {
    const url = paths[0] ?? ''
    const { etag } = (await shop.app.inject({ url })).headers
    const again = await shop.app.inject({ url, headers: { 'if-none-match': String(etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it.each(['/pictures/none.svg', '/pictures/..%2Fdemo-store.json', '/pictures/'])('are not %s', async (url) => {
    expect((await shop.app.inject({ url })).statusCode).toBe(404)
  })

  it('are only to be had', async () => {
    const answer = await shop.app.inject({ method: 'POST', url: paths[0] ?? '' })
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })
})

describe.each(interfaces)('products over %s', (by) => {
  const imagesOf = async (headers: Record<string, string>) => {
    const outcome: any = await clientOf(shop, 'demo', by).products({ category: 'teaware' }, { headers })
    return outcome.data.products.flatMap(({ images }: { images: string[] }) => images)
  }
  const expected = paths.filter((path) => /teapot|kulhad|gaiwan|whisk|sampler/.test(path))

  it('name them where the service was asked', async () => {
    expect(await imagesOf({ host: 'tea.example:8080' })).toEqual(
      expected.map((path) => `http://tea.example:8080${path}`),
    )
  })

  it('know of TLS from a proxy that is trusted', async () => {
    const headers = { host: 'tea.example', 'x-forwarded-proto': 'https' }
    expect(await imagesOf(headers)).toEqual(expected.map((path) => `https://tea.example${path}`))
  })
})

it('stand behind PUBLIC_URL where that is set', async () => {
  const app = await createServer({
    services: shop.services,
    config: {
      trustProxy: null,
      defaultStore: 'demo',
      graphiql: true,
      metrics: false,
      publicUrl: 'https://shop.example/api',
    },
    isReady: async () => true,
  })
  const products = await app.inject({ url: '/api/sites/demo/products', headers: { host: 'evil.example' } })
  expect(products.json().products[0].images[0]).toBe(`https://shop.example/api${paths[0]}`)
  expect((await app.inject({ url: '/openapi.json' })).json().servers).toMatchObject([
    { url: 'https://shop.example/api' },
  ])
  await app.close()
})

it('are told to their owner as they were given', async () => {
  const store = await shop.services.stores.find('demo')
  if (!store) throw new Error('There is no demo store')
  const { product } = await (await ownerOf(shop, store)).ask('{ product(slug: "assam") { images } }')
  expect(product.images).toEqual(['/pictures/assam.svg', '/pictures/assam-leaf.svg'])
})
