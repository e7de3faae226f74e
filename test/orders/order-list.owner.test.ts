import { beforeAll, describe, expect, it } from 'vitest'
import { manyOrders, nthOrderNo } from '../support/many-orders.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop())

describe('the list of orders', () => {
  const LIST = `query ($status: OrderStatus, $paymentStatus: PaymentStatus, $needsAttention: Boolean, $search: String,
    $placedFrom: DateTime, $placedUntil: DateTime, $first: Int, $after: String) {
    orders(status: $status, paymentStatus: $paymentStatus, needsAttention: $needsAttention, search: $search,
      placedFrom: $placedFrom, placedUntil: $placedUntil, first: $first, after: $after) {
      totalCount pageInfo { hasNextPage endCursor }
      nodes { orderNo createdAt items { name } events { actor } payments { amount } }
    }
  }`
  let many: Owner
  beforeAll(async () => {
    const big = await shop.addStore()
    many = await ownerOf(shop, big)
    for (const sql of manyOrders(big, 250)) await shop.database.prisma.$executeRawUnsafe(sql)
    const zara = { storeId: big.id, buyerName: 'Zara Kumar' }
    const { id } = await shop.database.prisma.order.findFirstOrThrow({ where: zara, orderBy: { createdAt: 'desc' } })
    await shop.database.prisma.order.update({
      where: { storeId_id: { storeId: big.id, id } },
      data: { buyerName: "  Zoë  D'Arc\\Ünal ", buyerPhone: '12', buyerPhoneDigits: '12', buyerEmail: null },
    })
  })

  it('gives each order once, newest first, page by page, and counts them all', async () => {
    const nodes: { orderNo: string; createdAt: string }[] = []
    for (let after: string | null = null, more = true; more; ) {
      const { orders }: any = await many.ask(LIST, { first: 100, after })
      expect(orders.totalCount).toBe(250)
      nodes.push(...orders.nodes)
      after = orders.pageInfo.endCursor
      more = orders.pageInfo.hasNextPage
    }
    expect(new Set(nodes.map(({ orderNo }) => orderNo)).size).toBe(250)
    const times = nodes.map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted().reverse())
  })

  it('takes as many statements for a hundred as for one', async () => {
    const count = async (first: number) => {
      await many.ask(LIST, { first })
      shop.statements()
      await many.ask(LIST, { first })
      return shop.statements().length
    }
    const one = await count(1)
    expect(one).toBeLessThanOrEqual(7)
    expect(await count(100)).toBe(one)
  })

  it('does not count when nobody asks', async () => {
    shop.statements()
    await many.ask('{ orders(first: 1) { nodes { orderNo } } }')
    expect(shop.statements().filter((sql) => sql.includes('count('))).toEqual([])
  })

  it.each<[object, number]>([
    [{ status: 'SHIPPED' }, 42],
    [{ paymentStatus: 'REFUNDED' }, 42],
    [{ status: 'CANCELLED', paymentStatus: 'PAID' }, 0],
    [{ needsAttention: false }, 250],
    [{ needsAttention: true }, 0],
    [{ placedFrom: '2025-12-31T23:00:00Z' }, 60],
    [{ placedUntil: '2025-12-31T23:00:00Z' }, 190],
    [{ placedFrom: '2025-12-31T22:00:00+00:00', placedUntil: '2025-12-31T23:00:00.000Z' }, 60],
    [{ search: nthOrderNo(7) }, 1],
    [{ search: nthOrderNo(7).toLowerCase().slice(0, 12) }, 1],
    [{ search: nthOrderNo(7).slice(4) }, 1],
    [{ search: 'zara' }, 4],
    [{ search: 'ZAR kum' }, 4],
    [{ search: 'kumar zara' }, 4],
    [{ search: 'ara' }, 0],
    [{ search: "d'arc\\ün" }, 1],
    [{ search: 'zoë' }, 1],
    [{ search: 'buyer17@' }, 1],
    [{ search: 'BUYER17@EXAMPLE.COM' }, 1],
    [{ search: '+91 (900) 000-0017' }, 1],
    [{ search: '0017' }, 1],
    [{ search: '000 00' }, 0],
    [{ search: 'zara', status: 'SHIPPED' }, 1],
    [{ search: 'zara', placedUntil: '2025-12-31T23:56:00Z' }, 1],
    [{ search: '  ' }, 250],
    [{ search: "' | 'a" }, 0],
    [{ search: '!zara & <->' }, 0],
    [{ search: ':*' }, 0],
    [{ search: '%' }, 0],
  ])('has for %j %i orders', async (filter, count) => {
    const { orders } = await many.ask(LIST, { ...filter, first: 100 })
    expect([orders.totalCount, orders.nodes.length]).toEqual([count, Math.min(count, 100)])
  })

  it('pages through what a search has found', async () => {
    const { orders } = await many.ask(LIST, { search: 'zara', first: 3 })
    const rest = await many.ask(LIST, { search: 'zara', first: 3, after: orders.pageInfo.endCursor })
    const found = [...orders.nodes, ...rest.orders.nodes].map(({ orderNo }) => orderNo)
    expect(found).toEqual([2, 3, 4, 5].map(nthOrderNo))
  })

  it.each([
    [{ first: 101 }, 'first must be between 1 and 100'],
    [{ first: 0 }, 'first must be between 1 and 100'],
    [{ after: 'nonsense' }, 'after must be a cursor returned by this list'],
    [{ search: 'x'.repeat(256) }, 'Search must be at most 255 characters'],
    [{ search: 'a\0' }, 'Search contains characters that cannot be stored'],
    [{ placedFrom: 'yesterday' }, 'Expected a moment as ISO 8601, such as 2026-01-31T12:00:00Z'],
    [{ placedFrom: '0000-01-01T00:00:00Z' }, 'Expected a moment in the years 1 to 9999'],
    [{ placedFrom: '2026-02-30T00:00:00Z' }, 'Expected a moment as ISO 8601, such as 2026-01-31T12:00:00Z'],
    [{ placedFrom: '2026-04-31T00:00:00Z' }, 'Expected a moment as ISO 8601, such as 2026-01-31T12:00:00Z'],
    [{ placedFrom: '2026-01-31T24:00:00Z' }, 'Expected a moment as ISO 8601, such as 2026-01-31T12:00:00Z'],
    // In UTC these are in years that PostgreSQL does not know, or that are not written with four digits.
    [{ placedFrom: '0001-01-01T00:00:00+01:00' }, 'Expected a moment in the years 1 to 9999'],
    [{ placedUntil: '9999-12-31T23:59:59-01:00' }, 'Expected a moment in the years 1 to 9999'],
  ])('refuses %j', async (args, message) => {
    expect(await many.refused(LIST, args)).toEqual({ code: 'BAD_USER_INPUT', message })
  })

  it('has no orders of other stores', async () => {
    const none = await ownerOf(shop, await shop.addStore())
    for (const search of [null, 'zara', '0017']) {
      expect((await none.ask(LIST, { search })).orders).toMatchObject({ totalCount: 0, nodes: [] })
    }
  })
})
