import { once } from 'node:events'
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { OwnerContext } from '../../src/gateway/context.ts'
import { csvExport, EXPORT_PAGE } from '../../src/gateway/csv-export.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { csvText } from '../../src/http/csv.ts'
import { EXPORTS_AT_ONCE, exportPlugin } from '../../src/http/export-plugin.ts'
import { refusalOf, sendRefusal } from '../../src/http/refusal.ts'
import { buy, dataOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { manyOrders } from '../support/many-orders.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { openShop, type Shop } from '../support/shop.ts'

let shop: Shop
let store: Store
let owner: Owner
let tea: string
beforeAll(async () => {
  shop = await openShop({ limitsOff: true })
  store = await shop.addStore({
    store: { payments: { provider: 'sandbox' }, tax: { rate: 18, inclusive: true } },
    products: [
      { slug: 'assam', name: 'Assam "Gold", first flush', price: 499.5, variants: [{ options: { size: '250g' } }] },
      { slug: 'cup', name: 'Cup', price: 100 },
    ],
    discounts: [{ code: 'TEN', type: 'percent', value: 10 }],
  })
  owner = await ownerOf(shop, store)
  const where = { storeId: store.id, slug: 'assam' }
  tea = (await shop.services.prisma.product.findFirstOrThrow({ where })).id
})
afterAll(() => shop.close())

const pathOf = (file: string, { subdomain } = store) => `/api/sites/${subdomain}/owner/export/${file}`
const fetchExport = (file: string, { key = owner.key, at = store } = {}) =>
  shop.app.inject({ url: pathOf(file, at), headers: { authorization: `Bearer ${key}` } })
const rowsIn = (text: string): Record<string, string>[] => parse(text, { columns: true, record_delimiter: '\r\n' })
const exported = async (file: string, at = { key: owner.key, at: store }) => rowsIn((await fetchExport(file, at)).body)

describe('an export of orders', () => {
  it('tells all that an order is, in main units and in words', async () => {
    const client = clientOf(shop, store.subdomain, 'REST')
    const { prisma } = shop.services
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
      },
    ])
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
    for (const sql of manyOrders(at, 2_100)) await shop.services.prisma.$executeRawUnsafe(sql)
    const { key } = await ownerOf(shop, at)
    await fetchExport('leads.csv', { key, at })
    shop.statements()
    const orders = await exported('orders.csv', { key, at })
    // Two for each page; the store and the key.
    expect(shop.statements().length).toBeLessThanOrEqual(2 * Math.ceil(2_100 / EXPORT_PAGE) + 2)
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

describe('over a real connection', () => {
  /** Some 20 MB, more than what two sockets hold. */
  const LEADS = 10_000
  const PAGES = LEADS / EXPORT_PAGE
  let origin: string
  let headers: { authorization: string }
  let at: Store
  beforeAll(async () => {
    at = await shop.addStore()
    headers = { authorization: `Bearer ${(await ownerOf(shop, at)).key}` }
    await shop.services.prisma.$executeRawUnsafe(
      `INSERT INTO leads (store_id, id, message, created_at)
       SELECT '${at.id}', gen_random_uuid(), repeat('x', 2000), now() - n * interval '1 second'
       FROM generate_series(1, ${LEADS}) AS n`,
    )
    origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
  })

  const request = async (url: string): Promise<[IncomingMessage, ClientRequest]> => {
    const sent = get(url, { headers, agent: false })
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    return [answer, sent]
  }

  let pages = 0
  const pagesRead = () => {
    pages += shop.statements().filter((sql) => sql.includes('"leads"')).length
    return pages
  }
  /** How many pages have been read once no more are. */
  async function pagesAtRest(): Promise<number> {
    for (let last = -1, quiet = 0; quiet < 10; ) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      quiet = pagesRead() === last ? quiet + 1 : 0
      last = pages
    }
    return pages
  }

  it('reads no faster than the client does, and holds nothing meanwhile', async () => {
    pagesRead()
    pages = 0
    const [answer] = await request(`${origin}${pathOf('leads.csv', at)}`)
    answer.pause()
    const early = await pagesAtRest()
    expect(early).toBeLessThan(PAGES)
    // Others are served meanwhile, also where there is one connection to the database.
    expect(await exported('subscribers.csv')).toHaveLength(1)
    let text = ''
    for await (const chunk of answer) text += chunk
    expect(rowsIn(text)).toHaveLength(LEADS)
    expect(pagesRead()).toBeGreaterThan(early)
  })

  it('stops reading when the client goes away', async () => {
    pagesRead()
    pages = 0
    const [answer, sent] = await request(`${origin}${pathOf('leads.csv', at)}`)
    answer.pause()
    await pagesAtRest()
    sent.destroy()
    expect(await pagesAtRest()).toBeLessThan(PAGES)
  })

  it('refuses a store that has as many under way as it may, until one has ended', async () => {
    let open = () => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    const slow = csvExport({
      summary: '',
      columns: ['n'],
      query: z.object({}),
      async *pages() {
        yield [{ n: 1 }]
        await gate
      },
    })
    let asked = at
    const app = Fastify()
    app.setErrorHandler((error, request, reply) => sendRefusal(reply, refusalOf(error, request.log)))
    app.register(exportPlugin, {
      exports: { 'slow.csv': slow },
      contextOf: async () => ({ store: asked }) as OwnerContext,
    })
    const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}${pathOf('slow.csv')}`
    try {
      const running = await Promise.all(Array.from({ length: EXPORTS_AT_ONCE }, () => request(url)))
      expect(running.map(([{ statusCode }]) => statusCode)).toEqual(Array(EXPORTS_AT_ONCE).fill(200))
      const [refused] = await request(url)
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '5'])
      expect(JSON.parse(await text(refused))).toEqual({ error: expect.stringContaining('under way') })
      asked = store
      const [another] = await request(url)
      expect(another.statusCode).toBe(200)
      asked = at

      // One whose client has gone makes room as well as one that has all it asked for.
      running[0]?.[1].destroy()
      await vi.waitFor(async () => expect((await request(url))[0].statusCode).toBe(200), 60_000)
      open()
      for (const [answer] of running.slice(1)) answer.resume()
      await Promise.all(running.slice(1).map(([answer]) => answer.complete || once(answer, 'end')))
      await vi.waitFor(async () => expect((await request(url))[0].statusCode).toBe(200), 60_000)
    } finally {
      app.server.closeAllConnections()
      await app.close()
    }
  })

  it('keeps no place for clients that were gone before it began', async () => {
    let left = EXPORTS_AT_ONCE
    let begun = 0
    const some = csvExport({
      summary: '',
      columns: ['n'],
      query: z.object({}),
      async *pages() {
        begun += 1
        yield [{ n: 1 }]
      },
    })
    const app = Fastify()
    app.register(exportPlugin, {
      exports: { 'some.csv': some },
      async contextOf({ raw }) {
        left -= 1
        if (left >= 0) await once(raw.socket.destroy(), 'close')
        return { store: at } as OwnerContext
      },
    })
    const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}${pathOf('some.csv')}`
    try {
      for (let gone = 0; gone < EXPORTS_AT_ONCE; gone += 1) await expect(request(url)).rejects.toThrow()
      await vi.waitFor(() => expect(begun).toBe(EXPORTS_AT_ONCE), 60_000)
      const [answer] = await request(url)
      expect(answer.statusCode).toBe(200)
    } finally {
      app.server.closeAllConnections()
      await app.close()
    }
  })

  it('cuts the connection when a page fails, so that half a file is not taken for the whole', async () => {
    let closed = 0
    const broken = (from: number) =>
      csvExport({
        summary: '',
        columns: ['n'],
        query: z.object({}),
        async *pages() {
          try {
            for (let n = 1; ; n += 1) {
              if (n === from) throw new Error('The database is gone')
              yield [{ n }]
            }
          } finally {
            closed += 1
          }
        },
      })
    const app = Fastify()
    app.register(exportPlugin, {
      exports: { 'late.csv': broken(3), 'early.csv': broken(1) },
      contextOf: async () => ({ store: at }) as OwnerContext,
    })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    try {
      const [late] = await request(`${url}${pathOf('late.csv')}`)
      const ended = new Promise((resolve) => late.on('error', () => {}).once('close', resolve))
      late.resume()
      await ended
      expect([late.statusCode, late.complete]).toEqual([200, false])
      const [early] = await request(`${url}${pathOf('early.csv')}`)
      early.resume()
      expect(early.statusCode).toBe(500)
      expect(closed).toBe(2)
    } finally {
      await app.close()
    }
  })
})
