import { beforeEach, describe, expect, it } from 'vitest'
import { exportBundle } from '../../../src/commerce/bundle/export-bundle.ts'
import { importBundle } from '../../../src/commerce/bundle/import-bundle.ts'
import { parseBundle } from '../../../src/commerce/bundle/parse-bundle.ts'
import { formerSlugOf } from '../../../src/commerce/catalog/import/platforms/former-slug.ts'
import type { Store } from '../../../src/generated/prisma/client.ts'
import { type Owner, ownerOf } from '../../support/owner.ts'
import { forAllTests, openShop } from '../../support/shop.ts'

const shop = await forAllTests(openShop({ limitsOff: true }))
let store: Store
let owner: Owner

beforeEach(async () => {
  store = await shop.addStore({ products: [] })
  owner = await ownerOf(shop, store)
})

/** Imports a list of products, and says where paths lead. */
async function moveIn(...lines: string[]) {
  const { statusCode, payload } = await shop.app.inject({
    method: 'POST',
    url: `/api/sites/${store.subdomain}/owner/import/products.csv`,
    headers: { authorization: `Bearer ${owner.key}`, 'content-type': 'text/csv' },
    payload: lines.join('\n'),
  })
  expect([statusCode, JSON.parse(payload).imported]).toEqual([200, true])
}

async function led(path: string): Promise<string> {
  const { statusCode, headers } = await shop.app.inject(`/shop/${store.subdomain}${path}`)
  return statusCode === 301 ? String(headers.location).replace(`/shop/${store.subdomain}`, '') : `${statusCode}`
}

const list = async () =>
  (await owner.ask('{ redirects { nodes { from to byOwner } } }')).redirects.nodes
    .map(({ from, to, byOwner }: any) => `${from} > ${to}${byOwner ? ' (own)' : ''}`)
    .toSorted()

const SHOPIFY = 'Handle,Title,Type,Option1 Name,Option1 Value,Variant Price'
const WOOCOMMERCE = 'ID,Type,SKU,Name,Published,Visibility in catalog,Regular price,Categories'

describe('what is moved in from Shopify', () => {
  it('is found under the paths of products, collections, and products in collections', async () => {
    await moveIn(SHOPIFY, 'green,Green,Crème & Tea,Title,Default Title,5', 'plain,Plain,,Title,Default Title,5')
    expect(await led('/products/green?variant=1')).toBe('/p/green?variant=1')
    expect(await led('/collections/anything/products/green')).toBe('/p/green')
    expect(await led('/collections/creme-tea')).toBe('/c/Cr%C3%A8me%20%26%20Tea')
    expect(await led('/collections/all')).toBe('/search')
    expect(await led('/collections/none')).toBe('404')
    for (const path of ['/p/green', '/c/Cr%C3%A8me%20%26%20Tea', '/search']) expect(await led(path)).toBe('200')
  })

  it('leaves what the owner has set as it is, ends chains, and is the same when it is imported again', async () => {
    for (const [from, to] of [
      ['/products/green', '/search'],
      ['/tea', '/products/black'],
    ])
      await owner.ask(`mutation { upsertRedirect(input: { from: "${from}", to: "${to}" }) { id } }`)
    const file = [SHOPIFY, 'green,Green,,Title,Default Title,5', 'black,Black,,Title,Default Title,5']
    const expected = [
      '/collections/all > /search',
      '/products/black > /p/black',
      '/products/green > /search (own)',
      '/tea > /p/black (own)',
    ]
    for (const _ of [1, 2]) {
      await moveIn(...file)
      expect(await list()).toEqual(expected)
    }
  })
})

describe('what is moved in from WooCommerce', () => {
  it('is found under the paths that WordPress makes of names', async () => {
    await moveIn(
      WOOCOMMERCE,
      '1,simple,a,"Earl Grey, No. 5 (Müller’s)",1,visible,5,"Tea > Black & Bold, Sale"',
      '2,simple,b,Mug,1,visible,6,Home',
      '3,simple,c,Mug,1,visible,7,Home',
      '4,simple,d,चाय,1,visible,8,',
    )
    expect(await led('/product/earl-grey-no-5-mullers')).toBe('/p/earl-grey-no-5-mullers')
    expect([await led('/product/mug'), await led('/product/mug-2')]).toEqual(['/p/mug', '/p/mug-2'])
    expect(await led(`/product/${encodeURIComponent('चाय')}`)).toMatch(/^\/p\//)
    expect(await led('/product-category/tea/black-bold')).toBe('/c/Black%20%26%20Bold')
    expect(await led('/product-category/home')).toBe('/c/Home')
    expect(await led('/shop')).toBe('/search')
    expect(await led('/product/none')).toBe('404')
  })
})

it.each([
  ['Crème brûlée', 'creme-brulee', 'creme-brulee'],
  ['Don’t & Do', 'dont-do', 'dont-do'],
  ['A+B', 'a-b', 'ab'],
  ['Straße 5.1/2', 'strasse-5-1-2', 'strasse-5-1-2'],
  ['  Tea  --  Time  ', 'tea-time', 'tea-time'],
  ['हिन्दी चाय', 'हिन्दी-चाय', 'हिन्दी-चाय'],
  ['!!!', '', ''],
])('%j is called %j at one platform and %j at the other', (name, shopify, wordpress) => {
  expect([formerSlugOf(name), formerSlugOf(name, /[\s./–—-]+/g)]).toEqual([shopify, wordpress])
})

describe('a bundle', () => {
  it('has the redirects, and none of a store without', async () => {
    expect(await exportBundle(shop.database.prisma, store.subdomain)).not.toHaveProperty('redirects')
    await moveIn(SHOPIFY, 'green,Green,,Title,Default Title,5')
    await owner.ask('mutation { upsertRedirect(input: { from: "/index.php?id=5", to: "/c/Tea time?x=1#y" }) { id } }')
    const exported = await exportBundle(shop.database.prisma, store.subdomain)
    expect(exported?.redirects).toEqual([
      { from: '/collections/all', to: '/search' },
      { from: '/index.php?id=5', to: '/c/Tea%20time?x=1#y' },
      { from: '/products/green', to: '/p/green' },
    ])
    const copy = { ...exported, store: { ...exported?.store, subdomain: `${store.subdomain}-copy` } }
    await importBundle(shop.services, parseBundle(JSON.stringify(copy)))
    const again = await exportBundle(shop.database.prisma, `${store.subdomain}-copy`)
    expect(again?.redirects).toEqual(exported?.redirects)
  })

  it('is refused with the place of a redirect that leads nowhere in the shop, or in a circle', async () => {
    const bundle = (redirects: object[]) => ({ store: {}, products: [], redirects })
    await expect(shop.addStore(bundle([{ from: '/a', to: '//evil.example' }]))).rejects.toThrow(
      'redirects[0].to: expected a path of this shop',
    )
    await expect(
      shop.addStore(
        bundle([
          { from: '/a', to: '/b' },
          { from: '/b', to: '/a' },
        ]),
      ),
    ).rejects.toThrow('does not lead back to where the redirect begins')
  })
})
