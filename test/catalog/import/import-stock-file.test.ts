import { beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/generated/prisma/client.ts'
import { type Owner, ownerOf } from '../../support/owner.ts'
import { forAllTests, openShop } from '../../support/shop.ts'

let store: Store
let owner: Owner

const shop = await forAllTests(openShop({ limitsOff: true }))

async function send(file: string, query = '', accept?: string) {
  const { statusCode, payload } = await shop.app.inject({
    method: 'POST',
    url: `/api/sites/${store.subdomain}/owner/import/stock.csv${query}`,
    headers: { authorization: `Bearer ${owner.key}`, 'content-type': 'text/csv', ...(accept && { accept }) },
    payload: file,
  })
  return { status: statusCode, payload, body: accept ? null : JSON.parse(payload) }
}

const cup = async () => (await owner.ask('{ product(slug: "cup") { stock } }')).product.stock

const FILE = 'sku,stock\nCUP,12\nTEA-S,9\nTEA-L,\nTEA,-\n'

describe('a CSV file of stocks over HTTP', () => {
  beforeEach(async () => {
    store = await shop.addStore({
      products: [
        { slug: 'cup', name: 'Cup', price: 1, stock: 9, sku: 'CUP' },
        {
          ...{ slug: 'tea', name: 'Tea', price: 1, stock: 3, sku: 'TEA' },
          variants: [
            { options: { size: 'S', pack: 'tin' }, stock: 8, sku: 'TEA-S' },
            { options: { size: 'L', pack: 'tin' }, stock: 8, sku: 'TEA-L' },
          ],
        },
      ],
    })
    owner = await ownerOf(shop, store)
  })

  it('is tried, then imported, and says of each line what becomes of it', async () => {
    const found = {
      ...{ rows: 4, unchanged: 0, mistakes: [], mistake_count: 0 },
      changed: [
        { line: 2, sku: 'CUP', product: 'Cup', options: [], before: 9, stock: 12 },
        { line: 3, sku: 'TEA-S', product: 'Tea', options: ['S', 'tin'], before: 8, stock: 9 },
        { line: 5, sku: 'TEA', product: 'Tea', options: [], before: 3, stock: null },
      ],
      left_out: [{ line: 4, sku: 'TEA-L', reason: 'EMPTY' }],
    }
    expect(await send(FILE, '?dry_run=true')).toMatchObject({ status: 200, body: { imported: false, ...found } })
    expect(await cup()).toBe(9)
    expect((await send(FILE)).body).toEqual({ imported: true, ...found })
    expect(await cup()).toBe(12)
    expect((await send(FILE)).body).toMatchObject({ imported: true, changed: [], unchanged: 3 })
    const { changes } = await owner.ask('{ changes(subject: { kind: PRODUCT }) { nodes { actor action detail } } }')
    expect(changes.nodes).toEqual([
      { actor: 'owner: test', action: 'IMPORTED', detail: 'stock of 3 products or variants set' },
    ])
  })

  it('stores nothing when there are mistakes, and leaves out unknown SKUs only when asked to', async () => {
    const file = 'sku,stock\nCUP,1\nNONE,2\n'
    expect((await send(file)).body).toMatchObject({
      ...{ imported: false, rows: 2, mistake_count: 1, left_out: [] },
      mistakes: [{ line: 3, column: 'sku', message: 'expected the SKU of a product or variant, found "NONE"' }],
    })
    expect(await cup()).toBe(9)
    expect((await send(file, '?skip_unknown=true')).body).toMatchObject({
      ...{ imported: true, mistake_count: 0, changed: [{ sku: 'CUP', stock: 1 }] },
      left_out: [{ line: 3, sku: 'NONE', reason: 'UNKNOWN_SKU' }],
    })
    expect(await cup()).toBe(1)
    expect((await send('sku,stock\nCUP,many\n,1\n')).body).toMatchObject({
      ...{ imported: false, mistake_count: 2, changed: [] },
      mistakes: [
        { line: 2, column: 'stock' },
        { line: 3, column: 'sku' },
      ],
    })
    expect((await send('name,price\nCup,1\n')).body.mistakes).toMatchObject([{ line: 1, column: '' }])
    expect((await send(FILE, '?skip_unknown=1')).body).toEqual({
      error: expect.stringContaining('must be true or false'),
    })
  })

  it('is bounded, and can say how far it is', async () => {
    const long = `sku,stock\n${'X,\n'.repeat(10_001)}`
    expect(await send(long)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('storefront import-stock') },
    })
    const { payload } = await send(FILE, '', 'application/x-ndjson')
    const lines = payload
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toMatchObject([{ done: 3, total: 3 }, { report: { imported: true } }])
  })
})
