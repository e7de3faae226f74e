import { expect, it } from 'vitest'
import { ownerOf } from '../../support/owner.ts'
import { forAllTests, openShop } from '../../support/shop.ts'

const shop = await forAllTests(openShop({ limitsOff: true }))

/** A new store that files are imported into. */
async function movingIn() {
  const store = await shop.addStore()
  const owner = await ownerOf(shop, store)
  return {
    async send(...lines: string[]) {
      const { statusCode, payload } = await shop.app.inject({
        method: 'POST',
        url: `/api/sites/${store.subdomain}/owner/import/products.csv`,
        headers: { authorization: `Bearer ${owner.key}`, 'content-type': 'text/csv' },
        payload: lines.join('\n'),
      })
      expect([statusCode, JSON.parse(payload).mistakes]).toEqual([200, []])
    },
    async products(fields: string) {
      const { products } = await owner.ask(`{ products(first: 20) { nodes { slug ${fields} } } }`)
      return Object.fromEntries(products.nodes.map(({ slug, ...rest }: any) => [slug, rest]))
    },
  }
}

it('a product of Shopify is live as its status says, also when the next file says another', async () => {
  const { send, products } = await movingIn()
  const header = 'Handle,Title,Option1 Name,Option1 Value,Variant Price,Published,Status'
  const product = (handle: string, status: string, published = 'true') =>
    `${handle},${handle},Title,Default Title,5,${published},${status}`
  await send(
    header,
    product('a', 'active'),
    product('b', 'draft'),
    product('c', 'archived'),
    product('d', 'Active', 'false'),
  )
  const [live, archived] = [{ active: true }, { active: false }]
  expect(await products('active')).toEqual({ a: live, b: archived, c: archived, d: archived })
  await send(header, product('a', 'archived'), product('b', 'active'), product('c', 'draft'), product('d', 'active'))
  expect(await products('active')).toEqual({ a: archived, b: live, c: archived, d: live })
})

it('a sale of WooCommerce that has ended since the first import ends, of a product and of a variation', async () => {
  const { send, products } = await movingIn()
  const header =
    'ID,Type,SKU,Name,Published,Visibility in catalog,Parent,Regular price,Sale price,Date sale price starts,Date sale price ends,Attribute 1 name,Attribute 1 value(s)'
  const file = (ends: string) => [
    header,
    `1,simple,MUG,Mug,1,visible,,9,7,2020-01-01,${ends},,`,
    '2,variable,TEE,Tee,1,visible,,,,,,Size,"S, M"',
    `3,variation,TEE-S,Tee - S,1,visible,TEE,20,15,,${ends},Size,S`,
    '4,variation,TEE-M,Tee - M,1,visible,TEE,20,16,,,Size,M',
  ]
  const fields = 'salePrice variants { sku salePrice }'
  await send(...file('2999-01-01'))
  const variants = (small: number | null) => [
    { sku: 'TEE-S', salePrice: small },
    { sku: 'TEE-M', salePrice: 16 },
  ]
  expect(await products(fields)).toMatchObject({ mug: { salePrice: 7 }, tee: { variants: variants(15) } })
  await send(...file('2021-01-01'))
  expect(await products(fields)).toMatchObject({ mug: { salePrice: null }, tee: { variants: variants(null) } })
})
