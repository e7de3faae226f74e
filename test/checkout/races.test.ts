import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reconcilePayments } from '../../src/checkout/reconcile-payments.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { changeOrderStatus } from '../../src/orders/change-status.ts'
import {
  atOnce,
  balanceOf,
  buyer,
  dataOf,
  holdsOf,
  orderRow,
  pay,
  placedOf,
  productIdOf,
  signUpWithPoints,
  stockOf,
  tally,
  usesOf,
} from '../support/buying.ts'
import { clientOf, interfaces, type StorefrontClient } from '../support/client.ts'
import { openShop, type Shop } from '../support/shop.ts'

const unlimited = { points: 1_000_000, seconds: 60 }

let shop: Shop
let now: Date

beforeAll(async () => {
  now = new Date('2026-06-01T10:00:00Z')
  shop = await openShop({ clock: () => now, policies: { checkout: unlimited, read: unlimited } })
})
afterAll(() => shop.close())

const tea = (stock: number | null) => ({ slug: 'tea', name: 'Tea', price: 100, stock })

async function openStore(bundle: object) {
  const store = await shop.addStore({
    store: { payments: { provider: 'sandbox' }, loyalty: { enabled: true, earnRate: 0.1, redeemRate: 1 } },
    ...bundle,
  })
  return { store, client: clientOf(shop, store.subdomain, 'REST') }
}

const cartOf = async (store: Store, qty = 1) => ({ items: [{ id: await productIdOf(shop, store, 'tea'), qty }], buyer })

const settledOrders = (store: Store) =>
  shop.services.prisma.order.count({ where: { storeId: store.id, status: 'CONFIRMED', paymentStatus: 'PAID' } })

const paidEvents = (store: Store) =>
  shop.services.prisma.orderEvent.count({ where: { storeId: store.id, kind: 'paid' } })

describe.each(interfaces)('over %s', (by) => {
  it('200 checkouts at once for 10 units promise 10, and 5 verifications of each sell them once', async () => {
    const { store } = await openStore({
      products: [tea(10)],
      discounts: [{ code: 'TEN', type: 'percent', value: 10, usageLimit: 100 }],
    })
    const client = clientOf(shop, store.subdomain, by)
    const { id, token } = await signUpWithPoints(shop, store, client, 0)
    const input = { ...(await cartOf(store)), discountCode: 'TEN' }

    const outcomes = await atOnce(200, () => client.checkout(input, { token }))
    expect(tally(outcomes)).toEqual({ ok: 10, '400 No valid items in cart': 190 })
    const placed = placedOf(outcomes)
    expect(await holdsOf(shop, store)).toBe(20)

    const receipts = await Promise.all(placed.map(({ providerOrderId }) => pay(shop, providerOrderId)))
    const verified = await atOnce(50, (index) => client.verify(receipts[index % 10] ?? {}))
    expect(tally(verified)).toEqual({ ok: 50 })

    expect(await stockOf(shop, store, 'tea')).toBe(0)
    expect(await settledOrders(store)).toBe(10)
    expect(await paidEvents(store)).toBe(10)
    expect(await holdsOf(shop, store)).toBe(0)
    expect(await usesOf(shop, store, 'TEN')).toEqual({ counted: 10, held: 0 })
    // 100 less 10 % is 90, which earns 9 points.
    expect(await balanceOf(shop, store, id)).toBe(90)
    expect(await shop.services.prisma.payment.count({ where: { storeId: store.id } })).toBe(10)
  })

  it('200 checkouts at once of what is not scarce all go through', async () => {
    const { store } = await openStore({ products: [tea(1000)] })
    const client = clientOf(shop, store.subdomain, by)
    const input = await cartOf(store)
    const started = performance.now()
    const outcomes = await atOnce(200, () => client.checkout(input))
    if (process.env.TEST_TIMES) console.info(`200 checkouts: ${Math.round(performance.now() - started)} ms`)
    expect(tally(outcomes)).toEqual({ ok: 200 })
    expect(new Set(placedOf(outcomes).map(({ orderNo }) => orderNo)).size).toBe(200)
    expect(
      await shop.services.prisma.stockHold.aggregate({ where: { storeId: store.id }, _sum: { qty: true } }),
    ).toEqual({ _sum: { qty: 200 } })
  })
})
