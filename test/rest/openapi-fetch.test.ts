import createClient from 'openapi-fetch'
import { describe, expect, it } from 'vitest'
import type { paths } from '../../examples/generated/openapi.d.ts'
import { openApiDocument } from '../../src/api/rest/openapi.ts'
import { routes } from '../../src/process/routes.ts'
import { schema } from '../../src/process/schema.ts'
import { buyer, dataOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const document = openApiDocument(routes, schema)

const api = createClient<paths>({
  baseUrl: 'http://shop.example',
  async fetch(request) {
    const { pathname, search } = new URL(request.url)
    const { statusCode, body } = await shop.app.inject({
      method: request.method as 'GET',
      url: pathname + search,
      headers: Object.fromEntries(request.headers),
      ...(request.body && { payload: await request.text() }),
    })
    return new Response(body, { status: statusCode, headers: { 'content-type': 'application/json' } })
  },
})

const shop = await forAllTests(openShop())
const variants = [{ options: { size: '250g' } }, { options: { size: '50g' }, price: 50 }]
const store = await shop.addStore({
  store: { payments: { provider: 'sandbox' } },
  products: [
    { slug: 'assam', name: 'Assam', price: 400, salePrice: 350, category: 'Black', brand: 'Halmari', variants },
    { slug: 'pot', name: 'Pot', price: 900, category: 'Ware', stock: 0 },
    { slug: 'cup', name: 'Cup', price: 90, category: 'Ware' },
  ],
})
const subdomain = store.subdomain
const customer = clientOf(shop, subdomain, 'REST')
const token: string = (await dataOf(customer.signUp({ name: 'Asha', phone: '9876500009', password: 'secret1' }))).token

/** The operations that read something of the address beside the path. */
const withQuery = Object.values(document.paths).flatMap((methods) =>
  Object.values(methods as Record<string, { operationId: string; parameters: { in: string }[] }>)
    .filter(({ parameters }) => parameters.some((parameter) => parameter.in === 'query'))
    .map(({ operationId }) => operationId),
)

it('knows every operation with parameters', () => {
  expect(withQuery.sort()).toEqual(
    ['products', 'reviews', 'suggest', 'orders', 'wishlist', 'followOrder', 'delivery'].sort(),
  )
})

describe('the list of products', () => {
  type Query = NonNullable<paths['/api/sites/{subdomain}/products']['get']['parameters']['query']>
  const cases: [Query, string[]][] = [
    [{ option: { size: '250g' } }, ['assam']],
    [{ option: { size: '1kg' } }, []],
    [{ category: ['Ware'] }, ['pot', 'cup']],
    [{ category: ['Ware', 'Black'] }, ['assam', 'pot', 'cup']],
    [{ brand: ['Halmari'] }, ['assam']],
    [{ q: 'assam' }, ['assam']],
    [{ min_price: 100 }, ['pot']],
    [{ max_price: 60 }, ['assam']],
    [{ in_stock: '1', category: ['Ware'] }, ['cup']],
    [{ on_sale: '1' }, ['assam']],
    [{ min_rating: 1 }, []],
    [{ sort: 'price_desc', first: 1 }, ['pot']],
  ]
  it.each(cases)('is narrowed by %j', async (query, slugs) => {
    const { data } = await api.GET('/api/sites/{subdomain}/products', { params: { path: { subdomain }, query } })
    expect(data?.products.map(({ slug }) => slug).sort()).toEqual([...slugs].sort())
  })

  it('has what is included, facets, and the next page', async () => {
    const ask = (query: Query) => api.GET('/api/sites/{subdomain}/products', { params: { path: { subdomain }, query } })
    const { data } = await ask({ include: ['available', 'variants'], facets: '1', first: 2 })
    expect(data?.products[0]).toMatchObject({ available: true, variants: expect.any(Array) })
    expect(data?.facets).toBeDefined()
    const { data: rest } = await ask({ first: 2, after: data?.next ?? '' })
    expect(rest?.products).toHaveLength(1)
  })
})

it('reads suggestions, related products, reviews, orders, the wishlist and an order’s events', async () => {
  const path = { subdomain }
  const headers = { authorization: `Bearer ${token}` }
  const suggested = await api.GET('/api/sites/{subdomain}/suggest', { params: { path, query: { q: 'as', first: 1 } } })
  expect(suggested.data?.suggestions).toEqual([
    { kind: 'product', text: 'Assam', slug: 'assam', picture: null, price_from: 50, price_to: 350 },
  ])
  const related = await api.GET('/api/sites/{subdomain}/products/{idOrSlug}/related', {
    params: { path: { ...path, idOrSlug: 'pot' } },
  })
  expect(related.data?.products).toMatchObject([{ slug: 'cup' }])
  const query = { first: 1 }
  const id = related.data?.products[0]?.id ?? ''
  const reviews = await api.GET('/api/sites/{subdomain}/reviews/{productId}', {
    params: { path: { ...path, productId: id }, query },
  })
  expect(reviews.data).toEqual({ reviews: [], count: 0, average: 0, next: null })
  const placed = await dataOf(clientOf(shop, subdomain, 'REST').checkout({ buyer, items: [{ id, qty: 1 }] }, { token }))
  const orders = await api.GET('/api/sites/{subdomain}/customer/orders', { params: { path, query }, headers })
  expect(orders.data?.orders).toMatchObject([{ order_no: placed.orderNo }])
  const wishlist = await api.GET('/api/sites/{subdomain}/wishlist', { params: { path, query }, headers })
  expect(wishlist.data).toEqual({ wishlist: [], next: null })
  const events = await api.GET('/api/sites/{subdomain}/orders/{orderNo}/events', {
    params: { path: { ...path, orderNo: placed.orderNo }, query: { phone: '0000' } },
  })
  expect(events.response.status).toBe(404)
})

describe('what looks like a parameter and is none', () => {
  const ask = async (query: string) => {
    const { statusCode, body } = await shop.app.inject({ url: `/api/sites/${subdomain}/products?${query}` })
    return { status: statusCode, ...JSON.parse(body) }
  }

  it.each(['option[size]=250g', 'option.size=250g', 'options[size]=250g', 'options.size=250g', 'option[size][]=250g'])(
    'reads an option as %s',
    async (query) => expect((await ask(query)).products).toMatchObject([{ slug: 'assam' }]),
  )

  it.each(['option=250g', 'options=size', 'option[]=250g', 'option_size=250g', 'option[size=250g', 'option='])(
    'refuses an option without a name: %s',
    async (query) =>
      expect(await ask(query)).toEqual({ status: 400, error: 'option must have a name, as in option[size]=250g' }),
  )

  it.each([
    ['minPrice=1', 'There is no parameter "minPrice". Did you mean min_price?'],
    ['brands=x', 'There is no parameter "brands". Did you mean brand?'],
    ['In-Stock=1', 'There is no parameter "In-Stock". Did you mean in_stock?'],
  ])('asks what is meant: %s', async (query, error) => expect(await ask(query)).toEqual({ status: 400, error }))

  it('ignores what others add', async () => expect((await ask('utm_source=mail&_=1')).total).toBe(3))
})

it('types an error whose message is there whichever form was accepted', async () => {
  for (const Accept of ['application/json', 'application/problem+json']) {
    const { error } = await api.GET('/api/sites/{subdomain}/products/{idOrSlug}', {
      params: { path: { subdomain, idOrSlug: 'nothing' } },
      headers: { Accept },
    })
    const message: string | undefined = error?.error
    expect(message).toBe('Product not found')
  }
})

it('says what is whole, and what an order’s events need', () => {
  const { Cart, ProductVariant } = document.components.schemas as Record<string, any>
  expect(Cart.properties.items.items.$ref).toBe('#/components/schemas/ShownCartItem')
  expect(ProductVariant).toBeDefined()
  const { CheckoutAnswer } = document.components.schemas as Record<string, any>
  expect(CheckoutAnswer.properties.amount).toMatchObject({ type: 'integer' })
  const events = (document.paths['/api/sites/{subdomain}/orders/{orderNo}/events'] as any).get
  expect(events.parameters.find(({ name }: any) => name === 'phone')).toMatchObject({ required: true })
})

/** The names of all numbers that need not be whole, wherever they are in the document. */
function decimalsIn(part: unknown, name = '', names = new Set<string>()): Set<string> {
  if (typeof part !== 'object' || part === null) return names
  const { type, name: parameter } = part as { type?: unknown; name?: unknown } // any object of the document
  if ([type].flat().includes('number')) names.add(name)
  for (const [key, inner] of Object.entries(part))
    if (!/^examples?$/.test(key)) decimalsIn(inner, key === 'schema' ? String(parameter) : key, names)
  return names
}

it('has no number that could be an integer but amounts of money, rates, averages and what clients may send', () => {
  const money = ['price', 'sale_price', 'price_from', 'price_to', 'min', 'max', 'unitPrice', 'lineTotal', 'fee']
  const ofOrders = [
    'shipping_fee',
    'discount_amount',
    'loyalty_discount',
    'refunded_amount',
    'subtotal',
    'tax',
    'total',
    'due',
  ]
  const ofCarts = ['discount', 'shipping', 'loyaltyDiscount', 'free_from']
  const rates = ['rate', 'earn_rate', 'redeem_rate', 'average']
  const sent = ['min_price', 'max_price', 'min_rating', 'loyaltyPoints', 'expectedTotal']
  expect([...decimalsIn(document)].sort()).toEqual([...money, ...ofOrders, ...ofCarts, ...rates, ...sent].sort())
})
