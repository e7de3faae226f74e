import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { exportBundle } from '../../src/commerce/bundle/export-bundle.ts'
import { importProductRows } from '../../src/commerce/catalog/import/import-product-rows.ts'
import { ProductDrafts } from '../../src/commerce/catalog/import/product-rows.ts'
import { readProductRows } from '../../src/commerce/catalog/import/read-csv.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { numberFormatOf } from '../../src/shared/number-format.ts'
import { dataOf } from '../support/buying.ts'
import { graphql } from '../support/call.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { drawing, upload } from '../support/pictures.ts'
import { openShop, type Shop } from '../support/shop.ts'

let shop: Shop
let store: Store
let owner: Owner
beforeAll(async () => {
  shop = await openShop({ limitsOff: true })
})
afterAll(() => shop.close())
beforeEach(async () => {
  store = await shop.addStore()
  owner = await ownerOf(shop, store)
})

const UPSERT =
  'mutation ($input: ProductInput!) { upsertProduct(input: $input) { id version images variants { picture } } }'
const RED = 'https://images.example/red.jpg'
const colour = (value: string, picture?: string | null) => ({
  options: [{ name: 'colour', value }],
  ...(picture !== undefined && { picture }),
})
const shirt = (...variants: object[]) => ({ slug: 'shirt', name: 'Shirt', price: 5, variants })
const upsert = async (input: object) => (await owner.ask(UPSERT, { input })).upsertProduct
const pictures = (product: { variants: { picture: string | null }[] }) => product.variants.map(({ picture }) => picture)

describe.each(interfaces)('the picture of a variant over %s', (by) => {
  it('is shown with what is known of it among the product’s', async () => {
    const media = [{ url: 'https://images.example/all.jpg' }, { url: RED, alt: 'In red', width: 40, height: 30 }]
    await upsert({ ...shirt(colour('red', RED), colour('blue')), media })
    const { product } = await dataOf(clientOf(shop, store.subdomain, by).product('shirt'))
    const red = { url: RED, alt: 'In red', width: 40, height: 30, thumbhash: null, variants: [] }
    expect(pictures(product)).toEqual([red, null])
  })
})

describe('the picture of a variant', () => {
  it('is set, kept and cleared by its owner, and is an address', async () => {
    const created = await upsert(shirt(colour('red', RED), colour('blue')))
    expect(pictures(created)).toEqual([RED, null])
    const kept = await upsert({ ...shirt(colour('red'), colour('blue')), version: created.version })
    expect(pictures(kept)).toEqual([RED, null])
    const cleared = await upsert({ ...shirt(colour('red', null), colour('blue')), version: kept.version })
    expect(pictures(cleared)).toEqual([null, null])
    const { changes } = await owner.ask('{ changes(first: 9) { nodes { fields { name from to } } } }')
    expect(changes.nodes[0].fields).toEqual([{ name: 'picture (colour: red)', from: RED, to: null }])
    const mistake = await owner.refused(UPSERT, { input: shirt(colour('red', 'red.jpg')) })
    expect(mistake.message).toMatch(/^variants\[0\]\.picture: expected a URL that starts with http/)
  })

  it('is stored by its path when it was uploaded, and counts as used', async () => {
    const { media } = (await upload(shop, { ...store, key: owner.key }, await drawing().jpeg().toBuffer())).body
    const { id } = await upsert(shirt(colour('red', media.url)))
    const { picture } = await shop.database.prisma.variant.findFirstOrThrow({ where: { storeId: store.id } })
    expect(picture).toBe(new URL(media.url).pathname)
    const { products } = await owner.ask('{ products { nodes { variants { picture } } } }')
    expect(pictures(products.nodes[0])).toEqual([media.url])
    const used = await owner.ask(
      '{ pictures(used: true) { nodes { uses { place productId } } } none: pictures(used: false) { totalCount } }',
    )
    expect(used.pictures.nodes).toEqual([{ uses: [{ place: 'PRODUCT', productId: id }] }])
    expect(used.none.totalCount).toBe(0)
    const shown = '{ product(slug: "shirt") { variants { picture { url width variants { width } } } } }'
    const { product } = (await graphql(shop, store.subdomain, shown)).body.data
    expect(pictures(product)).toEqual([
      { url: media.url, width: 1600, variants: expect.arrayContaining([{ width: 640 }]) },
    ])
  })

  it('comes back from bundles and lists as it was', async () => {
    await upsert(shirt(colour('red', RED), colour('blue')))
    const bundle = await exportBundle(shop.database.prisma, store.subdomain)
    expect(bundle?.products?.[0]?.variants?.map(({ picture }) => picture)).toEqual([RED, null])
    const other = await shop.addStore({ products: bundle?.products })
    const url = `/api/sites/${other.subdomain}/owner/export/products.csv`
    const { key } = await ownerOf(shop, other)
    const { body } = await shop.app.inject({ url, headers: { authorization: `Bearer ${key}` } })
    expect(body.split('\r\n')[0]).toContain(',picture,')
    expect(await load(body, other)).toMatchObject({ unchanged: [2], mistakes: [] })
    expect(await load(body)).toMatchObject({ unchanged: [2], mistakes: [] })
    expect(await load(body.replace(RED, '-'))).toMatchObject({ changed: [2] })
    const { product } = await owner.ask('{ product(slug: "shirt") { variants { picture } } }')
    expect(pictures(product)).toEqual([null, null])
  })

  it('is refused in a row that is no variant’s', async () => {
    const { mistakes } = await load(`name,price,picture\nCup,5,${RED}\n`)
    const message = 'expected nothing, or options like option:size: pictures of the whole product are its images'
    expect(mistakes).toEqual([{ line: 2, field: 'picture', message }])
  })

  async function load(text: string, into = store) {
    const drafts = new ProductDrafts()
    const rows = readProductRows(Readable.from([Buffer.from(text)]), { numbers: numberFormatOf('INR') })
    for await (const row of rows) drafts.add(row)
    return importProductRows(shop.services, into, drafts)
  }
})
