import { readFile, writeFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderList } from '../../src/commerce/orders/search/list-store-orders.ts'
import type { OrderFilter } from '../../src/commerce/orders/search/order-filter.sql.ts'
import { SEARCH_REACH } from '../../src/commerce/orders/search/search-orders.sql.ts'
import { Prisma, type PrismaClient, type Store } from '../../src/generated/prisma/client.ts'
import { MOST_COUNTED } from '../../src/platform/counted-page.ts'
import { newestFirst } from '../../src/platform/pagination.ts'
import { manyOrders, nthOrderNo } from '../support/many-orders.ts'
import { needs, noServer } from '../support/needs.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { startService } from '../support/process.ts'
import { urlOf } from '../support/served-databases.ts'
import { openShop, SECRETS, type Shop } from '../support/shop.ts'

const server = process.env.DATABASE_URL
const FEW = 1_000
const MANY = 100_000
const day = { placedFrom: new Date('2025-12-30T00:00:00Z'), placedUntil: new Date('2025-12-31T00:00:00Z') }

// The embedded database takes a minute to hold so many; what it runs is the same PostgreSQL.
describe('a store with 100,000 orders, beside one with 1,000', needs(noServer), () => {
  let shop: Shop
  let small: Store
  let big: Store
  let url: string
  beforeAll(async () => {
    shop = await openShop()
    small = await shop.addStore()
    big = await shop.addStore()
    const [{ name } = { name: '' }] = await shop.database.prisma.$queryRaw<{ name: string }[]>`
      SELECT current_database() AS name`
    url = urlOf(server ?? '', name)
    await fill(url)
  })
  afterAll(() => shop.close())

  /** Without the indexes that can be made again at once: one by one they take much longer. */
  async function fill(connectionString: string) {
    const client = new pg.Client({ connectionString })
    await client.connect()
    try {
      await fillBy(client)
    } finally {
      await client.end()
    }
  }

  async function fillBy(client: pg.Client) {
    const { rows } = await client.query<{ name: string; definition: string }>(
      `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
       FROM pg_index WHERE indrelid IN ('orders'::regclass, 'order_items'::regclass) AND NOT indisunique`,
    )
    for (const { name } of rows) await client.query(`DROP INDEX ${name}`)
    for (const sql of [...manyOrders(small, FEW), ...manyOrders(big, MANY)]) await client.query(sql)
    for (const { definition } of rows) await client.query(definition)
    await client.query('VACUUM ANALYZE orders, order_items')
  }

  /** What PostgreSQL does for a page of the list, or to count it. */
  async function workOf(store: Store, filter: OrderFilter, after: string | null = null, count = false) {
    const { prisma } = shop.database
    const plans: any[] = []
    const explaining = {
      async $queryRaw(strings: TemplateStringsArray, ...values: unknown[]) {
        const statement = Prisma.sql(strings, ...values)
        const rows = await prisma.$queryRaw<any[]>`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement}`
        plans.push(rows[0]['QUERY PLAN'][0].Plan)
        return prisma.$queryRaw(statement)
      },
    }
    const list = orderList(explaining as unknown as PrismaClient, store.id, filter)
    const rows = count ? [] : (await list.find(after, 101)).ids
    return {
      rows: rows.length,
      total: count ? await list.count() : null,
      blocks: plans.reduce((sum, plan) => sum + plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], 0),
      ordersRead: Math.max(...plans.map((plan) => readFrom('orders', plan))),
      plan: JSON.stringify(plans),
    }
  }

  const readFrom = (table: string, plan: any): number => {
    const below = (plan.Plans ?? []).reduce((sum: number, inner: any) => sum + readFrom(table, inner), 0)
    if (plan['Relation Name'] !== table || plan['Node Type'] === 'Index Only Scan') return below
    return below + plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)
  }

  const halfWay = (store: Store, count: number) =>
    newestFirst.cursorOf({
      createdAt: new Date(Date.UTC(2026, 0, 1) - (count / 2) * 60_000),
      id: '00000000-0000-0000-0000-000000000000',
      storeId: store.id,
    })

  it.each<[what: string, filter: OrderFilter]>([
    ['all of them', {}],
    ['those of a status', { status: 'SHIPPED' }],
    ['those that were refunded', { paymentStatus: 'REFUNDED' }],
    ['those to look at', { needsAttention: true }],
    ['those of some days', { placedUntil: new Date('2025-12-31T18:00:00Z') }],
    ['the orders of a name', { search: 'zara' }],
    ['the orders of a name that all have', { search: 'kumar' }],
    ['the orders that a first letter fits', { search: 'r', status: 'SHIPPED' }],
    ['the beginning of every number', { search: 'ord' }],
    ['an order by its number', { search: nthOrderNo(7) }],
    ['an order by the end of a phone', { search: '0000 0004' }],
    ['an order by an email', { search: 'buyer7@example.com' }],
  ])('shows a page of %s for at most twice the work', async (_, filter) => {
    const [few, many] = [await workOf(small, filter), await workOf(big, filter)]
    expect(many.rows).toBeGreaterThan(0)
    expect(many.plan).not.toContain('"Seq Scan"')
    // An index of more rows may be two levels deeper.
    expect(many.blocks).toBeLessThanOrEqual(2 * few.blocks + 4)
  })

  it('shows a page far behind for the same work as the first', async () => {
    const [few, many] = [await workOf(small, {}, halfWay(small, FEW)), await workOf(big, {}, halfWay(big, MANY))]
    expect(many.rows).toBe(101)
    expect(many.blocks).toBeLessThanOrEqual(2 * few.blocks + 4)
  })

  it.each<[what: string, filter: OrderFilter, total: number]>([
    ['a name that all have', { search: 'kumar' }, SEARCH_REACH.most + 1],
    ['a name that only older orders have', { search: 'leela' }, SEARCH_REACH.most + 1],
    ['a name that five have', { search: 'zara' }, 5],
    [
      'a name that five have, and what no order meets',
      { search: 'zara', status: 'SHIPPED', paymentStatus: 'FAILED' },
      0,
    ],
    [
      'a name that all have, and what no order meets',
      { search: 'kumar', status: 'SHIPPED', paymentStatus: 'FAILED' },
      SEARCH_REACH.most + 1,
    ],
    ['a name that many have, of whom a day is looked at', { search: 'ravi', ...day }, 1440],
    ['a name that nobody has', { search: 'nobody' }, 0],
  ])('reads no more orders than a search reaches, and counts no more, for %s', async (_, filter, total) => {
    const page = await workOf(big, filter)
    const counted = await workOf(big, filter, null, true)
    expect(Math.max(page.ordersRead, counted.ordersRead)).toBeLessThanOrEqual(SEARCH_REACH.most + 1)
    expect(counted.total).toBe(total)
    expect(page.plan + counted.plan).not.toContain('"Seq Scan"')
  })

  it('finds a name that only older orders have, by pages that are empty at first', async () => {
    const owner = await ownerOf(shop, big)
    const PAGE = `query ($after: String) {
      orders(search: "leela", first: 100, after: $after) { nodes { orderNo } pageInfo { hasNextPage endCursor } }
    }`
    const pages: string[][] = []
    for (let after: string | null = null; pages.flat().length < 200; ) {
      const { orders } = await owner.ask(PAGE, { after })
      expect(orders.pageInfo.hasNextPage).toBe(true)
      pages.push(orders.nodes.map(({ orderNo }: { orderNo: string }) => orderNo))
      after = orders.pageInfo.endCursor
    }
    expect(pages.map((page) => page.length)).toEqual([0, 0, 0, 0, 0, 100, 100])
    expect(pages.flat()).toEqual(Array.from({ length: 200 }, (_, count) => nthOrderNo(50_001 + count)))
  })

  it('sends as many statements for either', async () => {
    const LIST =
      '{ orders(first: 100) { totalCount nodes { orderNo items { name } events { actor } payments { amount } } } }'
    const statementsFor = async (owner: Owner) => {
      await owner.ask(LIST)
      shop.statements()
      const { orders } = await owner.ask(LIST)
      return { count: shop.statements().length, total: orders.totalCount }
    }
    const few = await statementsFor(await ownerOf(shop, small))
    const many = await statementsFor(await ownerOf(shop, big))
    expect(few.total).toBe(FEW)
    expect(many).toEqual({ count: few.count, total: MOST_COUNTED + 1 })
  })

  it.skipIf(process.platform !== 'linux')(
    'exports all of them within 150 MB more than the process has',
    async () => {
      const { key } = await ownerOf(shop, big)
      const { key: smallKey } = await ownerOf(shop, small)
      // Garbage is left lying about for as long as there is room; with this much, all orders at once would find none.
      const NODE_OPTIONS = '--max-old-space-size=150'
      const service = await startService({ DATABASE_URL: url, SECRETS: SECRETS.join(), MIGRATE: 'false', NODE_OPTIONS })
      try {
        const { pid } = service.process
        const exportOf = async ({ subdomain }: Store, bearer: string) => {
          const answer = await fetch(`${service.url}/api/sites/${subdomain}/owner/export/orders.csv`, {
            headers: { authorization: `Bearer ${bearer}` },
          })
          let lines = 0
          for await (const chunk of answer.body ?? []) for (const byte of chunk) if (byte === 10) lines += 1
          return lines
        }
        const peak = async () =>
          Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
        expect(await exportOf(small, smallKey)).toBe(FEW + 1)
        // The highest mark begins anew from what the process has now.
        await writeFile(`/proc/${pid}/clear_refs`, '5')
        const before = await peak()
        expect(await exportOf(big, key)).toBe(MANY + 1)
        expect((await peak()) - before).toBeLessThan(150)
      } finally {
        await service.stop()
      }
    },
    900_000,
  )
})
