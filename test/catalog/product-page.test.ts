import { describe, expect, it } from 'vitest'
import { dataOf } from '../support/buying.ts'
import { graphql, rest } from '../support/call.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { ownerOf } from '../support/owner.ts'
import { drawing, upload } from '../support/pictures.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const OTHER_ID = '01980f5e-0000-7000-8000-000000000001'
/** Of a picture that was not uploaded. */
const plain = { variants: [], thumbhash: null }

const idOf = async (slug: string) =>
  (await shop.database.prisma.product.findUniqueOrThrow({ where: { storeId_slug: { storeId: store.id, slug } } })).id

const shop = await forAllTests(openShop())
const store = await shop.addStore({
  products: [
    {
      ...{ slug: 'assam', name: 'Assam', description: 'Malty.', price: 499, salePrice: 399.5, category: 'Black tea' },
      brand: 'Halmari',
      attributes: [
        { name: 'Origin', value: 'Assam' },
        { name: 'Caffeine', value: 'High' },
      ],
      media: [
        { url: '/pictures/assam.svg', alt: 'A cup of tea', width: 400, height: 300 },
        { url: 'https://images.example/leaf.jpg' },
      ],
      seo: { title: 'Assam tea', description: 'Strong and bright.' },
      stock: 3,
      variants: [
        { options: { size: '250g', tin: 'no' }, salePrice: 450 },
        { options: { size: '500g', tin: 'yes' }, price: 900, salePrice: null, stock: 0 },
      ],
    },
    { slug: 'plain', name: 'Plain', price: 1, stock: 0 },
    { slug: 'gone', name: 'Gone', price: 1, active: false },
    { slug: OTHER_ID, name: 'A slug like an id', price: 1 },
  ],
  reviews: [4, 5, 5].map((rating, at) => ({
    product: 'assam',
    name: 'Ravi',
    rating,
    body: `Good, says ${at}.`,
    approved: true,
  })),
})
const id = await idOf('assam')

describe.each(interfaces)('the page of a product over %s', (by) => {
  const client = (subdomain = store.subdomain) => clientOf(shop, subdomain, by)
  const caller = { headers: { host: 'shop.example' } }
  const absent = by === 'REST' ? { status: 404, error: 'Product not found' } : { data: { product: null } }

  it('has all its details, by its slug and by its id', async () => {
    const page = {
      ...{ id, name: 'Assam', slug: 'assam', description: 'Malty.', price: 499, sale_price: 399.5, currency: 'INR' },
      ...{ price_from: 450, price_to: 900 },
      images: ['http://shop.example/pictures/assam.svg', 'https://images.example/leaf.jpg'],
      ...{ category: 'Black tea', brand: 'Halmari', available: true },
      variants: [
        {
          ...{ id: expect.any(String), options: { size: '250g', tin: 'no' }, price: 499, sale_price: 450 },
          ...{ available: true, picture: null },
        },
        {
          ...{ id: expect.any(String), options: { size: '500g', tin: 'yes' }, price: 900, sale_price: null },
          ...{ available: false, picture: null },
        },
      ],
      rating: { average: 4.67, count: 3 },
      media: [
        { url: 'http://shop.example/pictures/assam.svg', alt: 'A cup of tea', width: 400, height: 300, ...plain },
        { url: 'https://images.example/leaf.jpg', alt: '', width: null, height: null, ...plain },
      ],
      attributes: [
        { name: 'Origin', value: 'Assam' },
        { name: 'Caffeine', value: 'High' },
      ],
      seo: { title: 'Assam tea', description: 'Strong and bright.' },
    }
    expect(await client().product('assam', caller)).toEqual({ data: { product: page } })
    expect(await client().product(id, caller)).toEqual({ data: { product: page } })
    const [listed] = (await dataOf(client().products({ category: 'Black tea' }, caller))).products
    expect(page).toMatchObject(listed)
  })

  it('is plain where there are few details', async () => {
    expect(await client().product('plain')).toMatchObject({
      data: {
        product: {
          ...{ brand: '', available: false, variants: [], rating: { average: 0, count: 0 } },
          ...{ media: [], attributes: [], seo: { title: '', description: '' } },
        },
      },
    })
  })

  it.each(['nothing', 'Assam', OTHER_ID.replace('1980', '1981'), 'tea\0', 'x'.repeat(5000), '../products', '%'])(
    'is not there for “%s”',
    async (idOrSlug) => {
      expect(await client().product(idOrSlug)).toEqual(absent)
    },
  )

  it('is not there for a product that is off sale, or of another store', async () => {
    const { subdomain } = await shop.addStore()
    expect(await client().product('gone')).toEqual(absent)
    expect(await client().product(await idOf('gone'))).toEqual(absent)
    expect(await client(subdomain).product(id)).toEqual(absent)
    expect(await client(subdomain).product('assam')).toEqual(absent)
  })

  it('is found by a slug that looks like an id, unless a product has that id', async () => {
    const named = async () => (await dataOf(client().product(OTHER_ID))).product.name
    expect(await named()).toBe('A slug like an id')
    const namesake = {
      storeId: store.id,
      id: OTHER_ID,
      slug: `namesake-${by.toLowerCase()}`,
      name: 'The id',
      price: 1n,
    }
    await shop.database.prisma.product.create({ data: namesake })
    const fresh = clientOf(shop, store.subdomain, by)
    const key = { headers: { host: `${by}.example`.toLowerCase() } }
    expect((await dataOf(fresh.product(OTHER_ID, key))).product.name).toBe('The id')
    await shop.database.prisma.product.delete({ where: { storeId_id: { storeId: store.id, id: OTHER_ID } } })
  })

  it('is not there for a store that is unknown, or inactive', async () => {
    const inactive = await shop.addStore({ store: { active: false }, products: [{ slug: 'x', name: 'X', price: 1 }] })
    for (const subdomain of ['unknown', inactive.subdomain]) {
      expect(await client(subdomain).product('x')).toEqual({ status: 404, error: 'Site not found' })
    }
  })

  it('is there for a store whose pages are protected, as the list is', async () => {
    const { subdomain } = await shop.addStore({
      store: { access: { password: 'letmein' } },
      products: [{ slug: 'x', name: 'X', price: 1 }],
    })
    expect((await dataOf(client(subdomain).products())).products).toHaveLength(1)
    expect((await dataOf(client(subdomain).product('x'))).product.slug).toBe('x')
  })
})

it('wants one of the arguments over GraphQL', async () => {
  for (const args of ['', `(id: "${id}", idOrSlug: "assam")`, '(slug: "assam", idOrSlug: "assam")']) {
    const { body } = await graphql(shop, store.subdomain, `{ product${args} { id } }`)
    expect(body.errors[0]).toMatchObject({
      message: 'Give the product either by id or by slug',
      extensions: { code: 'BAD_USER_INPUT' },
    })
  }
})

it('takes four statements, and a list with all of it takes no more', async () => {
  await shop.services.stores.find(store.subdomain)
  shop.statements()
  await rest(shop, 'GET', `/api/sites/${store.subdomain}/products/assam?anew`)
  expect(shop.statements()).toHaveLength(4)
  const query = `{ products { nodes { available variants { available } rating { count }
    media { url } attributes { name } seo { title } } } }`
  await graphql(shop, store.subdomain, query)
  expect(shop.statements()).toHaveLength(4)
})

it('a picture that was uploaded comes with its measures, narrower ones and a preview, in one statement more', async () => {
  const { key } = await ownerOf(shop, store)
  const { media } = (
    await upload(shop, { subdomain: store.subdomain, key }, await drawing(1_000, 500).jpeg().toBuffer())
  ).body
  const owner = await ownerOf(shop, store)
  const path = `/media/${store.subdomain}/${media.id}`
  const input = {
    slug: 'shown',
    name: 'Shown',
    price: 1,
    media: [{ url: path, alt: 'Tea' }, { url: media.url.replace('localhost', 'cdn.example') }],
  }
  const { upsertProduct } = await owner.ask(
    'mutation ($input: ProductInput!) { upsertProduct(input: $input) { id } }',
    { input },
  )
  shop.statements()
  const { body } = await graphql(
    shop,
    store.subdomain,
    '{ product(idOrSlug: "shown") { media { url width height thumbhash variants { width url } } } }',
  )
  expect(shop.statements()).toHaveLength(3)
  const [first, second] = body.data.product.media
  expect(first).toEqual({
    url: expect.stringMatching(new RegExp(`^http://[^/]+${path}$`)),
    width: 1_000,
    height: 500,
    thumbhash: expect.stringMatching(/^[\w+/]+=*$/),
    variants: [320, 640, 960].map((width) => ({ width, url: `${first.url}?w=${width}` })),
  })
  expect(second).toMatchObject({ width: 1_000, thumbhash: first.thumbhash })
  const page = await rest(shop, 'GET', `/api/sites/${store.subdomain}/products/${upsertProduct.id}`)
  expect(page.body.product.media[0]).toEqual({ ...first, alt: 'Tea' })
  const listed = await rest(shop, 'GET', `/api/sites/${store.subdomain}/products?include=media&q=shown`)
  expect(listed.body.products[0].media).toEqual(page.body.product.media)

  await owner.ask('mutation ($id: ID!) { deletePicture(id: $id) { id } }', { id: media.id })
  const after = await graphql(
    shop,
    store.subdomain,
    '{ product(idOrSlug: "shown") { media { width variants { url } } } }',
  )
  expect(after.body.data.product.media[0]).toEqual({ width: null, variants: [] })
})
