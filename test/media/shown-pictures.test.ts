import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { dataOf, productIdOf } from '../support/buying.ts'
import { graphql, rest } from '../support/call.ts'
import { clientOf } from '../support/client.ts'
import { ownerOf } from '../support/owner.ts'
import { show, upload } from '../support/pictures.ts'
import { forAllTests, openShop } from '../support/shop.ts'
import { visitorOf } from '../support/visitor.ts'

const shop = await forAllTests(openShop({ limitsOff: true }))
const store = await shop.addStore()
const { subdomain } = store
const owner = await ownerOf(shop, store)

/** A photograph's worth of detail, which compresses badly. */
const photograph = (width: number, height: number): Promise<Buffer> =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })
    .blur(1)
    .jpeg({ quality: 95 })
    .toBuffer()

const { media: uploaded } = (await upload(shop, { subdomain, key: owner.key }, await photograph(2_000, 1_500))).body
for (const [slug, name] of [
  ['tea', 'Tea'],
  ['coffee', 'Coffee'],
]) {
  await owner.ask('mutation ($input: ProductInput!) { upsertProduct(input: $input) { id } }', {
    input: { slug, name, price: 100, category: 'Drinks', media: [{ url: uploaded.url, alt: 'Leaves' }] },
  })
}
const items = [{ id: await productIdOf(shop, store, 'tea'), qty: 1 }]
/** Whatever host was asked. */
const pathsOf = (answer: unknown) => JSON.parse(JSON.stringify(answer).replaceAll(/https?:\/\/[^/"]+/g, ''))
const path = new URL(uploaded.url).pathname
const variants = [320, 640, 960, 1280].map((width) => ({ width, url: `${path}?w=${width}` }))
const sized = { url: path, alt: '', width: 2000, height: 1500, variants }

describe('wherever a picture is answered, its widths are', () => {
  const selection = 'url alt width height variants { width url }'

  it('for categories', async () => {
    const { body } = await graphql(shop, subdomain, `{ categories { image picture { ${selection} } } }`)
    expect(pathsOf(body.data.categories)).toEqual([{ image: path, picture: sized }])
    const { body: answer } = await rest(shop, 'GET', `/api/sites/${subdomain}/categories`)
    expect(pathsOf(answer.categories)).toMatchObject([{ image: path, picture: sized }])
  })

  it('for lines of a cart', async () => {
    const { cart } = await dataOf(clientOf(shop, subdomain, 'REST').createCart({ items }))
    expect(pathsOf(cart.items)).toMatchObject([{ image: path, picture: sized }])
    const { body } = await graphql(shop, subdomain, `{ cart(id: "${cart.id}") { items { picture { ${selection} } } } }`)
    expect(pathsOf(body.data.cart.items)).toEqual([{ picture: sized }])
  })

  it('for related products', async () => {
    const asked = `{ product(slug: "tea") { related { slug media { ${selection} } } } }`
    const { body } = await graphql(shop, subdomain, asked)
    expect(pathsOf(body.data.product.related)).toEqual([{ slug: 'coffee', media: [{ ...sized, alt: 'Leaves' }] }])
  })

  it('and every page of the shop uses them', async () => {
    const visitor = visitorOf(shop, subdomain)
    await visitor.post('/cart/add', { id: items[0]?.id ?? '', qty: '1' })
    for (const page of ['', '/c/Drinks', '/search?q=tea', '/p/tea', '/cart']) {
      const { body } = await visitor.get(page)
      const pictures = body.match(/<img class="picture"[^>]*>/g) ?? []
      expect([page, pictures.length > 0]).toEqual([page, true])
      const whole = pictures.filter((picture) => !/srcset="[^"]*\?w=320 320w/.test(picture))
      expect([page, whole]).toEqual([page, []])
    }
  })
})

it('pages that show no categories do not look for their pictures', async () => {
  const visitor = visitorOf(shop, subdomain)
  const looks = async (page: string) => {
    shop.statements()
    expect((await visitor.get(page)).body).toContain('Drinks')
    return shop.statements().filter((sql) => sql.includes('FROM pictures')).length
  }
  expect([await looks('/search?q=nothing'), await looks('/track')]).toEqual([1, 0])
})

describe('a shared link', () => {
  const property = (body: string, name: string) =>
    new RegExp(`<meta property="${name}" content="([^"]*)"`).exec(body)?.[1]

  it.each(['/p/tea', '/c/Drinks'])('to %s shows a JPEG of at most 300 KB, with its size', async (page) => {
    const { body } = await visitorOf(shop, subdomain).get(page)
    expect(pathsOf(property(body, 'og:image'))).toBe(`${path}?format=jpeg`)
    const size = [property(body, 'og:image:width'), property(body, 'og:image:height')].map(Number)
    const { bytes, headers } = await show(shop, `${path}?format=jpeg`, { accept: 'image/avif' })
    expect(headers['content-type']).toBe('image/jpeg')
    expect(bytes.length).toBeLessThanOrEqual(300_000)
    const { format, width, height } = await sharp(bytes).metadata()
    expect([format, width, height]).toEqual(['jpeg', ...size])
    expect(size).toEqual([1200, 900])
  })

  it.each([
    ['format=png', 'format must be jpeg'],
    ['format=jpeg&format=jpeg', 'format must be jpeg'],
    ['w=640&format=jpeg', 'Ask for w or format, not both'],
  ])('is refused for %s', async (query, error) => {
    const { status, bytes } = await show(shop, `${path}?${query}`)
    expect([status, JSON.parse(bytes.toString())]).toEqual([400, { error }])
  })
})
