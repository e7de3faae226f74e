import { Readable } from 'node:stream'
import { beforeAll, describe, expect, it } from 'vitest'
import { exportBundle } from '../../src/commerce/bundle/export-bundle.ts'
import { importProductRows } from '../../src/commerce/catalog/import/import-product-rows.ts'
import { ProductDrafts } from '../../src/commerce/catalog/import/product-rows.ts'
import { readProductRows } from '../../src/commerce/catalog/import/read-csv.ts'
import { detailsOf } from '../../src/commerce/mails/order-facts.ts'
import { words } from '../../src/commerce/mails/words/words.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { numberFormatOf } from '../../src/shared/number-format.ts'
import { buyer, dataOf, pay, productIdOf, signUpWithPoints } from '../support/buying.ts'
import { graphql, rest } from '../support/call.ts'
import { clientOf, type StorefrontClient } from '../support/client.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'
import { createWebhook, eventsOf } from '../webhooks/subscriptions.ts'
import { importRows } from './import/product-list.ts'

/** jsonb has these as `b, size, grind`, and by their letters they are `b, grind, size`. */
const NAMES = ['size', 'grind', 'b']
const options = { size: '250g', grind: 'fine', b: 'x' }
const listed = [
  { name: 'size', value: '250g' },
  { name: 'grind', value: 'fine' },
  { name: 'b', value: 'x' },
]
const IN_WORDS = 'Tea (size: 250g, grind: fine, b: x)'
let store: Store
let owner: Owner
let client: StorefrontClient

const shop = await forAllTests(openShop({ limitsOff: true }))

async function open(products: object[] = []) {
  store = await shop.addStore({ store: { payments: { provider: 'sandbox' }, lowStockThreshold: 49 }, products })
  owner = await ownerOf(shop, store)
  client = clientOf(shop, store.subdomain, 'REST')
}

const urlOf = (path: string) => `/api/sites/${store.subdomain}/${path}`
const ask = async (query: string, variables: object = {}) => {
  const { body } = await graphql(shop, store.subdomain, query, variables)
  expect(body.errors).toBeUndefined()
  return body.data
}
const tea = { slug: 'tea', name: 'Tea', price: 100 }
const UPSERT = `mutation ($input: ProductInput!) {
  upsertProduct(input: $input) { version variants { options { name value } } } }`
const upsert = async (input: object) => (await owner.ask(UPSERT, { input })).upsertProduct

async function shownNames(): Promise<string[][]> {
  const { product } = await dataOf(client.product('tea'))
  return product.variants.map((variant: any) => Object.keys(variant.options))
}

async function importCsv(csv: string) {
  const drafts = new ProductDrafts()
  for await (const row of readProductRows(Readable.from([Buffer.from(csv)]), { numbers: numberFormatOf('INR') }))
    drafts.add(row)
  return importProductRows(shop.services, store, drafts)
}

describe('the options of a product are in the order in which the owner gives them', () => {
  it('in a bundle', async () => {
    await open([{ ...tea, variants: [{ options }, { options: { b: 'y', grind: 'fine', size: '1kg' } }] }])
    // The first variant's order is the product's.
    expect(await shownNames()).toEqual([NAMES, NAMES])
  })

  it('in a CSV file, and in another order after the next file', async () => {
    await open()
    await importCsv('slug,name,price,option:size,option:grind,option:b\ntea,Tea,100,,,\ntea,,,250g,fine,x\n')
    expect(await shownNames()).toEqual([NAMES])
    const other = 'slug,name,price,option:grind,option:b,option:size\ntea,Tea,100,,,\ntea,,,fine,x,250g\n'
    expect(await importCsv(other)).toMatchObject({ changed: [expect.any(Number)], mistakes: [] })
    expect(await shownNames()).toEqual([['grind', 'b', 'size']])
    expect(await importCsv(other)).toMatchObject({ changed: [], unchanged: [expect.any(Number)] })
  })

  it('in rows that the owner imports', async () => {
    await open()
    await importRows(owner, [tea, { slug: 'tea', options: listed }])
    expect(await shownNames()).toEqual([NAMES])
  })

  it('in a product that the owner saves, whose variants keep their ids in another order', async () => {
    await open()
    expect(await upsert({ ...tea, variants: [{ options: listed }] })).toMatchObject({ variants: [{ options: listed }] })
    const { product } = await dataOf(client.product('tea'))
    const turned = listed.toReversed()
    expect(await upsert({ slug: 'tea', version: 1, variants: [{ options: turned }] })).toEqual({
      version: 2,
      variants: [{ options: turned }],
    })
    const { product: after } = await dataOf(client.product('tea'))
    expect(after.variants).toEqual(product.variants)
    expect(await shownNames()).toEqual([NAMES.toReversed()])
  })

  it('in all its variants when a later list gives one of them', async () => {
    await open([{ ...tea, variants: [{ options }, { options: { ...options, size: '1kg' } }] }])
    await importCsv('slug,option:grind,option:size,option:b\ntea,fine,250g,x\n')
    expect(await shownNames()).toEqual(Array(2).fill(['grind', 'size', 'b']))
  })
})

describe('the order of options is the same', () => {
  const lines = async () => [{ id: await productIdOf(shop, store, 'tea'), qty: 1, variant: options }]
  beforeAll(() => open([{ ...tea, variants: [{ options, stock: 50 }] }]))

  it('on the product’s page, in lists and for the owner', async () => {
    const query = 'product(slug: "tea") { variants { options { name value } } }'
    expect(await shownNames()).toEqual([NAMES])
    expect(await ask(`{ ${query} }`)).toEqual({ product: { variants: [{ options: listed }] } })
    expect(await owner.ask(`{ ${query} }`)).toEqual({ product: { variants: [{ options: listed }] } })
    const { body } = await rest(shop, 'GET', urlOf('products?include=variants'))
    expect(Object.keys(body.products[0].variants[0].options)).toEqual(NAMES)
  })

  it('in a bundle of the store', async () => {
    const bundle = await exportBundle(shop.database.prisma, store.subdomain)
    expect(JSON.stringify(bundle?.products)).toContain(JSON.stringify(options))
  })

  it('in a cart, however the line was put there', async () => {
    const [line] = await lines()
    const { product } = await dataOf(client.product('tea'))
    const turned = { b: 'x', grind: 'fine', size: '250g' }
    for (const item of [
      { ...line, variant: turned },
      { id: line?.id, qty: 1, variantId: product.variants[0].id },
    ]) {
      const { cart } = await dataOf(client.createCart({ items: [item] }))
      const { cart: read } = await dataOf(client.cart(cart.id))
      for (const { items } of [cart, read]) expect(Object.keys(items[0].variant)).toEqual(NAMES)
      const { cart: asked } = await ask('query ($id: ID!) { cart(id: $id) { items { variant { name value } } } }', cart)
      expect(asked).toEqual({ items: [{ variant: listed }] })
    }
  })

  it('in an order, for the buyer, the owner, webhooks and mails', async () => {
    await createWebhook(owner, { url: 'https://hooks.example' })
    const { token } = await signUpWithPoints(shop, store, client, 0)
    const items = [{ ...(await lines())[0], variant: { b: 'x', size: '250g', grind: 'fine' } }]
    const { orderNo, providerOrderId } = await dataOf(client.checkout({ buyer, items }, { token }))
    await dataOf(client.verify(await pay(shop, providerOrderId)))

    const history = await dataOf(client.orders({ token }))
    const tracked = await dataOf(client.trackOrder({ orderNo, phone: '3210' }))
    const event = await rest(shop, 'GET', urlOf(`orders/${orderNo}/events?phone=3210`))
    for (const order of [history.orders[0], tracked.order, event.body.order])
      expect(Object.keys(order.items[0].variant)).toEqual(NAMES)
    const fields = 'items { options { name value } }'
    const query = `query ($orderNo: String!) { trackOrder(orderNo: $orderNo, phone: "3210") { ${fields} } }`
    const asked = await graphql(shop, store.subdomain, query, { orderNo })
    expect(asked.body.data.trackOrder).toEqual({ items: [{ options: listed }] })
    const owned = await owner.ask(`query ($orderNo: String!) { order(orderNo: $orderNo) { ${fields} } }`, { orderNo })
    expect(owned.order).toEqual({ items: [{ options: listed }] })

    const events = await eventsOf(shop, store)
    const inJson = JSON.stringify(options)
    expect(events.map(({ type, data }) => [type, JSON.stringify(data).includes(inJson)])).toEqual(
      expect.arrayContaining([
        ['order.confirmed', true],
        ['stock.low', true],
      ]),
    )
    expect(JSON.stringify(await dataOf(client.myData({ token })))).toContain(inJson)

    const headers = { authorization: `Bearer ${owner.key}` }
    const csv = await shop.app.inject({ url: urlOf('owner/export/orders.csv'), headers })
    expect(csv.body).toContain(IN_WORDS)
    const stored = await shop.database.prisma.order.findFirstOrThrow({
      where: { storeId: store.id, orderNo },
      include: { store: true, items: true },
    })
    const details = detailsOf({ name: 'ORDER_CONFIRMED', store, order: stored, refund: null }, words.en)
    expect(details.lines).toMatchObject([{ what: `1 × ${IN_WORDS}` }])
  })

  it('as it was in rows from before there was an order', async () => {
    const { prisma } = shop.database
    await open([{ ...tea, variants: [{ options, stock: 50 }] }])
    const { orderNo } = await dataOf(client.checkout({ buyer, items: await lines() }))
    const where = { storeId: store.id }
    await prisma.variant.updateMany({ where, data: { optionNames: [] } })
    await prisma.orderItem.updateMany({ where, data: { optionNames: [] } })

    const before = ['b', 'size', 'grind']
    const { order } = await dataOf(client.trackOrder({ orderNo, phone: '3210' }))
    expect(Object.keys(order.items[0].variant)).toEqual(before)
    const read = await owner.ask('{ product(slug: "tea") { version variants { options { name } } } }')
    expect(read.product.variants[0].options).toEqual(before.map((name) => ({ name })))
    const again = before.map((name) => ({ name, value: options[name as keyof typeof options] }))
    expect(await upsert({ slug: 'tea', version: 1, variants: [{ options: again }] })).toMatchObject({ version: 1 })
    expect(await upsert({ slug: 'tea', version: 1, variants: [{ options: listed }] })).toMatchObject({
      version: 2,
      variants: [{ options: listed }],
    })
  })
})
