import { Readable } from 'node:stream'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportBundle } from '../../src/commerce/bundle/export-bundle.ts'
import { importProductRows } from '../../src/commerce/catalog/import/import-product-rows.ts'
import { ProductDrafts } from '../../src/commerce/catalog/import/product-rows.ts'
import { readProductRows } from '../../src/commerce/catalog/import/read-csv.ts'
import { csvText } from '../../src/commerce/owners/export/csv-text.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { numberFormatOf } from '../../src/shared/number-format.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { openShop, type Shop } from '../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ limitsOff: true })
})
afterAll(() => shop.close())

interface Place {
  store: Store
  owner: Owner
}

async function storeOf(bundle: object): Promise<Place> {
  const store = await shop.addStore({ ...bundle })
  return { store, owner: await ownerOf(shop, store) }
}

async function exported({ store, owner }: Place): Promise<string> {
  const url = `/api/sites/${store.subdomain}/owner/export/products.csv`
  const answer = await shop.app.inject({ url, headers: { authorization: `Bearer ${owner.key}` } })
  expect(answer.statusCode).toBe(200)
  return answer.body
}

async function importCsv({ store }: Place, csv: string, options = {}) {
  const drafts = new ProductDrafts()
  for await (const row of readProductRows(Readable.from([Buffer.from(csv)]), { numbers: numberFormatOf('INR') }))
    drafts.add(row)
  return importProductRows(shop.services, store, drafts, { plainLineEnds: true, ...options })
}

const stored = async ({ store }: Place) => {
  const { prisma } = shop.database
  return prisma.product.findMany({
    where: { storeId: store.id },
    include: { variants: { orderBy: { id: 'asc' } } },
    orderBy: { id: 'asc' },
  })
}

/** What could be read in another way than it is meant. */
const odd = [
  ...['=1+1', '+5', '-', '-20 °C', '@home', "'quoted'", "'-", "''=x", '#N/A', '#1', ' blank at the ends ', '\ttab'],
  ...['line\nbreak', 'win\r\nend', 'old\rend', 'a | b', 'a: b: c', 'a, b; c', '"quoted"', '[1]', '["x"]', '1e5', '007'],
  ...['https://x.example/a.jpg, https://x.example/b.jpg', '＝wide', '\ufeffmark', 'no', 'null', 'Tee 茶 🍵'],
]
const text = (min: number, max: number) =>
  fc
    .oneof(fc.constantFrom(...odd), fc.string({ unit: 'grapheme', minLength: min, maxLength: max }))
    .filter(
      (value) =>
        [...value].length >= min &&
        [...value].length <= max &&
        !value.includes('\0') &&
        value.replace(/[\p{Cf}\s]/gu, '') !== '',
    )
const orEmpty = (arbitrary: fc.Arbitrary<string>) => fc.oneof(fc.constant(''), arbitrary)
const urls = fc.constantFrom(
  'https://x.example/a.jpg',
  '/pictures/b.svg',
  'https://x.example/c.jpg?a,b',
  'https://x.example/d.jpg,',
)
const price = fc.integer({ min: 100, max: 99_999 }).map((subunits) => subunits / 100)
const own = {
  stock: fc.option(fc.nat(99)),
  weight: fc.option(fc.nat(5_000)),
  salePrice: fc.constantFrom(null, 0, 0.5),
}
const variants = fc
  .uniqueArray(fc.constantFrom('size', 'Size', ' color', '-x', 'a|b', 'grind', 'b: c'), { minLength: 1, maxLength: 3 })
  .filter((names) => new Set(names.map((name) => name.trim().toLowerCase())).size === names.length)
  .chain((names) =>
    fc
      .uniqueArray(fc.record({ values: fc.tuple(...names.map(() => text(1, 20))), price: fc.option(price), ...own }), {
        maxLength: 4,
        selector: ({ values }) =>
          values.map((value) => value.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()).join('\n'),
      })
      .map((list) =>
        list.map(({ values, ...rest }) => ({
          ...rest,
          options: Object.fromEntries(names.map((name, index) => [name, values[index]])),
        })),
      ),
  )
const product = fc.record({
  ...{
    name: text(1, 60),
    description: orEmpty(text(1, 200)),
    category: orEmpty(text(1, 40)),
    brand: orEmpty(text(1, 40)),
  },
  ...{ price, ...own, taxRate: fc.constantFrom(null, 0, 5.5, 0.0001), active: fc.boolean(), variants },
  displayOrder: fc.integer({ min: -5, max: 5 }),
  attributes: fc.array(fc.record({ name: text(1, 30), value: text(1, 60) }), { maxLength: 3 }),
  media: fc.uniqueArray(
    fc.record({
      url: urls,
      alt: orEmpty(text(1, 30)),
      width: fc.constantFrom(null, 80),
      height: fc.constantFrom(null, 60),
    }),
    { maxLength: 3, selector: ({ url }) => url },
  ),
  seo: fc.record({ title: orEmpty(text(1, 30)), description: orEmpty(text(1, 60)) }),
})

describe('products.csv', () => {
  it('changes nothing when it is imported again, whatever the products are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(product, { minLength: 1, maxLength: 8 }), async (products) => {
        const coded = products.map((entry, at) => ({ slug: `p-${at}`, ...entry, sku: `S-${at}`, barcode: `0${at}` }))
        const place = await storeOf({ products: coded })
        const before = await stored(place)
        const csv = await exported(place)
        const report = await importCsv(place, csv)
        expect(report).toMatchObject({ mistakes: [], added: [], changed: [] })
        expect(report.unchanged).toHaveLength(coded.length)
        expect((await importCsv(place, csv, { setStock: true })).changed).toEqual([])
        expect(await stored(place)).toEqual(before)
      }),
      { numRuns: 25 },
    )
  })

  it('changes only the cell that was edited', async () => {
    const products = ['a', 'b', 'c'].map((slug, at) => ({
      ...{ slug, name: slug.toUpperCase(), price: 10 + at, sku: slug, description: '-' },
      variants: [{ options: { size: 'S', 'color ': '-' }, sku: `${slug}-S`, weight: 5 }],
    }))
    const place = await storeOf({ products })
    const before = await stored(place)
    const rows: Record<string, string>[] = parse(await exported(place), { columns: true })
    expect(rows.map(({ slug, sku, weight }) => [slug, sku, weight])).toEqual([
      ['a', 'a', ''],
      ['a', 'a-S', '5'],
      ['b', 'b', ''],
      ['b', 'b-S', '5'],
      ['c', 'c', ''],
      ['c', 'c-S', '5'],
    ])
    const [, , , edited] = rows
    if (edited) edited.weight = '7'
    const columns = Object.keys(rows[0] ?? {})
    const csv =
      csvText(columns, [], true) +
      rows.map((row) => `${columns.map((name) => `"${row[name]?.replaceAll('"', '""')}"`).join(',')}\r\n`).join('')
    expect(await importCsv(place, csv)).toMatchObject({ mistakes: [], changed: [4], unchanged: [2, 6] })
    const after = await stored(place)
    const [same, changed, last] = after
    expect([same, last]).toEqual([before[0], before[2]])
    expect(changed).toMatchObject({ version: 2, price: 1100n, variants: [{ weight: 7, sku: 'b-S' }] })
  })

  it('makes an equal store of an empty one', async () => {
    const products = [
      {
        slug: 'a',
        name: 'A',
        price: 1,
        stock: 3,
        media: [{ url: '/a.svg', alt: 'A' }],
        variants: [{ options: { size: 'S' }, stock: 2, price: 2 }],
      },
      { slug: 'b', name: 'B', price: 1, active: false, attributes: [{ name: 'Origin', value: 'Assam' }] },
    ]
    const [from, to] = [await storeOf({ products }), await storeOf({})]
    expect(await importCsv(to, await exported(from))).toMatchObject({ mistakes: [] })
    const productsOf = async ({ store }: Place) => (await exportBundle(shop.database.prisma, store.subdomain))?.products
    expect(await productsOf(to)).toEqual(await productsOf(from))
  })

  it('needs a key of the store, and has a header when there is no product', async () => {
    const place = await storeOf({})
    expect(await exported(place)).toMatch(/^slug,name,description,price,.*,seo_description,picture,options\r\n$/)
    const url = `/api/sites/${place.store.subdomain}/owner/export/products.csv`
    expect((await shop.app.inject({ url })).statusCode).toBe(401)
  })
})
