import { describe, expect, it } from 'vitest'
import type { OrderFilter } from '../../src/commerce/orders/search/order-filter.sql.ts'
import {
  countFoundOrders,
  findOrders,
  orderSearch,
  type SearchReach,
} from '../../src/commerce/orders/search/search-orders.sql.ts'
import { newestFirst } from '../../src/platform/pagination.ts'
import { manyOrders } from '../support/many-orders.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const COUNT = 250

const shop = await forAllTests(openShop())
const store = await shop.addStore()
// Another store's orders have the same words.
for (const at of [store, await shop.addStore()]) {
  for (const sql of manyOrders(at, COUNT)) await shop.database.prisma.$executeRawUnsafe(sql)
}
const { prisma } = shop.database
const rows = await prisma.order.findMany({ where: { storeId: store.id }, orderBy: newestFirst.orderBy })
// Old orders alone have this word, and several of them one moment.
await prisma.order.updateMany({
  where: { storeId: store.id, id: { in: rows.slice(200).map(({ id }) => id) } },
  data: { buyerName: 'Leela Kumar', createdAt: rows[200]?.createdAt ?? new Date() },
})
const orders = await prisma.order.findMany({ where: { storeId: store.id }, orderBy: newestFirst.orderBy })

const searchFor = (filter: OrderFilter, reach?: SearchReach) => {
  const search = orderSearch(store.id, filter, reach)
  if (!search) throw new Error('Nothing is searched for')
  return search
}

/** All pages of a search, and how often it was asked for one. */
async function everyPage(filter: OrderFilter, take: number, reach: SearchReach) {
  const pages: string[][] = []
  for (let after: string | null = null; ; ) {
    const { ids, stoppedAt } = await findOrders(shop.database.prisma, searchFor(filter, reach), after, take)
    pages.push(ids)
    const last = stoppedAt ?? (ids.length === take ? orders.find(({ id }) => id === ids.at(-1)) : undefined)
    if (!last) return pages
    after = newestFirst.cursorOf(last)
  }
}

const near = { newest: 7, most: 20 }
const far = { newest: 50, most: 1_000 }

describe('a search that stops on its way', () => {
  it.each<[what: string, filter: OrderFilter, reach: SearchReach]>([
    ['a word that all have', { search: 'kumar' }, near],
    ['a word that old orders have', { search: 'leela' }, near],
    ['a word that old orders have, by the index', { search: 'leela' }, far],
    ['a word that few have', { search: 'zara' }, near],
    ['a word that nobody has', { search: 'nobody' }, near],
    ['two words and a status', { search: 'leela kum', status: 'SHIPPED' }, near],
    ['a status and a payment', { search: 'kumar', status: 'SHIPPED', paymentStatus: 'PAID' }, near],
    ['a status and a payment that do not meet', { search: 'kumar', status: 'SHIPPED', paymentStatus: 'FAILED' }, near],
    [
      'a word that many have, and what few meet',
      { search: 'ravi', placedUntil: new Date('2025-12-31T21:00:00Z') },
      near,
    ],
  ])('finds each order once, newest first: %s', async (_, filter, reach) => {
    const [word = ''] = filter.search?.split(' ') ?? []
    const wanted = orders
      .filter(({ buyerName }) => buyerName.toLowerCase().includes(word))
      .filter(({ status }) => !filter.status || status === filter.status)
      .filter(({ paymentStatus }) => !filter.paymentStatus || paymentStatus === filter.paymentStatus)
      .filter(({ createdAt }) => !filter.placedUntil || createdAt < filter.placedUntil)
      .map(({ id }) => id)
    for (const take of [1, 6, 101]) expect((await everyPage(filter, take, reach)).flat()).toEqual(wanted)
  })

  it('gives what it has come to, and where it goes on', async () => {
    const { prisma } = shop.database
    const first = await findOrders(prisma, searchFor({ search: 'leela' }, near), null, 10)
    expect(first.ids).toEqual([])
    expect(first.stoppedAt).toMatchObject({ id: orders[19]?.id, createdAt: orders[19]?.createdAt })
  })

  it('makes a page that says so', () => {
    const [order, last] = orders
    if (!order || !last) throw new Error('There are no orders')
    const { edges, pageInfo } = newestFirst.connection([order], 10, {}, last)
    expect(edges.map(({ node }) => node)).toEqual([order])
    expect(pageInfo).toMatchObject({ hasNextPage: true, endCursor: newestFirst.cursorOf(last) })
    expect(newestFirst.connection([order], 10, {}).pageInfo).toMatchObject({
      hasNextPage: false,
      endCursor: newestFirst.cursorOf(order),
    })
  })

  it('asks the index for rare words at once', async () => {
    shop.statements()
    const {
      db: { prisma },
    } = shop.services
    const { ids, stoppedAt } = await findOrders(prisma, searchFor({ search: 'leela' }, far), null, 60)
    expect([ids.length, stoppedAt, shop.statements().length]).toEqual([50, null, 2])
  })
})

describe('how many a search finds', () => {
  it.each<[filter: OrderFilter, reach: SearchReach, count: number]>([
    [{ search: 'zara' }, near, 5],
    [{ search: 'leela' }, far, 50],
    [{ search: 'leela' }, { newest: 7, most: 50 }, 50],
    [{ search: 'leela' }, { newest: 7, most: 49 }, 50],
    [{ search: 'leela' }, near, 21],
    [{ search: 'kumar' }, near, 21],
    // The words are of too many, the rest leaves few: these are counted.
    [{ search: 'kumar', placedFrom: new Date('2025-12-31T23:50:00Z') }, near, 10],
    [{ search: 'ravi', placedFrom: new Date('2025-12-31T23:50:00Z') }, near, 5],
    [{ search: 'leela', placedFrom: new Date('2025-12-31T23:50:00Z') }, near, 0],
    [{ search: 'leela', needsAttention: false }, near, 21],
    [{ search: 'kumar', needsAttention: false, placedFrom: new Date('2025-12-31T23:50:00Z') }, near, 10],
    [{ search: 'kumar', status: 'SHIPPED', paymentStatus: 'FAILED' }, near, 21],
    [{ search: 'kumar', status: 'SHIPPED', paymentStatus: 'FAILED' }, { newest: 7, most: 42 }, 0],
    [{ search: 'nobody' }, near, 0],
  ])('is, for %j within %j, %i', async (filter, reach, count) => {
    expect(await countFoundOrders(shop.database.prisma, searchFor(filter, reach))).toBe(count)
  })
})
