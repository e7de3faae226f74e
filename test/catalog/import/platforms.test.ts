import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { exportBundle } from '../../../src/commerce/bundle/export-bundle.ts'
import { importProductRows } from '../../../src/commerce/catalog/import/import-product-rows.ts'
import type { LeftOut, Platform } from '../../../src/commerce/catalog/import/platforms/platform.ts'
import { ProductDrafts } from '../../../src/commerce/catalog/import/product-rows.ts'
import { readProductRows } from '../../../src/commerce/catalog/import/read-csv.ts'
import { GivenTaxRates, readTaxClasses } from '../../../src/commerce/catalog/import/tax-classes.ts'
import type { Store } from '../../../src/generated/prisma/client.ts'
import { numberFormatOf } from '../../../src/shared/number-format.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
let store: Store
beforeAll(async () => {
  shop = await openShop({ limitsOff: true })
})
afterAll(() => shop.close())
beforeEach(async () => {
  store = await shop.addStore()
})

const fileOf = (name: string) => createReadStream(`test/catalog/import/exports/${name}.csv`)
const textOf = (text: string) => Readable.from([Buffer.from(text)])

type Others = Pick<Parameters<typeof readProductRows>[1], 'setStock' | 'taxRates'>

async function load(bytes: Readable, from?: Platform, others: Others = {}) {
  const drafts = new ProductDrafts()
  const leftOut: LeftOut[] = []
  for await (const row of readProductRows(bytes, {
    numbers: numberFormatOf('INR'),
    ...{ from, ...others },
    onLeftOut: (found) => leftOut.push(found),
  }))
    drafts.add(row)
  const { setStock = false } = others
  return { report: await importProductRows(shop.services, store, drafts, { setStock }), leftOut }
}

/** The store's products by slug, with what is not empty of them. */
async function products(): Promise<Record<string, any>> {
  const bundle = await exportBundle(shop.database.prisma, store.subdomain)
  return Object.fromEntries(
    (bundle?.products ?? []).map(({ slug = '', images: _, ...product }) => [
      slug,
      JSON.parse(JSON.stringify(product), (_key, value) =>
        value === null || value === '' || (Array.isArray(value) && value.length === 0) ? undefined : value,
      ),
    ]),
  )
}
const pictures = (...urls: string[]) => urls.map((url) => ({ url }))

describe('the product export of Shopify', () => {
  it('is recognised, and imported with variants, pictures, prices and flags', async () => {
    const { report, leftOut } = await load(fileOf('shopify'))
    expect(report).toMatchObject({ mistakes: [], added: [2, 6, 7] })
    const { assam, cup, 'cafe-olkanne': can, ...others } = await products()
    expect(others).toEqual({})
    expect(assam).toEqual({
      ...{ name: 'Assam', description: '<p>Malty, "tippy".</p>\n<ul><li>Loose</li></ul>', brand: 'Tea House' },
      ...{ category: 'Black tea', price: 500, salePrice: 450, active: true, displayOrder: 0 },
      attributes: [
        { name: 'Category', value: 'Food > Drinks > Tea' },
        { name: 'Tags', value: 'assam, strong' },
      ],
      media: [
        { url: 'https://cdn.example/a.jpg', alt: 'A tin' },
        { url: 'https://cdn.example/b.jpg', alt: 'Leaves' },
        ...pictures('https://cdn.example/c.jpg', 'https://cdn.example/a100.jpg'),
      ],
      seo: { title: 'Assam tea', description: 'Strong and malty.' },
      variants: [
        {
          ...{ options: { Size: '100g', Grind: 'Leaf' }, price: 500, salePrice: 450, stock: 12, weight: 120 },
          ...{ sku: 'A-100', barcode: '8901234567894', picture: 'https://cdn.example/a100.jpg' },
        },
        // Below 0 is none, and no weight is none.
        {
          ...{ options: { Size: '250g', Grind: 'Leaf' }, price: 900, stock: 0, sku: 'A-250' },
          picture: 'https://cdn.example/a.jpg',
        },
        // Sold beyond its stock, and with a SKU that is taken.
        { options: { Size: '250g', Grind: 'Cut' }, price: 880, weight: 270 },
      ],
    })
    // Not published is not shown, and what is not taxed has a rate of 0.
    expect(cup).toMatchObject({ price: 99.5, sku: '=CUP', weight: 300, taxRate: 0, active: false })
    expect(cup).not.toHaveProperty('variants')
    expect(can).toMatchObject({ name: 'Can', category: 'Kitchen', price: 10, active: false })
    expect(leftOut).toEqual([
      {
        title: 'Shopify',
        things: [
          'stocks below 0: imported as 0 (line 4)',
          'stocks of what is sold beyond its stock: not counted (line 5)',
          'quantities of what is not tracked: not counted (line 7)',
          'gift cards (line 8)',
          'SKUs that stand twice (line 5)',
        ],
        columns: ['Variant Requires Shipping', 'Google Shopping / Gender', 'Cost per item'],
      },
    ])
  })

  it('leads from the paths of the site before to the pages of the products', async () => {
    const header = 'Handle,Title,Option1 Name,Option1 Value,Variant Price'
    const rows = ['Tea’s-Best,Best tea,Title,Default Title,5', 'green,Green,Size,S,5', 'green,,,L,6']
    // A path that no address can have, nor the database, is left out.
    const { report } = await load(textOf([header, ...rows, 'nul\0,Nul,Title,Default Title,5'].join('\n')))
    expect(report).toMatchObject({ added: [2, 3, 5], mistakes: [] })
    const answers = ['Tea’s-Best', 'green', 'tea’s-best'].map(async (handle) => {
      const { statusCode, headers } = await shop.app.inject(
        `/shop/${store.subdomain}/products/${encodeURIComponent(handle)}?a=1`,
      )
      return [statusCode, headers.location]
    })
    expect(await Promise.all(answers)).toEqual([
      [301, `/shop/${store.subdomain}/p/teas-best?a=1`],
      [301, `/shop/${store.subdomain}/p/green?a=1`],
      [404, undefined],
    ])
  })

  it('changes nothing when it is imported again', async () => {
    await load(fileOf('shopify'))
    expect((await load(fileOf('shopify'))).report).toMatchObject({ unchanged: [2, 6, 7], changed: [], mistakes: [] })
  })

  it('has other column names since 2024', async () => {
    const header = 'Title,URL handle,Description,Vendor,Status,SKU,Option1 name,Option1 value,Price,Compare-at price'
    const more =
      'Inventory tracker,Inventory quantity,Continue selling when out of stock,Weight value (grams),Product image URL'
    const row =
      'Assam,assam,Malty.,Tea House,Active,A-1,Title,Default Title,450,500,shopify,7,FALSE,120,https://cdn.example/a.jpg'
    const { report, leftOut } = await load(textOf(`${header},${more}\n${row}\n`))
    expect(report).toMatchObject({ added: [2], mistakes: [] })
    expect(leftOut).toEqual([])
    expect((await products()).assam).toMatchObject({
      ...{ price: 500, salePrice: 450, stock: 7, weight: 120, sku: 'A-1', active: true, description: 'Malty.' },
      media: pictures('https://cdn.example/a.jpg'),
    })
  })

  it('without quantities gives what is tracked and new a stock of 0, and sets no other', async () => {
    const header =
      'Handle,Title,Option1 Name,Option1 Value,Variant Inventory Tracker,Variant Inventory Policy,Variant Price'
    const rows =
      'assam,Assam,Size,100g,shopify,deny,9\nassam,,,250g,shopify,continue,19\ncup,Cup,Title,Default Title,,,5\n'
    const { report, leftOut } = await load(textOf(`${header}\n${rows}`))
    expect(report).toMatchObject({ added: [2, 4], mistakes: [] })
    expect(leftOut[0]?.things).toEqual([
      'tracked stocks without a quantity in the file: 0 for what is new, until you set them by SKU (line 2)',
      'stocks of what is sold beyond its stock: not counted (line 3)',
    ])
    const { assam, cup } = await products()
    expect(assam.variants).toEqual([
      { options: { Size: '100g' }, price: 9, stock: 0 },
      { options: { Size: '250g' }, price: 19 },
    ])
    expect(cup).not.toHaveProperty('stock')

    const set = await load(textOf(`${header}\n${rows}`), undefined, { setStock: true })
    expect(set.report.mistakes).toEqual([
      {
        line: 2,
        field: 'stock',
        message: expect.stringContaining('expected a quantity, which this export does not have'),
      },
    ])
  })

  it('says which variant has no price, and finds the name in any of its rows', async () => {
    const header = 'Handle,Title,Option1 Name,Option1 Value,Variant Price'
    const { report } = await load(textOf(`${header}\nassam,,,250g,\nassam,Assam,Size,100g,9\n`))
    expect(report.mistakes).toEqual([
      { line: 2, field: 'price', message: 'expected the price of the variant, found nothing' },
    ])
  })

  it('names the line of what cannot be read', async () => {
    const header = 'Handle,Title,Option1 Name,Option1 Value,Variant Price,Variant Grams'
    const { report } = await load(
      textOf(`${header}\nassam,Assam,Title,Default Title,free,1\ncup,Cup,Title,Default Title,1,x\n`),
    )
    expect(report.mistakes.map(({ line, field }) => [line, field])).toEqual([
      [2, 'price'],
      [3, 'weight'],
    ])
    expect(await products()).toEqual({})
  })
})

describe('the product export of WooCommerce', () => {
  it('is recognised, and imported with variations, categories in levels and units', async () => {
    const { report, leftOut } = await load(fileOf('woocommerce'))
    expect(report.mistakes).toEqual([])
    const { shirt, mug, 'mug-2': other, song, poster, ...others } = await products()
    expect(others).toEqual({})
    expect(shirt).toEqual({
      ...{ name: 'Shirt', description: 'Short.\n\nLong\nwith a line.', brand: 'Loom', category: 'Shirts' },
      ...{ price: 100, salePrice: 80, sku: 'TEE', weight: 200, displayOrder: 3, active: true, seo: {} },
      attributes: [
        { name: 'Fit', value: 'Slim, Wide' },
        { name: 'Category', value: 'Clothing > Tops > Shirts, Sale' },
        { name: 'Tags', value: 'new, red, white' },
      ],
      media: pictures('https://shop.example/a.jpg', 'https://shop.example/b.jpg', 'https://shop.example/red.jpg'),
      variants: [
        {
          ...{ options: { Color: 'Red', Size: 'L' }, price: 100, salePrice: 80, stock: 4, sku: 'T-R' },
          picture: 'https://shop.example/red.jpg',
        },
        // Its size is the shopper's choice.
        { options: { Color: 'Blue', Size: 'Any' }, price: 110, weight: 250 },
      ],
    })
    expect(mug).toMatchObject({
      ...{ price: 12.5, description: '=Not a formula', stock: 0, weight: 300, barcode: '4006381333931' },
      ...{ taxRate: 0, active: false, sku: 'MUG' },
    })
    expect(other).toMatchObject({ name: 'mug', price: 14, active: true })
    expect(other).not.toHaveProperty('sku')
    // A sale of another time, a draft, and a stock below 0.
    expect(song).toMatchObject({ price: 2, active: false, stock: 0 })
    expect(song).not.toHaveProperty('salePrice')
    expect(poster).not.toHaveProperty('stock')
    expect(leftOut).toMatchObject([
      {
        title: 'WooCommerce',
        columns: ['Is featured?', 'Length (cm)', 'Grouped products', 'External URL'],
      },
    ])
    expect(leftOut[0]?.things).toEqual([
      'variations without a price or not published (line 5)',
      'variations that leave the choice of Size open: shoppers see "Any" (line 4)',
      'variations that leave the choice of Fit open: imported as text (lines 2, 4)',
      'virtual and downloadable products: sold as goods that are delivered (line 7)',
      'sale prices of other times (line 7)',
      'stocks below 0: imported as 0 (line 7)',
      'stocks of what is sold beyond its stock: not counted (line 8)',
      'groups of products (line 10)',
      'products that another site sells (line 11)',
      'products without a price (line 12)',
      'SKUs that stand twice (line 9)',
    ])
  })

  it('changes nothing when it is imported again', async () => {
    await load(fileOf('woocommerce'))
    const { report } = await load(fileOf('woocommerce'))
    expect(report).toMatchObject({ changed: [], added: [], mistakes: [] })
  })

  it('has rates of 0 for zero-rate and asks for those of other tax classes', async () => {
    const header =
      'Type,SKU,Name,Visibility in catalog,Tax status,Tax class,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)'
    const file = `${header}
simple,A,Bread,visible,taxable,zero-rate,1,,,
simple,B,Book,visible,taxable,reduced-rate,2,,,
variable,C,Shirt,visible,taxable,reduced-rate,,,Size,S
variation,D,Shirt - S,visible,taxable,luxury,3,C,Size,S
simple,E,Parcel,visible,shipping,,4,,,
`
    const hint = '--tax-class CLASS=PERCENT gives it'
    const unknown = new GivenTaxRates(new Map(), hint)
    const refused = await load(textOf(file), undefined, { taxRates: unknown })
    const message = `expected the rate of the tax class "reduced-rate", which the export does not have: ${hint}`
    expect(refused.report.mistakes).toEqual([3, 4].map((line) => ({ line, field: 'taxRate', message })))
    expect(unknown.missing).toEqual(['reduced-rate'])

    const given = readTaxClasses('reduced-rate=5') ?? new Map()
    const { report, leftOut } = await load(textOf(file), undefined, { taxRates: new GivenTaxRates(given, hint) })
    expect(report.mistakes).toEqual([])
    expect(leftOut[0]?.things).toEqual(['variations with a tax class of their own: taxed as their product (line 5)'])
    expect(await products()).toMatchObject({
      ...{ bread: { taxRate: 0 }, book: { taxRate: 5 }, shirt: { taxRate: 5 }, parcel: { taxRate: 0 } },
    })
  })

  it('is refused with a variation whose parent it does not have', async () => {
    const header = 'Type,SKU,Name,Visibility in catalog,Regular price,Parent'
    const { report } = await load(textOf(`${header}\nvariation,V,Shirt - Red,visible,1,TEE\n`))
    expect(report.mistakes).toContainEqual({
      ...{ line: 2, field: '' },
      message: 'expected the SKU or id of a product of this file as the parent, found "TEE"',
    })
  })
})

it('a file that is said to be of a platform has its columns', async () => {
  await expect(load(textOf('slug,name,price\na,A,1\n'), 'shopify')).rejects.toThrow(
    'expected a product export of Shopify, found no column "handle", "option1 value"',
  )
  await expect(load(textOf('sku,name\n'), 'woocommerce')).rejects.toThrow('expected a product export of WooCommerce')
})
