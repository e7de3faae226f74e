import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readStockRows } from '../../src/commerce/catalog/import/read-stock.ts'
import { importStock } from '../../src/commerce/catalog/stock/import-stock.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { numberFormatOf } from '../../src/shared/number-format.ts'
import { buyer, dataOf, productIdOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { createWebhook, eventsOf } from '../webhooks/subscriptions.ts'

let shop: Shop
let store: Store
let owner: Owner
beforeAll(async () => {
  shop = await openShop({ limitsOff: true })
})
afterAll(() => shop.close())
beforeEach(async () => {
  store = await shop.addStore({
    store: { lowStockThreshold: 5, payments: { provider: 'sandbox' } },
    products: [
      { slug: 'cup', name: 'Cup', price: 1, stock: 9, sku: 'CUP' },
      {
        ...{ slug: 'tea', name: 'Tea', price: 1, sku: 'TEA' },
        variants: [
          { options: { size: 'S' }, stock: 9, sku: 'TEA-S' },
          { options: { size: 'L' }, sku: 'TEA-L' },
        ],
      },
    ],
  })
  owner = await ownerOf(shop, store)
})

async function read(csv: string) {
  const rows = []
  for await (const row of readStockRows(Readable.from([Buffer.from(csv)]), { numbers: numberFormatOf('INR') }))
    rows.push(row)
  return rows
}
async function load(csv: string, options = {}, of = store) {
  const { changes, unchanged, unknown, mistakes } = await importStock(shop.services, of, await read(csv), options)
  return { changed: changes.length, unchanged, unknown: unknown.map(({ sku }) => sku), mistakes }
}
const stocks = async () => {
  const { products } = await owner.ask('{ products { nodes { slug version stock variants { sku stock } } } }')
  return Object.fromEntries(
    products.nodes.flatMap(({ slug, version, stock, variants }: any) => [
      [slug, stock],
      [`${slug} version`, version],
      ...variants.map((variant: any) => [variant.sku, variant.stock]),
    ]),
  )
}

describe('a list of stocks by SKU', () => {
  it('sets those of products and variants, and leaves the rest', async () => {
    const before = await stocks()
    expect(await load('sku,stock\nCUP,12\n TEA-S ,9\nTEA-L,0\n', { dryRun: true })).toMatchObject({ changed: 2 })
    expect(await stocks()).toEqual(before)
    expect(await load('\ufeffStock;SKU\n12;CUP\n9;TEA-S\n0;TEA-L\n;TEA\n')).toEqual({
      ...{ changed: 2, unchanged: 1, unknown: [], mistakes: [] },
    })
    // As after setStock, versions stay.
    expect(await stocks()).toEqual({ ...before, cup: 12, 'TEA-L': 0 })
    expect(await load('sku,stock\nCUP,-\n')).toMatchObject({ changed: 1 })
    expect(await stocks()).toMatchObject({ cup: null })
  })

  it('is refused as a whole, with the lines that are wrong', async () => {
    const before = await stocks()
    expect(await load('sku,stock\nCUP,1\nNONE,1\nTEA-S,1\ncup,1\nTEA-S,2\n')).toMatchObject({
      mistakes: [
        { line: 3, field: 'sku', message: 'expected the SKU of a product or variant, found "NONE"' },
        { line: 5, field: 'sku', message: 'expected the SKU of a product or variant, found "cup"' },
        { line: 6, field: 'sku', message: 'expected a SKU that line 4 does not have already' },
      ],
    })
    expect(await stocks()).toEqual(before)
    const other = await shop.addStore({ products: [{ slug: 'x', name: 'X', price: 1, sku: 'OTHER' }] })
    expect((await load('sku,stock\nOTHER,1\n')).mistakes).toHaveLength(1)
    expect(await load('sku,stock\nOTHER,1\n', {}, other)).toMatchObject({ changed: 1 })
  })

  it('leaves out SKUs that are unknown, where that is asked for', async () => {
    expect(await load('sku,stock\nCUP,1\nNONE,1\n', { skipUnknown: true, dryRun: true })).toEqual({
      ...{ changed: 1, unchanged: 0, unknown: ['NONE'], mistakes: [] },
    })
    expect(await stocks()).toMatchObject({ cup: 9 })
    await load('sku,stock\nCUP,1\nNONE,1\n', { skipUnknown: true })
    expect(await stocks()).toMatchObject({ cup: 1 })
    const again = await load('sku,stock\nCUP,2\nCUP,3\nNONE,1\n', { skipUnknown: true })
    expect(again.mistakes).toMatchObject([{ line: 3 }])
    expect(await stocks()).toMatchObject({ cup: 1 })
  })

  it.each([
    ['sku,amount\nA,1\n', /expected the columns sku and stock, each once, found "sku", "amount"/],
    ['sku,stock,name\nA,1,B\n', /expected the columns sku and stock/],
    ['sku,stock\n,1\n', /expected a SKU, found nothing/],
    ['sku,stock\n8.90123E+12,1\n', /expected all its digits: a spreadsheet has shortened it/],
    ['sku,stock\nA,1.2E+03\n', /expected all digits of the number/],
    ['sku,stock\nA,1.5\n', /expected a whole number, found "1.5"/],
    ['sku,stock\nA,-1\n', /found -1/],
    ['sku,stock\nA,many\nB,x\n', /expected a number such as 1234.50, found "many"; .*found "x"/],
    ['', /expected a header/],
  ])('cannot be read: %j', async (csv, message) => {
    await expect(read(csv)).rejects.toThrow(message)
  })

  it('calls the owner where a stock falls to the threshold, once', async () => {
    await createWebhook(owner, { url: 'https://hooks.example', events: ['STOCK_LOW'] })
    await load('sku,stock\nCUP,5\nTEA-S,6\nTEA-L,2\n')
    await load('sku,stock\nCUP,4\nTEA-S,6\n')
    const events = await eventsOf(shop, store)
    expect(events.map(({ data }: any) => [data.product.name, data.variant?.options ?? null, data.stock])).toEqual([
      ['Cup', null, 5],
      ['Tea', { size: 'L' }, 2],
    ])
  })

  it('is what shoppers see at once, and the next checkout', async () => {
    const client = clientOf(shop, store.subdomain, 'REST')
    const items = [{ id: await productIdOf(shop, store, 'cup'), qty: 1 }]
    const { product } = await dataOf(client.product('cup'))
    expect(product.available).toBe(true)
    await load('sku,stock\nCUP,0\n')
    expect((await dataOf(client.product('cup'))).product.available).toBe(false)
    expect(await client.checkout({ buyer, items })).toMatchObject({ status: 400 })
  })

  it('of 2,000 lines is written in batches', async () => {
    const products = Array.from({ length: 2_000 }, (_, at) => ({
      slug: `p-${at}`,
      name: `P ${at}`,
      price: 1,
      sku: `P-${at}`,
    }))
    store = await shop.addStore({ products })
    const steps: number[] = []
    const csv = `sku,stock\n${products.map(({ sku }, at) => `${sku},${at}`).join('\n')}\n`
    const report = await load(csv, { onProgress: (done: number) => steps.push(done) })
    expect(report).toEqual({ changed: 2_000, unchanged: 0, unknown: [], mistakes: [] })
    expect(steps).toEqual([500, 1_000, 1_500, 2_000])
    const { _sum } = await shop.database.prisma.product.aggregate({
      where: { storeId: store.id },
      _sum: { stock: true },
    })
    expect(_sum.stock).toBe(1_999_000)
  })
})
