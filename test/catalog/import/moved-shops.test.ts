import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/generated/prisma/client.ts'
import { type Owner, ownerOf } from '../../support/owner.ts'
import { forAllTests, openShop } from '../../support/shop.ts'

let store: Store
let owner: Owner

const shop = await forAllTests(openShop({ limitsOff: true }))

const ask = (method: 'GET' | 'POST', path: string, payload?: string) =>
  shop.app.inject({
    method,
    url: `/api/sites/${store.subdomain}/owner/${path}`,
    headers: { authorization: `Bearer ${owner.key}`, ...(payload !== undefined && { 'content-type': 'text/csv' }) },
    ...(payload !== undefined && { payload }),
  })

const send = async (file: string, query: string) => (await ask('POST', `import/products.csv?${query}`, file)).json()

/** Exports of other shops, with faults as real ones have. `LONG` and `PICTURES` would make them hard to read. */
const fileOf = (name: string) =>
  readFileSync(`test/catalog/import/exports/${name}.csv`, 'utf8')
    .replace('LONG', `<p>${'Long. '.repeat(1_667)}</p>`)
    .replace(/^(.*)PICTURES(.*)$/m, (_, before: string, after: string) =>
      Array.from({ length: 260 }, (_, at) => `${before}https://cdn.example/${at}.jpg,${at + 2}${after}`).join('\n'),
    )

const products = async () =>
  (await owner.ask('{ products(first: 100) { nodes { slug } } }')).products.nodes.map(({ slug }: any) => slug).sort()

const placesOf = (report: any) => report.mistakes.map(({ line, column }: any) => [line, column])

async function expectNoChangeByExport(): Promise<void> {
  const { payload } = await ask('GET', 'export/products.csv')
  const again = await send(payload, 'set_stock=true&allow_free=true')
  expect(again).toMatchObject({ imported: true, added: [], changed: [], mistakes: [] })
  expect(again.unchanged.length).toBeGreaterThan(3)
}

describe('a moved-in shop', () => {
  beforeEach(async () => {
    store = await shop.addStore()
    owner = await ownerOf(shop, store)
  })

  it('of Shopify is there but for its faults, which are reported by line', async () => {
    const file = fileOf('shopify-moved')
    const all = await send(file, '')
    expect(all).toMatchObject({ imported: false, added: [] })
    const report = await send(file, 'skip_mistakes=true&refused_file=true')
    expect(report).toMatchObject({ imported: true, added: [2, 5, 6, 9] })
    expect(placesOf(report)).toEqual([
      [7, 'barcode'],
      [8, ''],
      [10, 'media'],
    ])
    expect(report.left_out.things).toEqual([
      'stocks of what is sold beyond its stock: not counted (line 5)',
      'tracked stocks without a quantity in the file: 0 for what is new, until you set them by SKU (line 6)',
      'gift cards (line 271)',
    ])
    expect(report.left_out.columns).toEqual([
      'Variant Requires Shipping',
      'Color (product.metafields.shopify.color-pattern)',
      'Cost per item',
    ])
    expect(await products()).toEqual(['canvas-bag', 'enamel-pin', 'linen-shirt', 'long-read'])
    const { product } = await owner.ask('{ product(slug: "enamel-pin") { stock } }')
    expect(product).toEqual({ stock: 0 })
    // 260 pictures, the product's own row, and those that are wrong in themselves.
    expect(report.refused_file.split('\n')).toHaveLength(1 + 261 + 2 + 1)
    const corrected = report.refused_file.split('\n').slice(0, 3).join('\n').replace('8.90123E+12', '8901234567894')
    expect(await send(corrected, 'skip_mistakes=true')).toMatchObject({ imported: true, added: [2, 3] })
    await expectNoChangeByExport()
  })

  it('of WooCommerce is there but for its faults, which are reported by line', async () => {
    const file = fileOf('woocommerce-moved')
    const report = await send(file, 'skip_mistakes=true&refused_file=true')
    expect(report).toMatchObject({ imported: true, tax_classes: ['reduced-rate'] })
    expect(placesOf(report)).toEqual([
      [5, 'tax_rate'],
      [6, ''],
      [7, 'sku'],
    ])
    expect(report.left_out).toEqual({
      title: 'WooCommerce',
      things: [
        'descriptions of variations (line 9)',
        'variations that leave the choice of Size open: shoppers see "Any" (line 10)',
        'virtual and downloadable products: sold as goods that are delivered (line 4)',
        'groups of products (line 8)',
      ],
      columns: ['Is featured?', 'Length (in)', 'Grouped products', 'Download 1 name', 'Download 1 URL'],
    })
    expect(await products()).toEqual(['bread', 'long-read', 'single', 'v-neck-t-shirt'])
    const again = await send(file, 'skip_mistakes=true&tax_classes=reduced-rate:5')
    expect(again).toMatchObject({ added: [5], changed: [], tax_classes: [] })
    await expectNoChangeByExport()
  })
})
