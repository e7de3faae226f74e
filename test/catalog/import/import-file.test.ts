import { beforeEach, describe, expect, it } from 'vitest'
import { KeyScope } from '../../../src/api/admission/key-scopes.ts'
import { createOwnerKey } from '../../../src/commerce/owners/owner-key.ts'
import type { Store } from '../../../src/generated/prisma/client.ts'
import { type Owner, ownerOf } from '../../support/owner.ts'
import { forAllTests, openShop } from '../../support/shop.ts'
import { storedProduct } from './product-list.ts'

let store: Store
let owner: Owner

const shop = await forAllTests(openShop({ limitsOff: true }))

interface Sent {
  query?: string
  accept?: string
  type?: string
  key?: string
}

async function send(file: string | Buffer, { query = '', accept, type = 'text/csv', key = owner.key }: Sent = {}) {
  const { statusCode, headers, payload } = await shop.app.inject({
    method: 'POST',
    url: `/api/sites/${store.subdomain}/owner/import/products.csv${query}`,
    headers: { authorization: `Bearer ${key}`, 'content-type': type, ...(accept && { accept }) },
    payload: file,
  })
  return { status: statusCode, headers, payload, body: accept ? null : JSON.parse(payload) }
}

const linesIn = (payload: string): any[] =>
  payload
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

const FILE = `slug,name,price,stock,option:size
assam,Assam,499,25,
assam,,250,4,100g

mint,"Mint,
fresh",180,,
`

describe('a CSV file of products over HTTP', () => {
  beforeEach(async () => {
    store = await shop.addStore()
    owner = await ownerOf(shop, store)
  })

  it('is tried, then imported, and says by line what becomes of what', async () => {
    const found = {
      ...{ rows: 3, added: [2, 5], changed: [], unchanged: [], refused: [] },
      ...{ mistakes: [], mistake_count: 0, left_out: null, tax_classes: [], refused_file: null },
      products: [
        { line: 2, slug: 'assam', name: 'Assam', variants: 1 },
        { line: 5, slug: 'mint', name: 'Mint,\nfresh', variants: 0 },
      ],
    }
    expect((await send(FILE, { query: '?dry_run=true' })).body).toEqual({ imported: false, ...found })
    expect(await storedProduct(owner, 'assam')).toBeNull()
    expect((await send(FILE)).body).toEqual({ imported: true, ...found })
    expect(await storedProduct(owner, 'assam')).toMatchObject({ price: 499, stock: 25, variants: [{ stock: 4 }] })

    const counted = FILE.replace('25', '26').replace('180', '190')
    expect((await send(counted)).body).toMatchObject({ imported: true, changed: [5], unchanged: [2] })
    expect(await storedProduct(owner, 'assam')).toMatchObject({ stock: 25 })
    expect((await send(counted, { query: '?set_stock=true' })).body).toMatchObject({ changed: [2], unchanged: [5] })
    expect(await storedProduct(owner, 'assam')).toMatchObject({ stock: 26 })
  })

  it('stores nothing when there are mistakes, and names their lines and columns', async () => {
    const wrong = 'slug,name,price,sale_price\nassam,Assam,many,\nmint,Mint,180,0\n,,1,\n'
    const { status, body } = await send(wrong)
    expect(status).toBe(200)
    expect(body).toMatchObject({ imported: false, rows: 3, refused: [2, 3, 4], mistake_count: 3 })
    expect(body.mistakes).toEqual([
      { line: 2, column: 'price', message: 'expected a number such as 1234.50, found "many"' },
      {
        ...{ line: 3, column: 'sale_price' },
        message: 'expected more than 0, or none, found 0: allow_free=true allows giving it away',
      },
      {
        ...{ line: 4, column: 'name' },
        message:
          'expected a name, found nothing: enter the name of the product, or its slug if it is in the store or in another row',
      },
    ])
    expect(await storedProduct(owner, 'mint')).toBeNull()
    const free = await send('slug,name,price,sale_price\nmint,Mint,180,0\n', { query: '?allow_free=true' })
    expect(free.body).toMatchObject({ imported: true, added: [2] })

    expect((await send('slug,colour\nx,y\n')).body.mistakes).toMatchObject([
      { line: 1, column: '', message: expect.stringMatching(/^expected one of the columns .* found "colour"$/) },
    ])
    expect((await send('slug,name\n"x,y\n')).body.mistakes).toMatchObject([
      { message: 'expected a double quote that closes the cell, found the end of the file' },
    ])
    expect((await send(Buffer.from([0x73, 0xff]))).body.mistakes).toMatchObject([{ line: 1, column: '' }])
  })

  it('reads exports of Shopify, and says what it leaves out', async () => {
    const shopify =
      'Handle,Title,Option1 Name,Option1 Value,Variant Price,Colour Pattern\nassam,Assam,Title,Default Title,499,Striped\n'
    const { body } = await send(shopify, { query: '?from=shopify&dry_run=true' })
    expect(body).toMatchObject({
      products: [{ slug: 'assam', name: 'Assam' }],
      left_out: { title: 'Shopify', columns: ['Colour Pattern'] },
    })
  })

  it('asks for the rates of tax classes that an export has', async () => {
    const woo = 'Type,Name,Visibility in catalog,Tax class,Regular price\nsimple,Book,visible,reduced-rate,20\n'
    expect((await send(woo)).body).toMatchObject({
      ...{ imported: false, tax_classes: ['reduced-rate'] },
      mistakes: [
        { line: 2, column: 'tax_rate', message: expect.stringContaining('tax_classes=CLASS:PERCENT gives it') },
      ],
    })
    expect((await send(woo, { query: '?tax_classes=reduced-rate:5.5' })).body).toMatchObject({ imported: true })
    expect(await owner.ask('{ product(slug: "book") { taxRate } }')).toEqual({ product: { taxRate: 5.5 } })
    expect(await send(woo, { query: '?tax_classes=reduced' })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('must be classes with their rates in percent') },
    })
  })

  it('with mistakes in every cell is not read to its end, and lets other requests through', async () => {
    const file = `name${','.repeat(1_999)}\n${`x${',y'.repeat(1_999)}\n`.repeat(500)}`
    let turns = 0
    const timer = setInterval(() => {
      turns += 1
    })
    const { body } = await send(file).finally(() => clearInterval(timer))
    expect(body).toMatchObject({ imported: false, rows: 51, mistake_count: 101_999 })
    expect(body.mistakes).toHaveLength(1_000)
    expect(turns).toBeGreaterThan(1)
  })

  it('says how far it is to those who ask for lines', async () => {
    const many = `slug,name,price\n${Array.from({ length: 250 }, (_, at) => `p-${at},P ${at},1\n`).join('')}`
    const { headers, payload } = await send(many, { accept: 'application/x-ndjson' })
    expect(headers).toMatchObject({ 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' })
    const lines = linesIn(payload)
    expect(lines.at(-1).report).toMatchObject({ imported: true, rows: 250 })
    const steps = lines.slice(0, -1)
    expect(steps.length).toBeGreaterThan(3)
    expect(steps.every(({ total }) => total === 750)).toBe(true)
    expect(steps.map(({ done }) => done)).toEqual(steps.map(({ done }) => done).toSorted((a, b) => a - b))
    expect(steps.at(-1)).toEqual({ done: 750, total: 750 })

    const wrong = await send('x', { accept: 'application/x-ndjson', query: '?dry_run=perhaps' })
    expect(linesIn(wrong.payload)).toEqual([
      { error: { code: 'BAD_USER_INPUT', message: expect.stringContaining('must be true or false') } },
    ])
  })

  it('is refused without the scope, in another form, and when it is too large', async () => {
    const { key } = await createOwnerKey(shop.services, store.id, 'Orders', [KeyScope.ORDERS])
    expect(await send(FILE, { key })).toMatchObject({
      status: 403,
      body: { error: 'This key does not have the scope "catalogue".' },
    })
    expect(await send(FILE, { key: 'none' })).toMatchObject({ status: 401 })
    expect(await send('{}', { type: 'application/json' })).toMatchObject({
      status: 400,
      body: { error: 'Send the file as the body, with Content-Type: text/csv.' },
    })
    expect(await send(`slug,name,price\n${'a,A,1\n'.repeat(10_001)}`)).toMatchObject({
      status: 400,
      body: {
        error: 'The file has more than 10000 rows. Import it in parts, or with storefront import-products.',
      },
    })
    expect((await send(Buffer.alloc(8 * 1024 * 1024 + 1, 'a'))).status).toBe(413)
  })
})
