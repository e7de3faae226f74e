import { beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '../../src/api/context.ts'
import { listOwnerProducts } from '../../src/commerce/catalog/list-owner-products.ts'
import { listProducts } from '../../src/commerce/catalog/list-products.ts'
import { listSubscribers } from '../../src/commerce/newsletter/list-subscribers.ts'
import type { Prisma, Store } from '../../src/generated/prisma/client.ts'
import { MOST_COUNTED } from '../../src/platform/counted-page.ts'
import type { Connection, PageArgs } from '../../src/platform/pagination.ts'
import { onCluster } from '../support/citus-cluster.ts'
import { manyOrders } from '../support/many-orders.ts'
import { ownerOf } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop())

const run = (sql: string) => shop.database.prisma.$executeRawUnsafe(sql)

/** Many share their place and their time; one in five is active, one in four is green. */
const manyProducts = ({ id }: Store, count: number) =>
  `INSERT INTO products (store_id, id, slug, name, price, category, category_key, active, display_order, created_at, updated_at)
   SELECT '${id}', gen_random_uuid(), 'tea-' || n, 'Garden tea ' || n, 100,
     (ARRAY['Green', 'Black'])[1 + least(n % 4, 1)], (ARRAY['green', 'black'])[1 + least(n % 4, 1)], n % 5 = 0, n * 7 % 3,
     '2026-01-01'::timestamptz + n * 11 % 13 * interval '1 day', now()
   FROM generate_series(1, ${count}) AS n`

/** As an import adds them: all at the same time. */
const manySubscribers = ({ id }: Store, count: number) =>
  `INSERT INTO subscribers (store_id, id, email, consented_at)
   SELECT '${id}', gen_random_uuid(), 'reader' || n || '@example.com', '2026-01-01' FROM generate_series(1, ${count}) AS n`

const manyEntries = ({ id }: Store, count: number) =>
  `WITH customer AS (
     INSERT INTO customers (store_id, id, name, phone, password_hash, referral_code, updated_at)
     VALUES ('${id}', gen_random_uuid(), 'Asha', '9876543210', 'x', 'R1', now()) RETURNING id
   )
   INSERT INTO loyalty_entries (store_id, id, customer_id, kind, points, balance_after)
   SELECT '${id}', gen_random_uuid(), customer.id, 'ADJUSTMENT', 1, n FROM customer, generate_series(1, ${count}) AS n`

describe('a count', () => {
  it.each<[table: string, fill: (store: Store, count: number) => string, query: string]>([
    ['products', manyProducts, 'products(first: 1) { totalCount }'],
    ['orders', (store, count) => manyOrders(store, count)[0] ?? '', 'orders(first: 1) { totalCount }'],
    ['subscribers', manySubscribers, 'subscribers(first: 1) { totalCount }'],
    ['loyalty_entries', manyEntries, 'customers(first: 1) { nodes { loyaltyEntries(first: 1) { totalCount } } }'],
  ])('of %s is exact up to 10,000, and 10001 of more', async (table, fill, query) => {
    const store = await shop.addStore()
    const owner = await ownerOf(shop, store)
    await run(fill(store, MOST_COUNTED + 2))
    const counts: string[] = []
    for (const _ of [2, 1, 0]) {
      counts.push(/"totalCount":(\d+)/.exec(JSON.stringify(await owner.ask(`{ ${query} }`)))?.[1] ?? 'none')
      await run(`DELETE FROM ${table} WHERE store_id = '${store.id}' AND id =
        (SELECT id FROM ${table} WHERE store_id = '${store.id}' LIMIT 1)`)
    }
    expect(counts).toEqual(['10001', '10001', '10000'])
  })
})

type Scope = Pick<Context, 'services' | 'store'>

interface List {
  table: 'products' | 'subscribers'
  read: (scope: Scope, page: PageArgs) => Promise<Connection<{ id: string }>>
  whole: (store: Store) => Promise<{ id: string }[]>
}

const inOrder = (where: Prisma.ProductWhereInput) => (store: Store) =>
  shop.database.prisma.product.findMany({
    where: { storeId: store.id, ...where },
    orderBy: [{ displayOrder: 'asc' }, { createdAt: 'desc' }, { id: 'desc' }],
    select: { id: true },
  })

const lists: Record<string, List> = {
  'what shoppers see': {
    table: 'products',
    read: (scope, page) => listProducts(scope as Context, page),
    whole: inOrder({ active: true }),
  },
  'a category as shoppers see it': {
    table: 'products',
    read: (scope, page) => listProducts(scope as Context, { ...page, category: 'Green' }),
    whole: inOrder({ active: true, category: 'Green' }),
  },
  'all products': { table: 'products', read: listOwnerProducts, whole: inOrder({}) },
  'inactive products': {
    table: 'products',
    read: (scope, page) => listOwnerProducts(scope, { ...page, active: false }),
    whole: inOrder({ active: false }),
  },
  'products of a category': {
    table: 'products',
    read: (scope, page) => listOwnerProducts(scope, { ...page, category: 'Green' }),
    whole: inOrder({ category: 'Green' }),
  },
  'subscribers of the same time': {
    table: 'subscribers',
    read: listSubscribers,
    whole: (store) =>
      shop.database.prisma.subscriber.findMany({
        where: { storeId: store.id },
        orderBy: { id: 'desc' },
        select: { id: true },
      }),
  },
}

describe('a long list', () => {
  const LENGTH = 4_000
  let store: Store
  beforeAll(async () => {
    store = await shop.addStore()
    const neighbour = await shop.addStore()
    for (const one of [store, neighbour]) {
      await run(manyProducts(one, LENGTH))
      await run(manySubscribers(one, LENGTH))
    }
    await run('ANALYZE products, subscribers')
  })

  const pageBehind = (list: List, after: string | null, first: number) =>
    list.read({ services: shop.services, store }, { first, after })

  it.each(Object.entries(lists))('is its pages put together: %s', async (_, list) => {
    const ids: string[] = []
    for (let after: string | null = null, more = true, size = 1; more; size = (size * 3) % 101) {
      const { edges, pageInfo } = await pageBehind(list, after, size)
      ids.push(...edges.map(({ node }) => node.id))
      after = pageInfo.endCursor
      more = pageInfo.hasNextPage
    }
    expect(ids).toEqual((await list.whole(store)).map(({ id }) => id))
  })

  /** How many rows of the list's table PostgreSQL reads for a page. */
  const rowsRead = (list: List, after: string | null, first: number): Promise<number> =>
    shop.database.prisma.$transaction(async (prisma) => {
      const read = async (statement: { text: string }, ...values: unknown[]) => {
        // As PostgreSQL plans a prepared statement: without a look at its values.
        await prisma.$executeRaw`SET LOCAL plan_cache_mode = force_generic_plan`
        return prisma.$queryRawUnsafe(statement.text, ...values)
      }
      const services = { db: { prisma, sql: { read } } } as unknown as Context['services']
      const readByNow = async () => {
        const [row] = await prisma.$queryRaw<{ read: number }[]>`
          SELECT (seq_tup_read + idx_tup_fetch)::int AS read FROM pg_stat_xact_user_tables WHERE relname = ${list.table}`
        return row?.read ?? 0
      }
      const before = await readByNow()
      await list.read({ services, store }, { first, after })
      return (await readByNow()) - before
    })

  // Only a cluster's workers know what is read.
  it.skipIf(onCluster()).each(Object.entries(lists))(
    'reads no more rows for a page in its middle than the page has: %s',
    async (_, list) => {
      const { edges } = await pageBehind(list, null, 100)
      const after = edges[99]?.cursor ?? null
      const first = await rowsRead(list, null, 20)
      expect(first).toBeGreaterThanOrEqual(20)
      // Products are found by their ids, and those are read with what the query selects.
      const reads = list.table === 'products' ? 2 : 1
      expect(first).toBeLessThanOrEqual(21 * reads)
      // The page may stand where one range ends and another begins.
      expect(await rowsRead(list, after, 20)).toBeLessThanOrEqual(reads * 2 * 21)
    },
  )
})
