import { beforeEach, describe, expect, it } from 'vitest'
import { KeyScope } from '../../../src/api/admission/key-scopes.ts'
import { PART_BYTES } from '../../../src/commerce/catalog/import/job/import-parts.ts'
import { runProductImport } from '../../../src/commerce/catalog/import/job/run-product-import.ts'
import { createOwnerKey } from '../../../src/commerce/owners/owner-key.ts'
import type { Store } from '../../../src/generated/prisma/client.ts'
import { type Owner, ownerOf } from '../../support/owner.ts'
import { forAllTests, openShop } from '../../support/shop.ts'
import { storedProduct } from './product-list.ts'

let store: Store
let owner: Owner

const shop = await forAllTests(openShop({ limitsOff: true }))

const REPORT = `{ rows products added changed unchanged refused mistakes { line column message } mistakeCount taxClasses
  omissions { title columns } read { line slug name variants outcome } }`
const IMPORT = `{ id status fileName partBytes progress stored failure hasRefusedFile endedAt report ${REPORT} }`

const start = async (file: string | Buffer, fileName = 'teas.csv') =>
  (
    await owner.ask(
      `mutation ($name: String!, $bytes: Int!) { startProductImport(fileName: $name, fileBytes: $bytes) ${IMPORT} }`,
      { name: fileName, bytes: Buffer.byteLength(file) },
    )
  ).startProductImport
const check = (id: string, choices = '') =>
  owner.ask(`mutation { checkProductImport(id: "${id}"${choices}) ${IMPORT} }`)
const apply = (id: string, leaveOut = false) =>
  `mutation { applyProductImport(id: "${id}", leaveOut: ${leaveOut}) ${IMPORT} }`
const latest = async () => (await owner.ask(`{ productImport ${IMPORT} }`)).productImport
const job = (importId: string, signal = new AbortController().signal) =>
  runProductImport(shop.services, { storeId: store.id, importId }, signal)

const sendPart = async (id: string, number: number | string, payload: Buffer, key = owner.key) => {
  const { statusCode, payload: body } = await shop.app.inject({
    method: 'PUT',
    url: `/api/sites/${store.subdomain}/owner/import/products/${id}/parts/${number}`,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream' },
    payload,
  })
  return { status: statusCode, error: body && JSON.parse(body).error }
}

async function upload(file: string): Promise<string> {
  const { id } = await start(file)
  const bytes = Buffer.from(file)
  for (let number = 0; number * PART_BYTES < bytes.length; number += 1) {
    const part = bytes.subarray(number * PART_BYTES, (number + 1) * PART_BYTES)
    expect(await sendPart(id, number, part)).toMatchObject({ status: 204 })
  }
  return id
}

async function checked(file: string, choices = ''): Promise<string> {
  const id = await upload(file)
  await check(id, choices)
  await job(id)
  return id
}

const many = (count: number, stock = 5) =>
  `slug,name,price,stock\n${Array.from({ length: count }, (_, at) => `p-${at},P ${at},${at + 1},${stock}\n`).join('')}`

describe('a product file that a job imports', () => {
  beforeEach(async () => {
    store = await shop.addStore()
    owner = await ownerOf(shop, store)
  })

  it('arrives in parts, is checked, and imported when its owner says so', async () => {
    const long = 'x'.repeat(9_000)
    const rows = Array.from({ length: 130 }, (_, at) => `tea-${at},Tea ${at},10,${long}\n`)
    const file = `slug,name,price,description\n${rows.join('')}`
    const id = await upload(file)
    expect(await latest()).toMatchObject({ id, status: 'UPLOADING', report: null, fileName: 'teas.csv' })
    await check(id)
    expect(await latest()).toMatchObject({ status: 'CHECKING', progress: 0, endedAt: null })
    await job(id)
    expect(await latest()).toMatchObject({
      ...{ status: 'CHECKED', progress: 100, hasRefusedFile: false },
      report: { rows: 130, products: 130, added: 130, changed: 0, unchanged: 0, refused: 0, mistakeCount: 0 },
    })
    expect((await latest()).report.read[129]).toEqual({
      ...{ line: 131, slug: 'tea-129', name: 'Tea 129', variants: 0, outcome: 'ADDED' },
    })
    expect(await storedProduct(owner, 'tea-0')).toBeNull()
    await owner.ask(apply(id))
    await job(id)
    expect(await latest()).toMatchObject({
      status: 'DONE',
      stored: 130,
      report: { added: 130 },
      endedAt: expect.any(String),
    })
    expect(await storedProduct(owner, 'tea-129')).toMatchObject({ price: 10 })
    expect(await shop.database.prisma.productImportPart.count({ where: { storeId: store.id } })).toBe(0)
    expect((await owner.ask('{ changes(first: 1) { nodes { action detail } } }')).changes.nodes).toEqual([
      { action: 'IMPORTED', detail: '130 products added, 0 changed' },
    ])
  })

  it('says what is wrong, is checked again with other choices, and leaves out what has mistakes', async () => {
    const id = await checked('slug,name,price,sale_price\nmint,Mint,180,0\nassam,Assam,many,\npot,Pot,30,\n')
    expect((await latest()).report).toMatchObject({
      ...{ added: 1, refused: 2, mistakeCount: 2 },
      mistakes: [
        { line: 2, column: 'sale_price', message: expect.stringContaining('“Sale prices of 0 are meant” allows') },
        { line: 3, column: 'price', message: 'expected a number such as 1234.50, found "many"' },
      ],
    })
    await check(id, ', allowFree: true')
    await job(id)
    expect(await latest()).toMatchObject({ hasRefusedFile: true, report: { added: 2, refused: 1 } })
    expect(await owner.refused(apply(id))).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: expect.stringContaining('leave out'),
    })
    await owner.ask(apply(id, true))
    await job(id)
    expect(await latest()).toMatchObject({ status: 'DONE', stored: 2, report: { added: 2, refused: 1 } })
    expect(await storedProduct(owner, 'mint')).toMatchObject({ salePrice: 0 })
    expect(await storedProduct(owner, 'assam')).toBeNull()
    const { payload, headers } = await shop.app.inject({
      url: `/api/sites/${store.subdomain}/owner/import/products/${id}/refused.csv`,
      headers: { authorization: `Bearer ${owner.key}` },
    })
    expect(headers['content-disposition']).toBe(`attachment; filename*=UTF-8''teas-refused.csv`)
    expect(payload).toBe(
      '\uFEFFslug,name,price,sale_price,refused_because\nassam,Assam,many,,"price: expected a number such as 1234.50, found ""many"""\n',
    )
  })

  it('goes on where it was interrupted: what was sold or edited since stays', async () => {
    const id = await checked(many(250), ', setStock: true')
    await owner.ask(apply(id))
    const stopping = new AbortController()
    const stopped = job(id, stopping.signal)
    const stored = () => shop.database.prisma.product.count({ where: { storeId: store.id } })
    while ((await stored()) === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    stopping.abort()
    await stopped
    const first = await stored()
    expect(first).toBeLessThan(250)
    expect(await latest()).toMatchObject({ status: 'IMPORTING', stored: first })
    await shop.database.prisma.product.updateMany({ where: { storeId: store.id, slug: 'p-0' }, data: { stock: 3 } })
    await job(id)
    expect(await latest()).toMatchObject({
      ...{ status: 'DONE', stored: 250 },
      report: { added: 250, changed: 0, unchanged: 0, refused: 0 },
    })
    expect(await storedProduct(owner, 'p-0')).toMatchObject({ stock: 3 })
    expect(await storedProduct(owner, 'p-249')).toMatchObject({ stock: 5 })
  })

  it('is taken over from a process that has died, and by one run at a time', async () => {
    const id = await upload(many(3))
    await check(id)
    const leasedUntil = new Date(Date.now() + 30_000)
    const where = { storeId: store.id, id }
    await shop.database.prisma.productImport.updateMany({ where, data: { runId: store.id, leasedUntil } })
    await job(id)
    expect((await latest()).status).toBe('CHECKING')
    await shop.database.prisma.productImport.updateMany({ where, data: { leasedUntil: new Date(Date.now() - 1) } })
    await Promise.all([job(id), job(id)])
    expect(await latest()).toMatchObject({ status: 'CHECKED', report: { added: 3 } })
    const waiting = await shop.database.prisma.$queryRaw<{ count: number }[]>`
      SELECT count(*)::integer AS count FROM pgboss.job
      WHERE name = 'product-import' AND data->>'importId' = ${id} AND start_after > now() + interval '30 seconds'`
    expect(waiting[0]?.count).toBeGreaterThan(0)
  })

  it('is the only one in its store while it runs, and can be cancelled', async () => {
    const id = await checked(many(2))
    await owner.ask(apply(id))
    const other = 'mutation { startProductImport(fileName: "b.csv", fileBytes: 5) { id } }'
    expect(await owner.refused(other)).toMatchObject({ message: expect.stringContaining('Another import') })
    const rows = 'mutation { importProducts(rows: [{ name: "A", price: 1 }]) { imported } }'
    expect(await owner.refused(rows)).toMatchObject({ message: expect.stringContaining('Another import') })
    await owner.ask(`mutation { cancelProductImport(id: "${id}") { status } }`)
    await job(id)
    expect(await latest()).toMatchObject({ status: 'CANCELLED', stored: 0 })
    expect(await storedProduct(owner, 'p-0')).toBeNull()
    expect(await owner.refused(apply(id))).toMatchObject({ code: 'CONFLICT' })

    const waiting = await upload(many(1))
    await start('slug,name\n', 'other.csv')
    expect((await owner.ask(`{ productImport(id: "${waiting}") { status } }`)).productImport.status).toBe('CANCELLED')
    expect(await sendPart(waiting, 0, Buffer.from('x'))).toMatchObject({ status: 409 })
  })

  it('takes only whole parts, of keys that may change products', async () => {
    const { id } = await start('slug,name\n')
    expect(await owner.refused(`mutation { checkProductImport(id: "${id}") { id } }`)).toMatchObject({
      message: 'Only 0 of 1 parts of the file are there.',
    })
    expect(await sendPart(id, 0, Buffer.from('slug'))).toEqual({
      ...{ status: 400, error: 'Part 0 must have 10 bytes, found 4.' },
    })
    for (const number of [1, '-1', 'x']) expect((await sendPart(id, number, Buffer.from('slug'))).status).toBe(400)
    expect((await sendPart(store.id, 0, Buffer.from('slug,name\n'))).status).toBe(404)
    const { key } = await createOwnerKey(shop.services, store.id, 'Orders', [KeyScope.ORDERS])
    expect((await sendPart(id, 0, Buffer.from('slug,name\n'), key)).status).toBe(403)
    const tooLarge = 'mutation { startProductImport(fileName: "a.csv", fileBytes: 200000001) { id } }'
    expect(await owner.refused(tooLarge)).toMatchObject({ message: 'A file can have at most 200 MB.' })
  })

  it('reads one large file at a time in a process, also when two are taken up at once', async () => {
    const stores = [store, await shop.addStore()]
    const imports = await Promise.all(
      stores.map(({ id }) =>
        shop.database.prisma.productImport.create({
          data: {
            ...{ storeId: id, status: 'CHECKING', fileName: 'large.csv', fileBytes: 17 * 1024 * 1024 },
            ...{ ownerKeyId: id, createdAt: new Date() },
          },
        }),
      ),
    )
    const { signal } = new AbortController()
    const run = ({ storeId, id }: { storeId: string; id: string }) =>
      runProductImport(shop.services, { storeId, importId: id }, signal)
    const statuses = async () => {
      const ids = imports.map(({ id }) => id)
      const found = await shop.database.prisma.productImport.findMany({ where: { id: { in: ids } } })
      return found.map(({ status }) => status).toSorted()
    }
    await Promise.all(imports.map(run))
    expect(await statuses()).toEqual(['CHECKED', 'CHECKING'])
    for (const one of imports) await run(one)
    expect(await statuses()).toEqual(['CHECKED', 'CHECKED'])
  })

  it('fails with words when the file cannot be read at all', async () => {
    await checked('slug,colour\nx,y\n')
    expect(await latest()).toMatchObject({
      status: 'CHECKED',
      report: { added: 0, mistakes: [{ line: 1, message: expect.stringContaining('found "colour"') }] },
    })
    expect(await owner.refused(apply((await latest()).id, true))).toMatchObject({
      message: 'Nothing of this file can be imported.',
    })
  })
})
