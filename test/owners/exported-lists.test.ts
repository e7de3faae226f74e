import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { csvExports } from '../../src/process/exports.ts'
import { ownerSchema } from '../../src/process/owner-schema.ts'
import { ownerOf } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ limitsOff: true }))
const { prisma } = shop.database
const customer = (name: string, phone: string) => ({ name, phone, password: 'secret1' })
const store = await shop.addStore({
  store: { currency: 'INR', timeZone: 'Asia/Kolkata' },
  products: [
    { slug: 'assam', name: 'Assam', price: 399.5, category: 'Tea', stock: 2, sku: '00123', variants: [] },
    { slug: 'darjeeling', name: 'Darjeeling', price: 500, category: 'Tea', stock: 0 },
    { slug: 'cup', name: 'Cup', price: 100, category: 'Ware', active: false },
  ],
  customers: [customer('Asha', '9876500001'), customer('Ravi', '9876500002')],
})
const owner = await ownerOf(shop, store)
const storeId = store.id

const order = (orderNo: string, buyerName: string, at: string, more: object = {}) => ({
  ...{ storeId, orderNo, buyerName, buyerPhone: '98', buyerPhoneDigits: '98', currency: 'INR', subtotal: 10_050n },
  ...{ total: 10_050n, holdExpiresAt: new Date(at), createdAt: new Date(at), updatedAt: new Date(at), ...more },
})
const delivery = { method: 'post', zone: 'india', from: '2026-01-05', until: '2026-01-07' }
const ids = await prisma.customer.findMany({ where: { storeId, name: 'Asha' } })
await prisma.order.createMany({
  data: [
    order('ORD-0000000001', 'Asha', '2026-01-01T10:00:00Z', { customerId: ids[0]?.id, status: 'CONFIRMED' }),
    order('ORD-0000000002', 'Ravi', '2026-01-02T10:00:00Z', { needsAttention: 'Look at it.' }),
    order('ORD-0000000003', 'Ravi', '2026-01-03T10:00:00Z', { paymentMethod: 'cod', status: 'SHIPPED', delivery }),
  ],
})
await prisma.lead.createMany({
  data: ['Is it loose?', 'Wholesale?'].map((message, at) => ({
    ...{ storeId, message, createdAt: new Date(`2026-01-0${at + 1}T10:00:00Z`) },
  })),
})
await prisma.subscriber.createMany({
  data: ['asha', 'ravi'].map((name) => ({ storeId, name, email: `${name}@example.com`, source: 'footer' })),
})

const fetchFile = (file: string) =>
  shop.app.inject({
    url: `/api/sites/${store.subdomain}/owner/export/${file}`,
    headers: { authorization: `Bearer ${owner.key}` },
  })

async function cells(file: string, column: string): Promise<string[]> {
  const rows: Record<string, string>[] = parse((await fetchFile(file)).body, { columns: true, bom: true })
  return rows.map((row) => row[column] ?? '')
}

describe('an export', () => {
  it.each([
    ['search=ravi', ['3', '2']],
    ['search=ORD-0000000001', ['1']],
    ['payment_method=cod', ['3']],
    ['to_collect=true', ['3']],
    ['delivery_method=post', ['3']],
    ['zone=india&delivery_day=2026-01-06', ['3']],
    ['delivery_day=2026-01-08', []],
    ['order_nos=ord-0000000001,%20ORD-0000000003', ['3', '1']],
    ['needs_attention=true', ['2']],
    [`customer_id=${ids[0]?.id}`, ['1']],
    ['status=shipped&search=ravi&from=2026-01-03', ['3']],
    ['search=ravi&until=2026-01-03&rows=orders', ['2']],
    ['search=nobody', []],
  ])('of orders has those of %s', async (query, numbers) => {
    expect(await cells(`orders.csv?${query}`, 'order_no')).toEqual(numbers.map((number) => `ORD-000000000${number}`))
  })

  it.each([
    ['search=assam', ['assam']],
    ['search=00123', ['assam']],
    ['category=tea&in_stock=true', ['assam']],
    ['in_stock=false', ['darjeeling']],
    ['low_stock=true&active=true', ['assam', 'darjeeling']],
    ['active=false', ['cup']],
  ])('of products has those of %s', async (query, slugs) => {
    expect((await cells(`products.csv?${query}`, 'slug')).toSorted()).toEqual(slugs)
  })

  it('of people has those that are searched for', async () => {
    expect(await cells('customers.csv?search=asha', 'name')).toEqual(['Asha'])
    expect(await cells('leads.csv?search=loose', 'message')).toEqual(['Is it loose?'])
    expect(await cells('leads.csv?from=2026-01-02', 'message')).toEqual(['Wholesale?'])
    expect(await cells('leads.csv?until=2026-01-02', 'message')).toEqual(['Is it loose?'])
    expect(await cells('subscribers.csv?search=ravi', 'email')).toEqual(['ravi@example.com'])
  })

  it('refuses what the list refuses', async () => {
    const answers = await Promise.all(
      [
        'orders.csv?to_collect=yes',
        'orders.csv?delivery_day=tomorrow',
        'customers.csv?search=a&search=b',
        `leads.csv?search=${'x'.repeat(101)}`,
      ].map(fetchFile),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400])
    expect(answers[0]?.json()).toEqual({ error: 'to_collect must be true or false' })
  })

  it('for Excel opens there with a double click, and is read again as it was', async () => {
    const { body } = await fetchFile('products.csv?for=excel&decimal=comma&search=assam')
    expect(body.startsWith('\uFEFFslug;')).toBe(true)
    expect(body).toContain(';399,5;')
    expect(body).toContain('"=""00123"""')
    const imported = await shop.app.inject({
      method: 'POST',
      url: `/api/sites/${store.subdomain}/owner/import/products.csv?dry_run=true`,
      headers: { authorization: `Bearer ${owner.key}`, 'content-type': 'text/csv' },
      payload: body,
    })
    expect(imported.json()).toMatchObject({ added: [], changed: [], unchanged: [2] })
  })
})

/** Arguments of the list that a file has under another name. */
const renamed: Record<string, string> = { placed_from: 'from', placed_until: 'until' }
const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

it.each(Object.keys(csvExports))('%s can be filtered as its list', (file) => {
  const list = ownerSchema.getQueryType()?.getFields()[file.replace('.csv', '')]
  const filters = (list?.args ?? [])
    .map(({ name }) => renamed[snakeCase(name)] ?? snakeCase(name))
    .filter((name) => !['first', 'after'].includes(name))
  expect(filters.length).toBeGreaterThan(0)
  expect(Object.keys(csvExports[file]?.query.shape ?? {})).toEqual(expect.arrayContaining(filters))
})

it.each(['orders.csv', 'orders.csv?rows=items', 'customers.csv', 'leads.csv', 'subscribers.csv'])(
  'the guide names every column of %s',
  async (file) => {
    const guide = readFileSync('docs/owner-api.md', 'utf8')
    const row = guide.split('\n').find((line) => line.startsWith(`| \`${file.split('?')[0]}\``)) ?? ''
    const [header = ''] = (await fetchFile(file)).body.split('\r\n')
    expect(header.split(',').filter((column) => !row.includes(`\`${column}\``))).toEqual([])
  },
)
