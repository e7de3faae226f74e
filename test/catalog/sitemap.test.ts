import { expect, it } from 'vitest'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop())
const products = ['assam', 'sencha', 'hidden'].map((slug) => ({
  slug,
  name: slug,
  price: 5,
  active: slug !== 'hidden',
}))
const store = await shop.addStore({ products })

const ask = async (query: string) => {
  const url = `/api/sites/${store.subdomain}/graphql`
  const answer = (await shop.app.inject({ method: 'POST', url, payload: { query } })).json()
  expect(answer.errors).toBeUndefined()
  return answer.data.sitemap
}

it('a sitemap lists the active products of a part, and says how many parts there are', async () => {
  const { parts, products } = await ask('{ sitemap { parts products { id slug updatedAt } } }')
  expect(parts).toBe(1)
  expect(products.map(({ slug }: { slug: string }) => slug).toSorted()).toEqual(['assam', 'sencha'])
  for (const part of [2, 0, -1, 2_147_483_647])
    expect(await ask(`{ sitemap(part: ${part}) { parts products { id } } }`)).toEqual({ parts: 1, products: [] })
})

it('parts have 10,000 products each, and have them all', async () => {
  await shop.database.executeSql(
    `INSERT INTO products (store_id, id, slug, name, price, updated_at)
     SELECT '${store.id}', gen_random_uuid(), 'p-' || n, 'P ' || n, 1, now() FROM generate_series(1, 10001) AS n`,
    [],
  )
  await shop.services.stores.forget(store.subdomain)
  const [first, second] = [
    await ask('{ sitemap { parts products { slug } } }'),
    await ask('{ sitemap(part: 2) { products { slug } } }'),
  ]
  expect([first.parts, first.products.length, second.products.length]).toEqual([2, 10_000, 3])
  const slugs = [...first.products, ...second.products].map(({ slug }: { slug: string }) => slug)
  expect(new Set(slugs).size).toBe(10_003)
})
