import { describe, expect, it } from 'vitest'
import { graphql, rest } from '../support/call.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const product = (slug: string, overrides: object = {}) => ({ slug, name: slug, price: 100, ...overrides })

const shop = await forAllTests(openShop())
const store = await shop.addStore({
  products: [
    product('third', { displayOrder: 3 }),
    product('first', {
      displayOrder: 1,
      name: 'Assam',
      description: 'Malty.',
      price: 499,
      salePrice: 399.5,
      category: 'Black tea',
      brand: 'Halmari',
      images: ['https://images.example.com/a.jpg'],
    }),
    product('second', { displayOrder: 2, category: 'Green tea', price: 10.05 }),
    product('hidden', { active: false }),
  ],
})

const slugs = (outcome: unknown) =>
  (outcome as { data: { products: { slug: string }[] } }).data.products.map(({ slug }) => slug)

describe.each(interfaces)('the product list over %s', (by) => {
  const client = () => clientOf(shop, store.subdomain, by)

  it('shows what the shop sells with every field of the specification', async () => {
    const outcome = await client().products({ category: 'Black tea' })
    expect(outcome).toEqual({
      data: {
        products: [
          {
            id: expect.stringMatching(/^[\da-f-]{36}$/),
            name: 'Assam',
            slug: 'first',
            description: 'Malty.',
            price: 499,
            sale_price: 399.5,
            currency: 'INR',
            images: ['https://images.example.com/a.jpg'],
            category: 'Black tea',
            brand: 'Halmari',
            price_from: 399.5,
            price_to: 399.5,
            rating: { average: 0, count: 0 },
          },
        ],
        next: null,
        total: 1,
      },
    })
  })

  it('comes in display order, without what is not active', async () => {
    expect(slugs(await client().products())).toEqual(['first', 'second', 'third'])
  })

  it('shows the newest first within one display order', async () => {
    const { subdomain, id: storeId } = await shop.addStore({
      products: ['old', 'older', 'new'].map((slug) => product(slug)),
    })
    for (const [slug, createdAt] of [
      ['older', '2020-01-01'],
      ['old', '2021-01-01'],
      ['new', '2022-01-01'],
    ] as const) {
      await shop.database.prisma.product.update({
        where: { storeId_slug: { storeId, slug } },
        data: { createdAt: new Date(createdAt) },
      })
    }
    expect(slugs(await clientOf(shop, subdomain, by).products())).toEqual(['new', 'old', 'older'])
  })

  it.each(['green tea', 'GREEN TEA', ' Green tea '])(
    'filters by the whole name of a category: “%s”',
    async (category) => {
      expect(slugs(await client().products({ category }))).toEqual(['second'])
    },
  )

  it('finds nothing by a part of a category’s name', async () => {
    expect(slugs(await client().products({ category: 'Green' }))).toEqual([])
  })

  it('refuses a category of 256 characters', async () => {
    expect(await client().products({ category: 'x'.repeat(256) })).toEqual({
      status: 400,
      error: 'category must be at most 255 characters',
    })
  })

  it('shows all for an empty category', async () => {
    expect(slugs(await client().products({ category: '' }))).toHaveLength(3)
  })

  it('answers a null sale price when the product is not on sale', async () => {
    const outcome = await client().products({ category: 'Green tea' })
    expect(outcome).toHaveProperty('data.products.0.sale_price', null)
    expect(outcome).toHaveProperty('data.products.0.price', 10.05)
  })

  it('shows 100 at most', async () => {
    const products = Array.from({ length: 101 }, (_, at) => product(`p-${at}`, { displayOrder: at }))
    const { subdomain } = await shop.addStore({ products })
    const listed = slugs(await clientOf(shop, subdomain, by).products())
    expect(listed).toHaveLength(100)
    expect(listed[99]).toBe('p-99')
  })

  it('counts in the store’s currency', async () => {
    const yen = await shop.addStore({
      store: { currency: 'JPY' },
      products: [product('sencha', { price: 1200, salePrice: 999 })],
    })
    expect(await clientOf(shop, yen.subdomain, by).products()).toHaveProperty(
      'data.products.0',
      expect.objectContaining({ price: 1200, sale_price: 999, currency: 'JPY' }),
    )
    const dinar = await shop.addStore({ store: { currency: 'KWD' }, products: [product('karak', { price: 1.125 })] })
    expect(await clientOf(shop, dinar.subdomain, by).products()).toHaveProperty('data.products.0.price', 1.125)
  })

  it.each([
    ['NUL', 'tea\0'],
    ['half a character', 'tea\ud83c'],
  ])('refuses %s in the category', async (_, category) => {
    // A lone surrogate cannot travel in a URL: what arrives there is the replacement character, which nothing has.
    if (by === 'REST' && category.includes('\ud83c')) return
    expect(await client().products({ category })).toMatchObject({ status: 400, error: expect.any(String) })
  })

  it('is not there for a store that is unknown, or inactive', async () => {
    const inactive = await shop.addStore({ store: { active: false }, products: [product('x')] })
    for (const subdomain of ['unknown', inactive.subdomain]) {
      expect(await clientOf(shop, subdomain, by).products()).toEqual({ status: 404, error: 'Site not found' })
    }
  })

  it('says so when it cannot be loaded', async () => {
    const broken = await openShop()
    const { subdomain } = await broken.addStore()
    await broken.services.db.prisma.$executeRawUnsafe('ALTER TABLE products RENAME TO products_away')
    expect(await clientOf(broken, subdomain, by).products()).toEqual({ status: 500, error: 'Failed to load products' })
    await broken.close()
  })
})

it('lists any of the categories that are given', async () => {
  const answer = await rest(
    shop,
    'GET',
    `/api/sites/${store.subdomain}/products?category=green%20TEA&category=Black%20tea`,
  )
  expect(answer.body).toMatchObject({ products: [{ slug: 'first' }, { slug: 'second' }], next: null, total: 2 })
})

describe('GraphQL products', () => {
  const ask = async (query: string, variables: object = {}, subdomain = store.subdomain) =>
    (await graphql(shop, subdomain, query, variables)).body

  it('are one product by id or by slug', async () => {
    const { data } = await ask('{ product(slug: "first") { id name } }')
    expect(data.product.name).toBe('Assam')
    expect(await ask('query ($id: ID) { product(id: $id) { slug } }', { id: data.product.id })).toEqual({
      data: { product: { slug: 'first' } },
    })
  })

  it.each(['hidden', 'nothing', 'nul\0', '\udc00'])('are null for the slug “%s” that shows nothing', async (slug) => {
    expect(await ask('query ($slug: String) { product(slug: $slug) { id } }', { slug })).toEqual({
      data: { product: null },
    })
  })

  it.each(['no-uuid', '', '00000000-0000-0000-0000-000000000000', 'x\0'])(
    'are null for the id “%s” that nothing has',
    async (id) => {
      expect(await ask('query ($id: ID) { product(id: $id) { id } }', { id })).toEqual({ data: { product: null } })
    },
  )

  it('are asked for by id or slug, not by both or neither', async () => {
    for (const query of ['{ product { id } }', '{ product(id: "1", slug: "first") { id } }']) {
      const { errors } = await ask(query)
      expect(errors[0]).toMatchObject({
        message: 'Give the product either by id or by slug',
        extensions: { code: 'BAD_USER_INPUT' },
      })
    }
  })

  it('can be paged through without a gap, whatever is added meanwhile', async () => {
    const { subdomain, id: storeId } = await shop.addStore({
      products: Array.from({ length: 7 }, (_, at) => product(`p-${at}`, { displayOrder: at >> 1 })),
    })
    const seen: string[] = []
    for (let after: string | null = null, more = true; more; ) {
      const query =
        'query ($after: String) { products(first: 3, after: $after) { nodes { slug } pageInfo { endCursor hasNextPage hasPreviousPage } } }'
      const { data }: { data: any } = await ask(query, { after }, subdomain)
      expect(data.products.pageInfo.hasPreviousPage).toBe(after !== null)
      seen.push(...data.products.nodes.map(({ slug }: { slug: string }) => slug))
      more = data.products.pageInfo.hasNextPage
      after = data.products.pageInfo.endCursor
      await shop.database.prisma.product.create({
        data: { storeId, slug: `early-${seen.length}`, name: 'x', price: 1n, displayOrder: -1 },
      })
    }
    expect(seen).toHaveLength(7)
    expect(new Set(seen).size).toBe(7)
  })

  it.each([0, 101, -1])('refuse a page of %i', async (first) => {
    const { errors } = await ask('query ($first: Int) { products(first: $first) { nodes { id } } }', { first })
    expect(errors[0]).toMatchObject({
      message: 'first must be between 1 and 100',
      extensions: { code: 'BAD_USER_INPUT' },
    })
  })

  it.each([
    Buffer.from('[9000000000,"2020-01-01T00:00:00Z","00000000-0000-0000-0000-000000000000"]').toString('base64url'),
    Buffer.from('[1,"0000-01-01T00:00:00Z","00000000-0000-0000-0000-000000000000"]').toString('base64url'),
    'garbage',
    Buffer.from('[1,2,3]').toString('base64url'),
    Buffer.from('["x"]').toString('base64url'),
  ])('refuse the cursor “%s”', async (after) => {
    const { errors } = await ask('query ($after: String) { products(after: $after) { nodes { id } } }', { after })
    expect(errors[0]).toMatchObject({ extensions: { code: 'BAD_USER_INPUT' } })
  })

  it('show variants with their own price and availability, or the product’s', async () => {
    const { subdomain } = await shop.addStore({
      products: [
        product('tea', {
          price: 100,
          salePrice: 90,
          stock: 5,
          variants: [
            { options: { size: '50g' } },
            { options: { size: '100g' }, price: 180, salePrice: 150, stock: 0 },
            { options: { size: '250g' }, price: 400, stock: 3 },
          ],
        }),
      ],
    })
    const { data } = await ask(
      '{ product(slug: "tea") { available variants { options { name value } price salePrice available } } }',
      {},
      subdomain,
    )
    expect(data.product).toEqual({
      available: true,
      variants: [
        { options: [{ name: 'size', value: '50g' }], price: 100, salePrice: 90, available: true },
        { options: [{ name: 'size', value: '100g' }], price: 180, salePrice: 150, available: false },
        { options: [{ name: 'size', value: '250g' }], price: 400, salePrice: null, available: true },
      ],
    })
  })
})
