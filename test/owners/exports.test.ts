import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { EXPORT_PAGE } from '../../src/commerce/owners/export/csv-export.ts'
import { csvText } from '../../src/commerce/owners/export/csv-text.ts'
import { Prisma } from '../../src/generated/prisma/client.ts'
import { buy, dataOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { manyOrders } from '../support/many-orders.ts'
import { ownerOf } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ limitsOff: true }))
const store = await shop.addStore({
  store: { payments: { provider: 'sandbox' }, tax: { rate: 18, inclusive: true } },
  products: [
    { slug: 'assam', name: 'Assam "Gold", first flush', price: 499.5, variants: [{ options: { size: '250g' } }] },
    { slug: 'cup', name: 'Cup', price: 100 },
  ],
  discounts: [{ code: 'TEN', type: 'percent', value: 10 }],
})
const owner = await ownerOf(shop, store)
const where = { storeId: store.id, slug: 'assam' }
const tea = (await shop.database.prisma.product.findFirstOrThrow({ where })).id

const pathOf = (file: string, { subdomain } = store) => `/api/sites/${subdomain}/owner/export/${file}`
const fetchExport = (file: string, { key = owner.key, at = store } = {}) =>
  shop.app.inject({ url: pathOf(file, at), headers: { authorization: `Bearer ${key}` } })
const rowsIn = (text: string): Record<string, string>[] => parse(text, { columns: true, record_delimiter: '\r\n' })
const exported = async (file: string, at = { key: owner.key, at: store }) => rowsIn((await fetchExport(file, at)).body)

describe('an export of orders', () => {
  it('reports all that an order is, in main units and in words', async () => {
    const client = clientOf(shop, store.subdomain, 'REST')
    const { prisma } = shop.database
    const cup = await prisma.product.findFirstOrThrow({ where: { storeId: store.id, slug: 'cup' } })
    const buyer = {
      ...{ name: 'Émile "Tea" 茶', phone: '+91 98765-43210', email: 'emile@example.com' },
      ...{ address: '12 Lake Road\nKolkata, WB', notes: '=HYPERLINK("http://evil.example")' },
    }
    const items = [
      { id: tea, qty: 2, variant: { size: '250g' } },
      { id: cup.id, qty: 1 },
    ]
    const placed = await buy(shop, client, { items, buyer, discountCode: 'TEN' })
    const answer = await fetchExport('orders.csv')
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${store.subdomain}-orders.csv"`,
      'cache-control': 'no-store',
    })
    const payment = await prisma.payment.findFirstOrThrow({ where: { storeId: store.id } })
    expect(rowsIn(answer.body)).toEqual([
      {
        order_no: placed.orderNo,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        status: 'confirmed',
        payment_status: 'paid',
        buyer_name: 'Émile "Tea" 茶',
        // Else a spreadsheet would subtract.
        buyer_phone: "'+91 98765-43210",
        buyer_email: 'emile@example.com',
        buyer_address: '12 Lake Road\nKolkata, WB',
        buyer_notes: '\'=HYPERLINK("http://evil.example")',
        items: '2 x Assam "Gold", first flush (size: 250g); 1 x Cup',
        subtotal: '1099.00',
        discount_code: 'TEN',
        discount_amount: '109.90',
        loyalty_discount: '0.00',
        shipping_fee: '0.00',
        tax: '150.88',
        tax_inclusive: 'true',
        total: '989.10',
        currency: 'INR',
        points_used: '0',
        points_earned: '0',
        payments: payment.providerPaymentId,
        needs_attention: '',
        updated_at: expect.any(String),
        play_money: 'true',
        refunded: '0.00',
        net: '989.10',
        discount: '109.90',
        carrier: '',
        tracking_number: '',
        payment_method: '',
        collected: '',
        to_collect: '',
        refused_at: '',
        ...{ delivery_method: '', zone: '', region: '', postal_code: '', street: '', city: '', country: '' },
        ...{ delivery_from: '', delivery_until: '', pickup_address: '' },
      },
    ])
    expect(
      Object.keys(rowsIn(answer.body)[0] ?? {})
        .slice(0, 25)
        .at(-1),
    ).toBe('play_money')
  })

  it('reports what has gone back, and how it was sent', async () => {
    const { prisma } = shop.database
    const where = { storeId: store.id }
    await prisma.order.updateMany({ where, data: { refundedAmount: 10_000n, carrier: '=Post', trackingNumber: 'AB1' } })
    expect((await exported('orders.csv'))[0]).toMatchObject({
      ...{ total: '989.10', refunded: '100.00', net: '889.10', carrier: "'=Post", tracking_number: 'AB1' },
    })
    // Marked as refunded before refunds were counted.
    await prisma.order.updateMany({ where, data: { refundedAmount: 0n, paymentStatus: 'REFUNDED' } })
    expect((await exported('orders.csv'))[0]).toMatchObject({ refunded: '989.10', net: '0.00' })
    await prisma.order.updateMany({ where, data: { paymentStatus: 'PAID', carrier: null, trackingNumber: null } })
  })

  it('reports how it is delivered, and what is still to be collected', async () => {
    const { prisma } = shop.database
    const where = { storeId: store.id }
    const destination = { country: 'IN', region: 'IN-KA', postalCode: '560001' }
    const delivery = {
      ...{ method: 'post', zone: 'south', destination, from: '2026-03-05', until: '2026-03-08' },
      pickup: { address: '=3 Market Street', hours: null },
    }
    await prisma.order.updateMany({ where, data: { delivery, paymentMethod: 'cod', paymentStatus: 'PENDING' } })
    const shown = { delivery_method: 'post', zone: 'south', region: 'Karnataka', postal_code: '560001', country: 'IN' }
    expect((await exported('orders.csv'))[0]).toMatchObject({
      ...{ ...shown, payment_method: 'cod', to_collect: '989.10' },
      ...{ delivery_from: '2026-03-05', delivery_until: '2026-03-08', pickup_address: "'=3 Market Street" },
    })
    const [first, second] = await exported('orders.csv?rows=items')
    expect([first?.to_collect, second?.to_collect, second?.zone]).toEqual(['989.10', '', 'south'])
    await prisma.order.updateMany({ where, data: { paymentStatus: 'PAID' } })
    expect((await exported('orders.csv'))[0]).toMatchObject({ payment_method: 'cod', to_collect: '0.00' })
    const address = { street: '4 Hill Road', city: 'Pune', region: 'IN-MH', postalCode: '411001', country: 'IN' }
    await prisma.order.updateMany({ where, data: { buyerAddressParts: address } })
    expect((await exported('orders.csv?rows=items'))[0]).toMatchObject({
      ...{ street: '4 Hill Road', city: 'Pune', region: 'Maharashtra', postal_code: '411001', country: 'IN' },
    })
    const before = { delivery: Prisma.DbNull, buyerAddressParts: Prisma.DbNull, paymentMethod: null }
    await prisma.order.updateMany({ where, data: before })
  })

  it('has a row for each item for whoever asks, whose columns add up', async () => {
    const [first, second, ...others] = await exported('orders.csv?rows=items')
    expect(others).toEqual([])
    const order = { order_no: expect.stringMatching(/^ORD-/), buyer_name: 'Émile "Tea" 茶', currency: 'INR' }
    expect(first).toMatchObject({
      ...{ ...order, subtotal: '1099.00', tax: '150.88', total: '989.10', refunded: '0.00', net: '989.10' },
      ...{ item_no: '1', product_id: tea, item: 'Assam "Gold", first flush', options: 'size: 250g' },
      ...{ unit_price: '499.50', qty: '2', tax_rate: '18', item_subtotal: '999.00', item_discount: '99.90' },
      ...{ item_loyalty_discount: '0.00', item_tax: '137.15', item_total: '899.10' },
    })
    expect(second).toMatchObject({
      ...{ ...order, subtotal: '', tax: '', total: '', refunded: '', net: '', discount: '', points_used: '' },
      ...{ item_no: '2', item: 'Cup', options: '', unit_price: '100.00', qty: '1', item_subtotal: '100.00' },
      ...{ item_discount: '10.00', item_tax: '13.73', item_total: '90.00' },
    })
  })

  it('quotes what has a semicolon, and begins with a byte order mark for whoever asks', async () => {
    expect(csvText(['items'], [{ items: '2 x Assam; 1 x Cup' }], false)).toBe('"2 x Assam; 1 x Cup"\r\n')
    const plain = (await fetchExport('orders.csv')).rawPayload
    expect((await fetchExport('orders.csv?bom=false')).rawPayload).toEqual(plain)
    const marked = (await fetchExport('orders.csv?bom=true')).rawPayload
    expect(marked).toEqual(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), plain]))
  })

  it('has every order once, newest first, in few statements', async () => {
    const at = await shop.addStore()
    for (const sql of manyOrders(at, 2_100)) await shop.database.prisma.$executeRawUnsafe(sql)
    const { key } = await ownerOf(shop, at)
    await fetchExport('leads.csv', { key, at })
    shop.statements()
    const orders = await exported('orders.csv', { key, at })
    // Two for each page, of which the last is not full; the store and the key.
    expect(shop.statements().length).toBeLessThanOrEqual(2 * (Math.floor(2_100 / EXPORT_PAGE) + 1) + 2)
    expect(new Set(orders.map(({ order_no }) => order_no)).size).toBe(2_100)
    const times = orders.map(({ created_at }) => created_at)
    expect(times).toEqual(times.toSorted().reverse())

    const shipped = await exported('orders.csv?status=shipped', { key, at })
    expect(new Set(shipped.map(({ status }) => status))).toEqual(new Set(['shipped']))
    expect(shipped).toHaveLength(350)
    expect(await exported('orders.csv?payment_status=REFUNDED&status=shipped', { key, at })).toEqual([])
    const day = 'from=2025-12-31T18:30:00%2B00:00&until=2025-12-31T19:30:00Z'
    expect(await exported(`orders.csv?${day}`, { key, at })).toHaveLength(60)
    // New Year begins in Kolkata at 18:30 UTC.
    const newYear = await exported('orders.csv?from=2026-01-01', { key, at })
    expect(newYear).toHaveLength(330)
    const eve = await exported('orders.csv?until=2026-01-01', { key, at })
    expect(eve).toHaveLength(2_100 - 330)
  })

  it.each([
    ['bom=1', 'bom must be true or false'],
    ['rows=all', 'rows must be one of: orders, items'],
    ['status=sent', 'status must be one of: pending, confirmed, shipped, delivered, cancelled, failed'],
    [
      'status=shipped&status=failed',
      'status must be one of: pending, confirmed, shipped, delivered, cancelled, failed',
    ],
    ['payment_status=', 'payment_status must be one of: pending, paid, failed, refunded'],
    ['from=yesterday', 'from and until must be a day such as 2026-01-31, or a moment such as 2026-01-31T12:00:00Z'],
    ['until=2026-02-30', 'from and until must be a day such as 2026-01-31, or a moment such as 2026-01-31T12:00:00Z'],
    ['from=0000-01-01', 'from and until must be in the years 1 to 9999 in UTC'],
    // In UTC they begin, or are, in years that the database does not know.
    ['from=0001-01-01', 'from and until must be in the years 1 to 9999 in UTC'],
    ['from=0001-01-01T00:00:00%2B01:00', 'from and until must be in the years 1 to 9999 in UTC'],
    ['until=9999-12-31T23:59:59-01:00', 'from and until must be in the years 1 to 9999 in UTC'],
  ])('refuses %s', async (query, error) => {
    const answer = await fetchExport(`orders.csv?${query}`)
    expect([answer.statusCode, answer.json()]).toEqual([400, { error }])
  })
})

describe('exports of leads and subscribers', () => {
  it('have all that visitors left', async () => {
    const client = clientOf(shop, store.subdomain, 'REST')
    await dataOf(client.submitLead({ name: '@SUM(A1)', email: 'ravi@example.com', phone: '-1', message: 'Hi,\n"you"' }))
    await dataOf(client.subscribe({ email: 'asha@example.com', name: 'Asha', source: 'footer' }))
    const created_at = expect.any(String)
    const message = 'Hi,\n"you"'
    expect(await exported('leads.csv')).toEqual([
      { created_at, name: "'@SUM(A1)", email: 'ravi@example.com', phone: "'-1", message },
    ])
    expect(await exported('subscribers.csv')).toEqual([
      { email: 'asha@example.com', name: 'Asha', source: 'footer', consented_at: expect.any(String) },
    ])
  })

  it('are a line of names when there is nothing', async () => {
    const at = await shop.addStore()
    const { key } = await ownerOf(shop, at)
    expect((await fetchExport('leads.csv', { key, at })).body).toBe('created_at,name,email,phone,message\r\n')
  })
})

describe('an export', () => {
  it('is for the owner of this store alone', async () => {
    const other = await ownerOf(shop, await shop.addStore())
    for (const key of [other.key, 'sk_none']) {
      const answer = await fetchExport('orders.csv', { key })
      expect([answer.statusCode, answer.json()]).toEqual([401, { error: expect.stringContaining('owner key') }])
    }
    const nowhere = await fetchExport('orders.csv', { at: { ...store, subdomain: 'no-such-store' } })
    expect([nowhere.statusCode, nowhere.json()]).toEqual([404, { error: 'Site not found' }])
  })

  it('of another name is unknown, and other methods are refused', async () => {
    expect((await fetchExport('secrets.csv')).json()).toEqual({ error: 'Not found' })
    for (const method of ['POST', 'HEAD', 'DELETE'] as const) {
      const answer = await shop.app.inject({ method, url: pathOf('orders.csv') })
      expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, OPTIONS'])
    }
  })

  it.each([
    ['=1+1', "'=1+1"],
    ['+91 98765', "'+91 98765"],
    ['-5', "'-5"],
    ['@cmd', "'@cmd"],
    ['\t=1', "'\t=1"],
    ['\r=1', "'\r=1"],
    ['\nHello', "'\nHello"],
    ['  =1', "'  =1"],
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠a', "'＠a"],
    ['1-2', '1-2'],
    ["'=1", "'=1"],
    ['a,"b"\r\nc', 'a,"b"\r\nc'],
    ['lone \r here', 'lone \r here'],
    ['', ''],
  ])('writes %j so that a spreadsheet reads text', (text, read) => {
    const csv = csvText(['text', 'other'], [{ text, other: -5 }], true)
    expect(rowsIn(csv)).toEqual([{ text: read, other: '-5' }])
  })
})
