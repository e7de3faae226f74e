import { describe, expect, it } from 'vitest'
import { changeOrderStatus } from '../../src/commerce/orders/status/change-status.ts'
import { reconcilePayments } from '../../src/commerce/settlement/reconcile-payments.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import {
  atOnce,
  balanceOf,
  buyer,
  dataOf,
  holdsOf,
  notify,
  orderRow,
  paidNotice,
  pay,
  placedOf,
  productIdOf,
  razorpay,
  receiptOf,
  signUpWithPoints,
  stockOf,
  tally,
  usesOf,
} from '../support/buying.ts'
import { thorough } from '../support/chance.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { startFakeProvider } from '../support/fake-provider.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, generousHolds, openShop, unlimited } from '../support/shop.ts'

const CROWD = thorough ? 200 : 30

const provider = await forAllTests(startFakeProvider(razorpay))
let now: Date = new Date('2026-06-01T10:00:00Z')
const shop = await forAllTests(
  openShop({
    clock: () => now,
    paymentsUrl: provider.url,
    policies: { checkout: unlimited, read: unlimited, signup: unlimited },
    holdLimits: generousHolds,
  }),
)

const tea = (stock: number | null) => ({ slug: 'tea', name: 'Tea', price: 100, stock })

async function openStore(bundle: object, payments: object = { provider: 'sandbox' }) {
  const store = await shop.addStore({
    store: { payments, loyalty: { enabled: true, earnRate: 0.1, redeemRate: 1 } },
    ...bundle,
  })
  return { store, client: clientOf(shop, store.subdomain, 'REST') }
}

const cartOf = async (store: Store, qty = 1) => ({ items: [{ id: await productIdOf(shop, store, 'tea'), qty }], buyer })

const settledOrders = (store: Store) =>
  shop.database.prisma.order.count({ where: { storeId: store.id, status: 'CONFIRMED', paymentStatus: 'PAID' } })

const paidEvents = (store: Store) =>
  shop.database.prisma.orderEvent.count({ where: { storeId: store.id, kind: 'paid' } })

describe.each(interfaces)('over %s', (by) => {
  it(`${CROWD} checkouts at once for 10 units promise 10, and 5 verifications of each sell them once`, async () => {
    const { store } = await openStore({
      products: [tea(10)],
      discounts: [{ code: 'TEN', type: 'percent', value: 10, usageLimit: 100 }],
    })
    const client = clientOf(shop, store.subdomain, by)
    const input = { ...(await cartOf(store)), discountCode: 'TEN' }

    const outcomes = await atOnce(CROWD, () =>
      client.checkout({ ...input, buyer: { name: 'Ravi', phone: newPhone() } }),
    )
    expect(tally(outcomes)).toEqual({ ok: 10, '400 No valid items in cart': CROWD - 10 })
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
    expect(await shop.database.prisma.payment.count({ where: { storeId: store.id } })).toBe(10)
  })

  it(`${CROWD} checkouts at once of what is not scarce all go through`, async () => {
    const { store } = await openStore({ products: [tea(1000)] })
    const client = clientOf(shop, store.subdomain, by)
    const input = await cartOf(store)
    const outcomes = await atOnce(CROWD, () => client.checkout(input))
    expect(tally(outcomes)).toEqual({ ok: CROWD })
    expect(new Set(placedOf(outcomes).map(({ orderNo }) => orderNo)).size).toBe(CROWD)
    expect(
      await shop.database.prisma.stockHold.aggregate({ where: { storeId: store.id }, _sum: { qty: true } }),
    ).toEqual({ _sum: { qty: CROWD } })
  })
})

it.each([5, 2])('a code for %i uses is used so often, however many ask at once', async (usageLimit) => {
  const { store, client } = await openStore({
    products: [tea(null)],
    discounts: [{ code: 'FEW', type: 'fixed', value: 10, usageLimit }],
  })
  const input = { ...(await cartOf(store)), discountCode: 'few' }
  const placed = placedOf(await atOnce(50, () => client.checkout(input)))
  expect(placed).toHaveLength(50)
  expect(placed.filter(({ breakdown }) => breakdown.discount > 0)).toHaveLength(usageLimit)
  expect(await usesOf(shop, store, 'FEW')).toEqual({ counted: 0, held: usageLimit })

  await Promise.all(placed.map(async ({ providerOrderId }) => client.verify(await pay(shop, providerOrderId))))
  expect(await settledOrders(store)).toBe(50)
  expect(await usesOf(shop, store, 'FEW')).toEqual({ counted: usageLimit, held: 0 })
  expect((await dataOf(client.checkout(input))).breakdown.discount).toBe(0)
})

it('a code for one use per customer is used once by each, also by a guest who writes the phone in many ways', async () => {
  const { store, client } = await openStore({
    products: [tea(null)],
    discounts: [{ code: 'ONCE', type: 'fixed', value: 10, perCustomerLimit: 1 }],
  })
  const input = { ...(await cartOf(store)), discountCode: 'ONCE' }
  const { token } = await signUpWithPoints(shop, store, client, 0)
  const phones = ['98765 43210', '98765-43210', '(98765) 43210', '9876543210']
  const outcomes = await atOnce(40, (index) =>
    index % 2 === 0
      ? client.checkout(input, { token })
      : client.checkout({ ...input, buyer: { name: 'Ravi', phone: phones[(index >> 1) % 4] } }),
  )
  expect(tally(outcomes)).toEqual({ ok: 40 })
  // The customer is always the same buyer, and each order takes the use over from the one before; the guest comes from
  // another address each time.
  expect(placedOf(outcomes).filter(({ breakdown }) => breakdown.discount > 0)).toHaveLength(21)
  expect(await usesOf(shop, store, 'ONCE')).toEqual({ counted: 0, held: 2 })
})

it('100 points are redeemed once, however many checkouts ask for them at once and are paid', async () => {
  const { store, client } = await openStore({ products: [tea(null)] })
  const { id, token } = await signUpWithPoints(shop, store, client, 100)
  const input = { ...(await cartOf(store)), loyaltyPoints: 30 }
  const placed = placedOf(await atOnce(20, () => client.checkout(input, { token })))
  const used = placed.map(({ breakdown }) => breakdown.loyaltyPointsUsed)
  expect(used).toEqual(Array(20).fill(30))
  const { _sum: held } = await shop.database.prisma.pointsHold.aggregate({
    where: { storeId: store.id },
    _sum: { points: true },
  })
  expect(held.points).toBe(30)

  const receipts = await Promise.all(placed.map(({ providerOrderId }) => pay(shop, providerOrderId)))
  await atOnce(60, (index) => client.verify(receipts[index % 20] ?? {}))
  expect(await settledOrders(store)).toBe(20)
  // Each earns 7 and takes what is there, 30 at most: after 77, 54, 31 and 8 points there are 7, again and again.
  expect(await balanceOf(shop, store, id)).toBe(7)
  expect(await shop.database.prisma.order.count({ where: { storeId: store.id, needsAttention: { not: null } } })).toBe(
    16,
  )
})

it('verification, the provider’s notices and reconciliation at once settle an order once', async () => {
  const { store, client } = await openStore(
    { products: [tea(20)], discounts: [{ code: 'TEN', type: 'percent', value: 10 }] },
    razorpay,
  )
  const { id, token } = await signUpWithPoints(shop, store, client, 50)
  const input = { ...(await cartOf(store, 2)), discountCode: 'TEN', loyaltyPoints: 50 }
  const placed = await dataOf(client.checkout(input, { token }))
  const payment = provider.pay(placed.providerOrderId)
  now = new Date(now.getTime() + 16 * 60_000)
  const [settled, ...answers] = await Promise.all([
    atOnce(4, () => reconcilePayments(shop.services)),
    atOnce(10, () => client.verify(receiptOf(payment))),
    atOnce(10, () => notify(shop, store.subdomain, paidNotice(payment))),
    atOnce(10, () => notify(shop, store.subdomain, paidNotice(payment, 'order.paid'))),
  ])
  expect(settled.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(1)
  for (const answer of answers.flat()) expect('data' in answer ? 200 : answer.status).toBe(200)
  expect(await orderRow(shop, store, placed.orderNo)).toMatchObject({
    status: 'CONFIRMED',
    paymentStatus: 'PAID',
    needsAttention: null,
    checkPaymentAt: null,
  })
  expect(await paidEvents(store)).toBe(1)
  expect(await stockOf(shop, store, 'tea')).toBe(18)
  expect(await usesOf(shop, store, 'TEN')).toEqual({ counted: 1, held: 0 })
  expect(await balanceOf(shop, store, id)).toBe(placed.breakdown.loyaltyPointsEarned)
  expect(await shop.database.prisma.payment.count({ where: { storeId: store.id } })).toBe(1)
})

it('a cancellation and a verification at once end either way, with everything put back', async () => {
  const { store, client } = await openStore({
    products: [tea(100)],
    discounts: [{ code: 'TEN', type: 'percent', value: 10, usageLimit: 100 }],
  })
  const { id, token } = await signUpWithPoints(shop, store, client, 100)
  const input = { ...(await cartOf(store)), discountCode: 'TEN', loyaltyPoints: 5 }
  const placed = placedOf(await atOnce(20, () => client.checkout(input, { token })))
  const context = { services: shop.services, store }
  const refused = new Set<string>()
  await Promise.all(
    placed.map(async ({ orderNo, providerOrderId }, index) => {
      const receipt = await pay(shop, providerOrderId)
      const verify = async () => {
        const outcome = await client.verify(receipt)
        if ('data' in outcome) return expect(outcome).toEqual({ data: { success: true } })
        expect(outcome).toEqual({ status: 400, error: 'This order was cancelled' })
        refused.add(orderNo)
      }
      const cancel = () => changeOrderStatus(context, orderNo, 'CANCELLED', 'owner:test')
      const bad = async () => client.verify(await pay(shop, providerOrderId, 'fail'))
      // A bad signature may fail the order first, and what is failed cannot be cancelled.
      const calls = index % 2 === 0 ? [verify(), cancel(), verify()] : [bad(), verify(), cancel().catch(() => {})]
      await Promise.all(calls)
    }),
  )
  const orders = await shop.database.prisma.order.findMany({ where: { storeId: store.id } })
  const cancelled = orders.filter(({ status }) => status === 'CANCELLED')
  const confirmed = orders.filter(({ status }) => status === 'CONFIRMED')
  expect(cancelled.length + confirmed.length).toBe(20)
  for (const { paymentStatus } of orders) expect(paymentStatus).toBe('PAID')
  for (const { orderNo } of confirmed) expect(refused).not.toContain(orderNo)
  for (const { needsAttention } of cancelled) expect(needsAttention).toMatch(/cancelled.*refund the buyer/i)
  expect(await stockOf(shop, store, 'tea')).toBe(100 - confirmed.length)
  expect(await usesOf(shop, store, 'TEN')).toEqual({ counted: confirmed.length, held: 0 })
  const points = confirmed.reduce((sum, { pointsEarned, pointsUsed }) => sum + pointsEarned - pointsUsed, 100)
  expect(await balanceOf(shop, store, id)).toBe(points)
  expect(await holdsOf(shop, store)).toBe(0)
})

it('carts with the same products in any order never get in each other’s way', async () => {
  const sizes = ['50g', '100g', '250g']
  const { store, client } = await openStore({
    products: [
      ...Array.from({ length: 6 }, (_, index) => ({ slug: `tea-${index}`, name: 'Tea', price: 10, stock: 10_000 })),
      {
        slug: 'sized',
        name: 'Sencha',
        price: 10,
        variants: sizes.map((size) => ({ options: { size }, stock: 10_000 })),
      },
    ],
    discounts: [{ code: 'TEN', type: 'percent', value: 10, usageLimit: 1000 }],
  })
  const products = await shop.database.prisma.product.findMany({ where: { storeId: store.id }, orderBy: { id: 'asc' } })
  const items = products.flatMap(({ id, slug }) =>
    slug === 'sized' ? sizes.map((size) => ({ id, qty: 1, variant: { size } })) : [{ id, qty: 1 }],
  )
  const { token } = await signUpWithPoints(shop, store, client, 100)
  const outcomes = await atOnce(60, async (index) => {
    const turned = items.slice(index % items.length).concat(items.slice(0, index % items.length))
    const cart = { items: index % 2 === 0 ? turned : turned.reverse(), buyer, discountCode: 'TEN', loyaltyPoints: 1 }
    const placed = await client.checkout(cart, { token })
    if ('data' in placed)
      expect(await client.verify(await pay(shop, placed.data.providerOrderId))).toHaveProperty('data')
    return placed
  })
  expect(tally(outcomes)).toEqual({ ok: 60 })
  expect(await settledOrders(store)).toBe(60)
  const [product, variant] = [
    await shop.database.prisma.product.aggregate({ where: { storeId: store.id }, _min: { stock: true } }),
    await shop.database.prisma.variant.aggregate({ where: { storeId: store.id }, _min: { stock: true } }),
  ]
  expect([product._min.stock, variant._min.stock]).toEqual([9_940, 9_940])
})
