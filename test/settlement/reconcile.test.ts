import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changeOrderStatus } from '../../src/commerce/orders/status/change-status.ts'
import { reconcilePayments } from '../../src/commerce/settlement/reconcile-payments.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { buyer, dataOf, orderRow, pay, productIdOf, razorpay, receiptOf, stockOf } from '../support/buying.ts'
import { clientOf, type StorefrontClient } from '../support/client.ts'
import { type FakeProvider, startFakeProvider } from '../support/fake-provider.ts'
import { generousHolds, openShop, type Shop } from '../support/shop.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let shop: Shop
let provider: FakeProvider
let now: Date
let store: Store
let client: StorefrontClient

beforeEach(async () => {
  now = new Date('2026-06-01T10:00:00Z')
  provider = await startFakeProvider(razorpay)
  shop = await openShop({ clock: () => now, paymentsUrl: provider.url, holdLimits: generousHolds })
  store = await openStore(razorpay)
  client = clientOf(shop, store.subdomain, 'REST')
})
afterEach(async () => {
  await shop.close()
  await provider.close()
})

const openStore = (payments: object) =>
  shop.addStore({ store: { payments }, products: [{ slug: 'tea', name: 'Tea', price: 100, stock: 1000 }] })

const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
const checkout = async (by = client, at = store) =>
  by.checkout({ items: [{ id: await productIdOf(shop, at, 'tea'), qty: 1 }], buyer })

const questions = () => provider.requests.filter((request) => request.startsWith('GET')).length

/** Passes of reconciliation, one a minute; the minutes at which the provider was asked. */
async function minutesOfQuestions(minutes: number, step = 1): Promise<number[]> {
  const asked: number[] = []
  for (let minute = step; minute <= minutes; minute += step) {
    later(step * MINUTE)
    const before = questions()
    await reconcilePayments(shop.services)
    if (questions() > before) asked.push(minute)
  }
  return asked
}

describe('reconciliation', () => {
  it('settles an order that was paid and never verified, once its hold is over', async () => {
    const placed = await dataOf(checkout())
    provider.pay(placed.providerOrderId)
    expect(await reconcilePayments(shop.services)).toBe(0)
    expect(questions()).toBe(0)
    later(15 * MINUTE)
    expect(await reconcilePayments(shop.services)).toBe(1)
    expect(await orderRow(shop, store, placed.orderNo)).toMatchObject({
      status: 'CONFIRMED',
      paymentStatus: 'PAID',
      needsAttention: null,
      checkPaymentAt: null,
    })
    expect(await stockOf(shop, store, 'tea')).toBe(999)
    later(DAY)
    expect(await reconcilePayments(shop.services)).toBe(0)
    expect(questions()).toBe(1)
  })

  it('settles play money too', async () => {
    const sandbox = await openStore({ provider: 'sandbox' })
    const placed = await dataOf(checkout(clientOf(shop, sandbox.subdomain, 'GraphQL'), sandbox))
    await pay(shop, placed.providerOrderId)
    later(15 * MINUTE)
    expect(await reconcilePayments(shop.services)).toBe(1)
    expect(await orderRow(shop, sandbox, placed.orderNo)).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID' })
  })

  it('settles an order that a bad signature has failed, and has a cancelled one refunded', async () => {
    const failed = await dataOf(checkout())
    await client.verify({ ...receiptOf(provider.pay(failed.providerOrderId)), provider_signature: 'bad' })
    const cancelled = await dataOf(checkout())
    provider.pay(cancelled.providerOrderId)
    await changeOrderStatus({ services: shop.services, store }, cancelled.orderNo, 'CANCELLED', 'owner:test')
    later(15 * MINUTE)
    expect(await reconcilePayments(shop.services)).toBe(2)
    expect(await orderRow(shop, store, failed.orderNo)).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID' })
    expect(await orderRow(shop, store, cancelled.orderNo)).toMatchObject({
      status: 'CANCELLED',
      paymentStatus: 'PAID',
      needsAttention: 'Paid after it was cancelled: refund the buyer.',
    })
    expect(await stockOf(shop, store, 'tea')).toBe(999)
  })

  it('asks about an unpaid order with growing gaps, and no more after 3 days', async () => {
    const placed = await dataOf(checkout())
    expect(await minutesOfQuestions(125, 5)).toEqual([15, 30, 60, 120])
    expect(await minutesOfQuestions(6 * 24 * 60, 60)).toEqual([120, 420, 1020, 2220, 4200])
    expect(await orderRow(shop, store, placed.orderNo)).toMatchObject({ status: 'PENDING', checkPaymentAt: null })
  })

  it('settles an order that was paid days late', async () => {
    const placed = await dataOf(checkout())
    await minutesOfQuestions(2 * 24 * 60, 30)
    provider.pay(placed.providerOrderId)
    await minutesOfQuestions(24 * 60, 30)
    expect(await orderRow(shop, store, placed.orderNo)).toMatchObject({ status: 'CONFIRMED' })
  })

  it('asks about an order that was paid wrongly no oftener than about others, and calls its owner once', async () => {
    const placed = await dataOf(checkout())
    provider.pay(placed.providerOrderId, { amount: 5 })
    expect(await minutesOfQuestions(125, 5)).toEqual([15, 30, 60, 120])
    const needsAttention = 'The provider took ₹0.05 instead of ₹100.00.'
    expect(await orderRow(shop, store, placed.orderNo)).toMatchObject({ status: 'PENDING', needsAttention })
    expect(await shop.database.prisma.orderEvent.count({ where: { storeId: store.id, kind: 'attention' } })).toBe(1)
  })

  it('asks again soon when the provider is down, and loses nothing', async () => {
    const placed = await dataOf(checkout())
    provider.pay(placed.providerOrderId)
    provider.mode = 'serverError'
    // A GET is sent once more when it fails.
    expect(await minutesOfQuestions(65, 5)).toEqual([15, 30, 45, 60])
    await minutesOfQuestions(3 * 24 * 60, 12 * 60)
    provider.mode = 'ok'
    await minutesOfQuestions(60, 5)
    expect(await orderRow(shop, store, placed.orderNo)).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID' })
  })

  it('asks nobody about an order that was never offered, or whose store has another provider now', async () => {
    provider.mode = 'serverError'
    await checkout()
    provider.mode = 'ok'
    const placed = await dataOf(checkout())
    await shop.database.prisma.paymentAccount.update({ where: { storeId: store.id }, data: { provider: 'SANDBOX' } })
    later(15 * MINUTE)
    expect(await reconcilePayments(shop.services)).toBe(0)
    expect(questions()).toBe(0)
    const orders = await shop.database.prisma.order.findMany({ orderBy: { id: 'asc' } })
    expect(orders.map(({ checkPaymentAt }) => checkPaymentAt !== null)).toEqual([false, true])
    expect(await orderRow(shop, store, placed.orderNo)).toMatchObject({ status: 'PENDING' })
  })

  it('run by two processes at once settles each of many orders once', async () => {
    const placed = await Promise.all(Array.from({ length: 23 }, () => dataOf(checkout())))
    for (const { providerOrderId } of placed) provider.pay(providerOrderId)
    later(15 * MINUTE)
    const counts = await Promise.all([reconcilePayments(shop.services), reconcilePayments(shop.services)])
    expect(counts[0] + counts[1]).toBe(23)
    expect(questions()).toBe(23)
    expect(await stockOf(shop, store, 'tea')).toBe(977)
    expect(await shop.database.prisma.order.count({ where: { storeId: store.id, status: 'CONFIRMED' } })).toBe(23)
  })

  it('that was killed leaves its orders to another, minutes later', async () => {
    const placed = await dataOf(checkout())
    provider.pay(placed.providerOrderId)
    later(15 * MINUTE)
    provider.mode = 'hang'
    const killed = new AbortController()
    const pass = reconcilePayments(shop.services, killed.signal)
    while (questions() === 0) await setTimeout(5)
    killed.abort()
    expect(await pass).toBe(0)
    provider.mode = 'ok'
    expect(await reconcilePayments(shop.services)).toBe(0)
    later(5 * MINUTE)
    expect(await reconcilePayments(shop.services)).toBe(1)
  })
})
