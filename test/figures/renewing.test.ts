import { describe, expect, it } from 'vitest'
import { addUpFigures } from '../../src/commerce/figures/add-up.ts'
import { report } from '../../src/commerce/figures/report.ts'
import { topProducts } from '../../src/commerce/figures/top-products.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import type { Sql } from '../../src/platform/database/sql.ts'
import { seed } from '../support/chance.ts'
import { forAllTests, openShop } from '../support/shop.ts'
import { chanceOf, type MadeOrder, madeOrder, writeOrders } from './generated-orders.ts'
import { namesOf, plainProducts, plainReport } from './plain-figures.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const BEGINNING = Date.parse('2026-05-10T00:00:00Z')
const END = Date.parse('2026-08-20T07:42:11.123Z')

let now = END
const shop = await forAllTests(openShop({ clock: () => new Date(now) }))

async function withOrders(count: number): Promise<{ store: Store; orders: MadeOrder[] }> {
  now = END
  const chance = chanceOf(seed)
  const store = await shop.addStore({ store: { currency: 'EUR', timeZone: 'Europe/Berlin' } })
  const orders = Array.from({ length: count }, () => madeOrder(chance, 'EUR', { from: BEGINNING, until: END }))
  await writeOrders(shop, store, orders)
  return { store, orders }
}

/** All that are old enough, at one moment, as a statement of the operator would. */
async function cancel(store: Store, orders: readonly MadeOrder[]): Promise<void> {
  const old = orders.filter(({ createdAt }) => createdAt.getTime() < now - 2 * 60 * MINUTE)
  for (const order of old) Object.assign(order, { status: 'CANCELLED', updatedAt: new Date(now) })
  await writeOrders(shop, store, old)
}

/** A run of the job that is aborted while it is in this transaction. @returns how many it has begun */
async function runAbortedIn(last: number): Promise<number> {
  const abort = new AbortController()
  const { sql, ...db } = shop.services.db
  let begun = 0
  const transaction: Sql['transaction'] = (work) => {
    begun += 1
    if (begun === last) abort.abort()
    return sql.transaction(work)
  }
  await addUpFigures({ ...shop.services, db: { ...db, sql: { ...sql, transaction } } }, abort.signal)
  return begun
}

async function expectExact(store: Store, orders: readonly MadeOrder[]): Promise<void> {
  const context = { services: shop.services, store }
  const asked = { from: new Date(BEGINNING), until: new Date(now), currency: 'EUR', playMoney: false }
  const { buckets } = await report(context, { ...asked, by: 'DAY' })
  const nameOf = namesOf('DAY', store.timeZone)
  const found = buckets.map(({ start, currency: _, ...figures }) => [nameOf(start), figures] as const)
  const filled = found.filter(([, figures]) => Object.values(figures).some((value) => Number(value) !== 0))
  expect(new Map<string, unknown>(filled)).toEqual(plainReport(orders, nameOf, asked))
  const sold = await topProducts(context, { ...asked, first: 100 })
  expect(sold.map(({ name: _, currency: __, ...rest }) => rest)).toEqual(plainProducts(orders, asked))
}

async function spansOf({ id: storeId }: Store) {
  const { prisma } = shop.database
  const products = await prisma.productSpan.findMany({ where: { storeId } })
  return {
    spans: new Set((await prisma.figureSpan.findMany({ where: { storeId } })).map(inWords)),
    products: new Set(
      products.map(({ productIds, units, sales, ...span }) =>
        inWords({ ...span, sold: productIds.map((id, at) => `${id} ${units[at]} ${sales[at]}`).toSorted() }),
      ),
    ),
  }
}

const inWords = (row: object): string =>
  JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? `${value}` : value))

async function forget({ id: storeId }: Store): Promise<void> {
  const { prisma } = shop.database
  await prisma.figureSpan.deleteMany({ where: { storeId } })
  await prisma.productSpan.deleteMany({ where: { storeId } })
  await prisma.figureState.deleteMany({ where: { storeId } })
}

const stateOf = ({ id: storeId }: Store) => shop.database.prisma.figureState.findUniqueOrThrow({ where: { storeId } })

describe('after a change of many old orders the job', () => {
  it('stops at its signal, goes on in the next run, and ends with what a first run would write', async () => {
    const { store, orders } = await withOrders(400)
    await addUpFigures(shop.services)
    const before = await stateOf(store)
    now += 20 * MINUTE
    await cancel(
      store,
      orders.filter((_, index) => index % 3 === 0),
    )
    now += 20 * MINUTE

    const places: number[] = []
    for (let run = 0; run < 3; run += 1) {
      expect(await runAbortedIn(20)).toBeLessThanOrEqual(22)
      const { seenAt, renewedUntil } = await stateOf(store)
      expect(seenAt).toEqual(before.seenAt)
      places.push(renewedUntil?.getTime() ?? 0)
      await expectExact(store, orders)
      now += 10 * MINUTE
      // Before its place, and behind it.
      if (run === 0) await cancel(store, orders.slice(0, 30))
    }
    expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b))

    await addUpFigures(shop.services)
    expect(await stateOf(store)).toMatchObject({ renewedUntil: null, renewingAsOf: null })
    await expectExact(store, orders)
    now += 10 * MINUTE
    await addUpFigures(shop.services)
    now += 10 * MINUTE
    expect(await runAbortedIn(0)).toBeLessThan(3)
    await expectExact(store, orders)

    const renewed = await spansOf(store)
    await forget(store)
    await addUpFigures(shop.services)
    expect(renewed).toEqual(await spansOf(store))
  })

  it('renews all days when more orders have changed than it looks up', async () => {
    const { prisma } = shop.database
    const store = await shop.addStore({ store: { currency: 'INR' } })
    const placed = Date.parse('2026-01-01T00:00:00Z')
    // Each statement of as many orders as a busy machine writes in time.
    const parts = Array.from({ length: 11 }, (_, part) => ({ from: part * 1_000, until: (part + 1) * 1_000 - 1 }))
    for (const { from, until } of parts) {
      await prisma.$executeRaw`
        INSERT INTO orders (store_id, id, order_no, status, payment_status, buyer_name, buyer_phone, buyer_phone_digits,
          currency, subtotal, total, hold_expires_at, created_at, updated_at)
        SELECT ${store.id}::uuid, gen_random_uuid(), 'ORD-' || n, (ARRAY['CONFIRMED', 'SHIPPED', 'PENDING'])[1 + n % 3],
          'PENDING', 'Ravi', '1', '1', 'INR', 100, 100, at, at, at
        FROM generate_series(${from}::int, ${until}::int) AS n
        CROSS JOIN LATERAL (SELECT ${new Date(placed)}::timestamptz - n * interval '1 minute' AS at) AS moment`
    }
    now = Date.parse('2026-01-20T00:00:00Z')
    await addUpFigures(shop.services)
    const first = await spansOf(store)
    expect(first.spans.size).toBeGreaterThan(600)

    now += 20 * MINUTE
    for (const { from, until } of parts) {
      const createdAt = { gte: new Date(placed - until * MINUTE), lte: new Date(placed - from * MINUTE) }
      const where = { storeId: store.id, createdAt }
      await prisma.order.updateMany({ where: { ...where, status: 'CONFIRMED' }, data: { status: 'CANCELLED' } })
      await prisma.order.updateMany({ where, data: { updatedAt: new Date(now) } })
    }
    const month = { from: new Date('2025-12-01T00:00:00Z'), until: new Date(now), by: 'MONTH' as const }
    const read = async () => (await report({ services: shop.services, store }, month)).total.orders
    // The shipped ones.
    const left = await read()
    expect(left).toBe(3_667)

    now += 20 * MINUTE
    await runAbortedIn(7)
    expect((await stateOf(store)).renewedUntil).not.toBeNull()
    expect(await read()).toBe(left)
    await addUpFigures(shop.services)
    now += 20 * MINUTE
    await addUpFigures(shop.services)
    expect(await read()).toBe(left)
    const renewed = await spansOf(store)
    expect(renewed).not.toEqual(first)
    await forget(store)
    await addUpFigures(shop.services)
    expect(renewed).toEqual(await spansOf(store))
  })

  it('begins nothing once its signal is aborted', async () => {
    const { store, orders } = await withOrders(60)
    await addUpFigures(shop.services)
    now += DAY
    await cancel(store, orders)
    const before = await stateOf(store)
    await addUpFigures(shop.services, AbortSignal.abort())
    expect(await stateOf(store)).toEqual(before)
    await expectExact(store, orders)
  })
})
