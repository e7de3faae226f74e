import { beforeAll, describe, expect, it } from 'vitest'
import { approveReview } from '../../src/commerce/reviews/moderate-review.ts'
import { buyer, dataOf, productIdOf } from '../support/buying.ts'
import { type Caller, graphql, rest } from '../support/call.ts'
import { clientOf } from '../support/client.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const variant = (size: string, prices: object = {}) => ({ options: { size }, stock: 5, ...prices })

const get = async (path: string, caller?: Caller) => {
  const { status, body } = await rest(shop, 'GET', `/api/sites/${store.subdomain}${path}`, undefined, caller)
  return status === 200 ? body : { status, ...body }
}

const prices = ({ slug, price_from, price_to }: any) => [slug, price_from, price_to]

const shop = await forAllTests(openShop())
const store = await shop.addStore({
  store: { payments: { provider: 'sandbox' } },
  products: [
    { slug: 'plain', name: 'Plain', price: 300, salePrice: 250, stock: 0 },
    {
      ...{ slug: 'dearer', name: 'Dearer', price: 100, salePrice: 80 },
      variants: [variant('l', { price: 900 }), variant('s', { price: 400, salePrice: 380 })],
    },
    {
      ...{ slug: 'inherits', name: 'Inherits', price: 500, salePrice: 450 },
      variants: [variant('s'), variant('l', { price: 700 }), variant('m', { salePrice: 420 })],
      media: [{ url: 'https://images.example.com/i.jpg', alt: 'One' }],
    },
  ].map((product, displayOrder) => ({ ...product, displayOrder })),
})
const customer = clientOf(shop, store.subdomain, 'REST')
const signedUp = await dataOf(customer.signUp({ name: 'Asha', phone: '9876500001', password: 'secret1' }))
const token: string = signedUp.token

const slugs = (list: any[]) => list.map(({ slug }) => slug)

describe('the prices of a list', () => {
  const expected = [
    ['plain', 250, 250],
    ['dearer', 380, 900],
    ['inherits', 420, 700],
  ]

  it('are what the cheapest and the most expensive way to buy it costs, in every list of products', async () => {
    expect((await get('/products')).products.map(prices)).toEqual(expected)
    expect((await get('/products?sort=newest')).products.map(prices)).toEqual(expect.arrayContaining(expected))
    expect(prices((await get('/products/inherits')).product)).toEqual(expected[2])
    const { body } = await graphql(
      shop,
      store.subdomain,
      '{ products(sort: FEATURED) { nodes { slug priceFrom priceTo } } }',
    )
    expect(body.data.products.nodes.map(({ slug, priceFrom, priceTo }: any) => [slug, priceFrom, priceTo])).toEqual(
      expected,
    )
  })

  it('are those that filters, sorting, pages and facets go by', async () => {
    expect(slugs((await get('/products?max_price=300')).products)).toEqual(['plain'])
    expect(slugs((await get('/products?min_price=400&max_price=420')).products)).toEqual(['inherits'])
    const first = await get('/products?sort=price_asc&first=2')
    expect(slugs(first.products)).toEqual(['plain', 'dearer'])
    expect(slugs((await get(`/products?sort=price_asc&first=2&after=${first.next}`)).products)).toEqual(['inherits'])
    const { price } = (await get('/products?facets=1')).facets
    for (const [, from] of expected) {
      expect(price.some(({ min, max }: any) => min <= Number(from) && Number(from) <= max)).toBe(true)
    }
  })

  it('follow a change of a variant at once', async () => {
    const { subdomain, id: storeId } = await shop.addStore({
      products: [{ slug: 'x', name: 'X', price: 10, variants: [variant('s', { price: 20 })] }],
    })
    const listed = async () => (await rest(shop, 'GET', `/api/sites/${subdomain}/products`)).body.products.map(prices)
    expect(await listed()).toEqual([['x', 20, 20]])
    const bundle = { products: [{ slug: 'x', name: 'X', price: 10, variants: [variant('s', { price: 30 })] }] }
    await shop.addStore({ store: { subdomain }, ...bundle })
    expect(await shop.database.prisma.store.findUniqueOrThrow({ where: { subdomain } })).toMatchObject({ id: storeId })
    expect(await listed()).toEqual([['x', 30, 30]])
  })
})

it('shows the rating in lists, also once one more review is approved', async () => {
  const client = clientOf(shop, store.subdomain, 'REST')
  const rating = async () => (await get('/products')).products[0].rating
  expect(await rating()).toEqual({ average: 0, count: 0 })
  const review = await dataOf(
    client.submitReview(await productIdOf(shop, store, 'plain'), { rating: 4, body: 'Malty.' }),
  )
  await approveReview({ services: shop.services, store }, review.id)
  expect(await rating()).toEqual({ average: 4, count: 1 })
})

describe('include', () => {
  const parts = ['available', 'variants', 'media']

  it('adds what it names, in every list of products, in a constant number of statements', async () => {
    await dataOf(
      clientOf(shop, store.subdomain, 'REST').addToWishlist(await productIdOf(shop, store, 'inherits'), { token }),
    )
    for (const [path, list, caller] of [
      ['/products?', 'products', {}],
      ['/wishlist?', 'wishlist', { token }],
    ] as const) {
      for (const product of (await get(path, caller))[list])
        for (const part of parts) expect(product).not.toHaveProperty(part)
      for (const named of ['include=available,variants,media', 'include=available&include=media&include=variants']) {
        const { [list]: products } = await get(path + named, caller)
        for (const product of products) for (const part of parts) expect(product).toHaveProperty(part)
      }
    }
    const all = () => get('/products?include=available,variants,media&sort=newest')
    shop.statements()
    await all()
    const { length } = shop.statements()
    const { products } = await get('/products?include=variants,available,media')
    expect(products[0]).toMatchObject({ slug: 'plain', available: false, variants: [], media: [] })
    expect(products[2]).toMatchObject({
      available: true,
      variants: [{ options: { size: 's' }, price: 500, sale_price: 450, available: true }, {}, {}],
      media: [
        {
          url: 'https://images.example.com/i.jpg',
          alt: 'One',
          width: null,
          height: null,
          variants: [],
          thumbhash: null,
        },
      ],
    })
    expect(length).toBeLessThanOrEqual(5)
  })

  it.each(['price', 'available,price', 'variants,,', 'AVAILABLE'])(
    'refuses what it does not know: %s',
    async (words) => {
      const answer = { status: 400, error: 'include must be some of available, variants, media' }
      expect(await get(`/products?include=${words}`)).toEqual(answer)
      expect(await get(`/wishlist?include=${words}`, { token })).toEqual(answer)
    },
  )
})

describe('the pages of a list', () => {
  beforeAll(async () => {
    const client = clientOf(shop, store.subdomain, 'REST')
    for (const slug of ['plain', 'dearer']) {
      const id = await productIdOf(shop, store, slug)
      await dataOf(client.addToWishlist(id, { token }))
      const product = await productIdOf(shop, store, 'inherits')
      const review = await dataOf(client.submitReview(product, { rating: 5, body: `Good as ${slug}.` }))
      await approveReview({ services: shop.services, store }, review.id)
      const items = [{ id: product, qty: 1, variant: { size: 's' } }]
      await dataOf(client.checkout({ buyer, items }, { token }))
    }
  })

  it('follow each other by next, for products, reviews, orders and the wishlist', async () => {
    const product = await productIdOf(shop, store, 'inherits')
    for (const [path, list, key] of [
      ['/products', 'products', 'slug'],
      [`/reviews/${product}`, 'reviews', 'id'],
      ['/customer/orders', 'orders', 'order_no'],
      ['/wishlist', 'wishlist', 'id'],
    ] as const) {
      const whole = await get(path, { token })
      expect(whole.next).toBeNull()
      const keys = whole[list].map((entry: any) => entry[key])
      expect(keys.length).toBeGreaterThanOrEqual(2)
      const read: unknown[] = []
      let after = ''
      do {
        const { [list]: page, next } = await get(`${path}?first=1${after && `&after=${after}`}`, { token })
        expect(page).toHaveLength(1)
        read.push(page[0][key])
        after = next
      } while (after)
      expect(read).toEqual(keys)
    }
  })

  it('say how many products there are on all of them', async () => {
    expect(await get('/products')).toMatchObject({ total: 3, next: null })
    expect(await get('/products?first=1')).toMatchObject({ total: 3, next: expect.any(String) })
  })

  it.each([
    ['/products', 100],
    ['/reviews/01980f5e-0000-7000-8000-000000000001', 100],
    ['/customer/orders', 100],
    ['/wishlist', 200],
  ])('have bounds: %s', async (path, max) => {
    for (const first of [0, max + 1, 'x', 1.5]) {
      const error = `first must be between 1 and ${max}`
      expect(await get(`${path}?first=${first}`, { token })).toEqual({ status: 400, error })
    }
    expect(await get(`${path}?after=x`, { token })).toEqual({
      ...{ status: 400, error: 'after must be a cursor returned by this list' },
    })
  })
})
