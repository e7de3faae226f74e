import { readFile, writeFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Prisma, type PrismaClient, type Store } from '../../src/generated/prisma/client.ts'
import { idsOfPage } from '../../src/orders/list-store-orders.ts'
import { type OrderFilter, ordersWhere } from '../../src/orders/order-filter.ts'
import { newestFirst } from '../../src/platform/pagination.ts'
import { manyOrders, nthOrderNo } from '../support/many-orders.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { startService } from '../support/process.ts'
import { urlOf } from '../support/served-databases.ts'
import { openShop, SECRETS, type Shop } from '../support/shop.ts'

const server = process.env.DATABASE_URL
const FEW = 1_000
const MANY = 100_000

// The embedded database takes a minute to hold so many; what it runs is the same PostgreSQL.
describe.skipIf(!server)('a store with 100,000 orders, beside one with 1,000', () => {
  let shop: Shop
  let small: Store
  let big: Store
  let url: string
  beforeAll(async () => {
    shop = await openShop()
    small = await shop.addStore()
    big = await shop.addStore()
    const [{ name } = { name: '' }] = await shop.services.prisma.$queryRaw<{ name: string }[]>`
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

  /** How many blocks PostgreSQL looks at for a page of the list, and the indexes that it reads. */
  async function workOf(store: Store, filter: OrderFilter, after: string | null = null) {
    const { prisma } = shop.services
    let plan: any
    const explaining = {
      async $queryRaw(strings: TemplateStringsArray, ...values: unknown[]) {
        const statement = Prisma.sql(strings, ...values)
        const rows = await prisma.$queryRaw<any[]>`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement}`
        plan = rows[0]['QUERY PLAN'][0].Plan
        return []
      },
    }
    await idsOfPage(explaining as unknown as PrismaClient, ordersWhere(store.id, filter), after, 101)
    return { blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], rows: plan['Actual Rows'], plan }
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
    ['an order by its number', { search: nthOrderNo(7) }],
    ['an order by the end of a phone', { search: '0000 0004' }],
    ['an order by an email', { search: 'buyer7@example.com' }],
  ])('shows a page of %s for at most twice the work', async (_, filter) => {
    const [few, many] = [await workOf(small, filter), await workOf(big, filter)]
    expect(many.rows).toBeGreaterThan(0)
    expect(JSON.stringify(many.plan)).not.toContain('"Seq Scan"')
    // An index of more rows may be two levels deeper.
    expect(many.blocks).toBeLessThanOrEqual(2 * few.blocks + 4)
  })

  it('shows a page far behind for the same work as the first', async () => {
    const [few, many] = [await workOf(small, {}, halfWay(small, FEW)), await workOf(big, {}, halfWay(big, MANY))]
    expect(many.rows).toBe(101)
    expect(many.blocks).toBeLessThanOrEqual(2 * few.blocks + 4)
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
    expect(many).toEqual({ count: few.count, total: MANY })
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
    120_000,
  )
})
