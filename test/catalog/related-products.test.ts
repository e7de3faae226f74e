import { describe, expect, it } from 'vitest'
import { dataOf } from '../support/buying.ts'
import { graphql } from '../support/call.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ limitsOff: true }))
const product = (slug: string, category: string, brand: string, name = slug) => ({
  ...{ slug, name, price: 100, category, brand },
})
const store = await shop.addStore({
  products: [
    product('glass-teapot', 'Teaware', 'Kaanch', 'Glass Teapot, 1 l'),
    product('bowl', 'Teaware', 'Jingdezhen', 'Bowl, 1 l'),
    product('kettle', 'Teaware', 'Tetsubin', 'Kettle'),
    product('teapot', ' TEAWARE', 'Tetsubin', 'Iron teapot'),
    product('vase', 'Flowers', 'Kaanch', 'Vase'),
    product('carafe', 'Teaware', 'Kaanch', 'Carafe'),
    { ...product('gone', 'Teaware', 'Kaanch', 'Glass teapot'), active: false },
    product('assam', 'Tea', 'Dihing', 'Assam for a glass teapot'),
    product('alone', '', '', 'Voucher'),
    product('namesake', '', '', 'Voucher for two'),
  ].map((entry, displayOrder) => ({ ...entry, displayOrder })),
})

describe.each(interfaces)('what is related over %s', (by) => {
  const client = (subdomain = store.subdomain) => clientOf(shop, subdomain, by)
  const slugs = async (idOrSlug: string, subdomain?: string) =>
    (await dataOf(client(subdomain).related(idOrSlug))).products.map(({ slug }: { slug: string }) => slug)

  it('are the likest first, never the product itself or one that is off sale', async () => {
    expect(await slugs('glass-teapot')).toEqual(['carafe', 'teapot', 'bowl', 'kettle', 'vase'])
    expect(await slugs('vase')).toEqual(['glass-teapot', 'carafe'])
    expect(await slugs('assam')).toEqual([])
  })

  it('have a word in common where they have neither category nor brand', async () => {
    expect(await slugs('alone')).toEqual(['namesake'])
  })

  it('have the fields of the list', async () => {
    const [listed] = (await dataOf(client().products({ category: 'Flowers' }))).products
    expect((await dataOf(client().related('glass-teapot'))).products.at(-1)).toEqual(listed)
  })

  it('are 8 at most, and the same for everybody who asks', async () => {
    const products = Array.from({ length: 150 }, (_, at) => ({
      ...{ slug: `p-${at}`, name: `Tea ${at}`, price: 1, category: 'Tea', displayOrder: at },
    }))
    const { subdomain } = await shop.addStore({ products })
    const found = await slugs('p-3', subdomain)
    expect(found).toEqual(['p-0', 'p-1', 'p-2', 'p-4', 'p-5', 'p-6', 'p-7', 'p-8'])
  })

  it('are not there for a product that is not there', async () => {
    const absent = by === 'REST' ? { status: 404, error: 'Product not found' } : { data: { product: null } }
    const { subdomain } = await shop.addStore()
    expect(await client().related('nothing')).toEqual(absent)
    expect(await client(subdomain).related('glass-teapot')).toEqual(absent)
    expect(await client('unknown').related('glass-teapot')).toEqual({ status: 404, error: 'Site not found' })
  })
})

describe('over GraphQL', () => {
  const ask = async (query: string) => (await graphql(shop, store.subdomain, query)).body

  it.each([0, 21, -1])('first: %i is refused', async (first) => {
    const { errors } = await ask(`{ product(slug: "vase") { related(first: ${first}) { slug } } }`)
    expect(errors).toMatchObject([
      { message: 'first must be between 1 and 20', extensions: { code: 'BAD_USER_INPUT' } },
    ])
  })

  it('a list with what is related to each takes one statement more, however many are asked', async () => {
    await shop.services.stores.find(store.subdomain)
    for (const first of [1, 9]) {
      shop.statements()
      const query = `{ products(first: ${first}) { nodes { slug a: related(first: 1) { slug } b: related(first: 3) { slug } } } }`
      const { data } = await ask(query)
      expect(shop.statements()).toHaveLength(2)
      expect(data.products.nodes[0]).toEqual({
        slug: 'glass-teapot',
        a: [{ slug: 'carafe' }],
        b: [{ slug: 'carafe' }, { slug: 'teapot' }, { slug: 'bowl' }],
      })
    }
  })

  it('costs so much that two dozens of them for a hundred products are refused', async () => {
    const related = (name: string) => `${name}: related(first: 20) { id slug name price salePrice images }`
    const { errors } = await ask(`{ products { nodes { ${['a', 'b', 'c'].map(related).join(' ')} } } }`)
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
  })
})
