import { beforeAll, describe, expect, it } from 'vitest'
import { graphql } from '../support/call.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ limitsOff: true }))

describe('the owner’s list of products', () => {
  const ALL = `id slug name description price salePrice currency category images stock held taxRate active displayOrder
  version createdAt updatedAt variants { id options { name value } price salePrice stock held } reviewSummary { count average }`
  let owner: Owner

  const listed = async (args: string) =>
    (await owner.ask(`{ products(${args}) { totalCount nodes { slug } } }`)).products.nodes.map(({ slug }: any) => slug)

  beforeAll(async () => {
    const variants = (...stocks: (number | null)[]) =>
      stocks.map((stock, index) => ({ options: { size: `${index}` }, stock }))
    const store = await shop.addStore({
      products: [
        { slug: 'uncounted', name: 'Assam 100%', price: 1, category: 'Black tea' },
        { slug: 'counted', name: 'Nilgiri', price: 1, stock: 2, active: false, category: 'Black Tea' },
        { slug: 'sold-out', name: 'Darjeeling_2', price: 1, stock: 0 },
        { slug: 'some', name: 'Sencha', price: 1, stock: 0, variants: variants(0, 1) },
        { slug: 'none', name: 'Matcha', price: 1, stock: 5, variants: variants(0, 0) },
        { slug: 'shared', name: 'Pu-erh', price: 1, stock: 5, variants: variants(0, null) },
        { slug: 'free', name: 'Mate', price: 1, variants: variants(null, 0) },
      ],
    })
    owner = await ownerOf(shop, store)
  })

  it('has filters', async () => {
    expect(await listed('first: 100')).toHaveLength(7)
    expect(await listed('search: "ASSAM"')).toEqual(['uncounted'])
    expect(await listed('search: "old-o"')).toEqual(['sold-out'])
    expect(await listed('search: "%"')).toEqual(['uncounted'])
    expect(await listed('search: "_"')).toEqual(['sold-out'])
    expect(await listed('search: "\\\\"')).toEqual([])
    expect(await listed('search: " "')).toHaveLength(7)
    expect(await listed('category: "black TEA"')).toEqual(['uncounted', 'counted'])
    expect(await listed('active: false')).toEqual(['counted'])
    expect(await listed('active: true, category: "black tea"')).toEqual(['uncounted'])
    expect(await listed('inStock: true')).toEqual(['uncounted', 'counted', 'some', 'shared', 'free'])
    expect(await listed('inStock: false')).toEqual(['sold-out', 'none'])
    expect(await listed('lowStock: true')).toEqual(['sold-out', 'some', 'none', 'shared', 'free'])
    expect(await listed('lowStock: true, search: "pu"')).toEqual(['shared'])
    expect(await listed('lowStock: false')).toHaveLength(7)
    expect(await owner.refused('{ products(search: "\\u0000") { totalCount } }')).toMatchObject({
      code: 'BAD_USER_INPUT',
    })
    expect(await owner.refused('{ product { id } }')).toMatchObject({ code: 'BAD_USER_INPUT' })
  })

  it('filters by what `lowStock` lists', async () => {
    const slugsAt = async (lowStockThreshold: number) => {
      const threshold = await shop.addStore({
        store: { lowStockThreshold },
        products: [
          { slug: 'few', name: 'Few', price: 1, stock: 3 },
          { slug: 'own', name: 'Own', price: 1, stock: 1, variants: [{ options: { size: 'S' }, stock: 9 }] },
          { slug: 'many', name: 'Many', price: 1, stock: 50, variants: [{ options: { size: 'S' }, stock: 4 }] },
        ],
      })
      const { ask } = await ownerOf(shop, threshold)
      const { products, lowStock } = await ask(
        '{ products(lowStock: true) { nodes { slug } } lowStock { nodes { slug } } }',
      )
      const [filtered, low] = [products, lowStock].map(({ nodes }) => nodes.map(({ slug }: any) => slug).sort())
      expect(filtered).toEqual(low)
      return filtered
    }
    expect(await slugsAt(2)).toEqual([])
    expect(await slugsAt(3)).toEqual(['few'])
    expect(await slugsAt(4)).toEqual(['few', 'many'])
  })

  it('comes with the names of all categories, of archived products as well', async () => {
    expect(await owner.ask('{ categories }')).toEqual({ categories: ['Black Tea'] })
    await owner.ask(
      'mutation { upsertProduct(input: { name: "Old", price: 1, category: "Attic", active: false }) { id } }',
    )
    expect((await owner.ask('{ categories }')).categories).toEqual(['Attic', 'Black Tea'])
    const { id } = (await owner.ask('{ product(slug: "old") { id version } }')).product
    await shop.database.prisma.product.deleteMany({ where: { id } })
  })

  it('is read page by page, and counted whole', async () => {
    const page = (after: string | null) =>
      owner.ask(
        `query ($after: String) { products(first: 3, active: true, after: $after) {
          totalCount nodes { slug } pageInfo { endCursor hasNextPage } } }`,
        { after },
      )
    const slugs: string[] = []
    for (let after: string | null = null, more = true; more; ) {
      const { products } = await page(after)
      expect(products.totalCount).toBe(6)
      slugs.push(...products.nodes.map(({ slug }: any) => slug))
      after = products.pageInfo.endCursor
      more = products.pageInfo.hasNextPage
    }
    expect(slugs).toEqual(['uncounted', 'sold-out', 'some', 'none', 'shared', 'free'])
    expect(await owner.refused('{ products(first: 101) { totalCount } }')).toMatchObject({ code: 'BAD_USER_INPUT' })
    expect(await owner.refused('{ products(after: "x") { totalCount } }')).toMatchObject({ code: 'BAD_USER_INPUT' })
  })

  it('asks the database the same number of times for one product and for many', async () => {
    const count = async (first: number) => {
      shop.statements()
      await owner.ask(`{ products(first: ${first}) { totalCount nodes { ${ALL} } } }`)
      return shop.statements().length
    }
    await count(1)
    expect(await count(7)).toBe(await count(1))
    expect(await count(7)).toBeLessThanOrEqual(6)
  })
})

describe('one query for 100 products', () => {
  const product = (slug: string, overrides: object) => ({ slug, name: slug, price: 100, ...overrides })

  const query = `{ products { nodes { name price variants { price options { value } available } available
    reviewSummary { count average } reviews(first: 5) { nodes { rating title } } } } }`

  it.each([1, 10, 100])('with their newest 5 reviews sends at most 4 statements for %i of them', async (count) => {
    const slugsOf = Array.from({ length: count }, (_, at) => `p-${at}`)
    const { subdomain } = await shop.addStore({
      products: slugsOf.map((slug) =>
        product(slug, { stock: 3, variants: [{ options: { size: 's' }, stock: 1 }, { options: { size: 'm' } }] }),
      ),
      reviews: slugsOf.flatMap((slug) =>
        Array.from({ length: 7 }, (_, at) => ({
          product: slug,
          name: `R${at}`,
          rating: (at % 5) + 1,
          title: `T${at}`,
          body: 'Good tea.',
          approved: true,
        })),
      ),
    })
    await shop.services.stores.find(subdomain)
    shop.statements()
    const { body } = await graphql(shop, subdomain, query)
    const statements = shop.statements()
    expect(body.errors).toBeUndefined()
    expect(body.data.products.nodes).toHaveLength(count)
    for (const node of body.data.products.nodes) {
      expect(node.reviews.nodes).toHaveLength(5)
      expect(node.reviewSummary.count).toBe(7)
      expect(node.variants).toHaveLength(2)
    }
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(4)
  })
})
