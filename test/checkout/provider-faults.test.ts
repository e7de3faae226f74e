import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { atOnce, buyer, dataOf, holdsOf, orderRow, productIdOf, razorpay, receiptOf, tally } from '../support/buying.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { type FakeMode, startFakeProvider } from '../support/fake-provider.ts'
import { needs, noServer } from '../support/needs.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'

/** Of the shop under test; the service's own is 10 s. */
const PROVIDER_TIMEOUT_MS = 1_000
const SLOW_MACHINE_MS = 30_000
const unavailable = { status: 502, error: 'Payment provider unavailable' }

const provider = await forAllTests(startFakeProvider(razorpay))
const shop = await forAllTests(
  openShop({ paymentsUrl: provider.url, paymentsTimeoutMs: 1_000, holdLimits: generousHolds }),
)
const store = await shop.addStore({
  store: { payments: razorpay, loyalty: { enabled: true, earnRate: 0.1, redeemRate: 1 } },
  products: [{ slug: 'tea', name: 'Tea', price: 499.5, stock: 5 }],
  discounts: [{ code: 'FEW', type: 'fixed', value: 10, usageLimit: 3 }],
})
const input = { items: [{ id: await productIdOf(shop, store, 'tea'), qty: 5 }], buyer, discountCode: 'FEW' }
beforeEach(() => {
  provider.mode = 'ok'
  provider.calls.length = 0
})

const latestOrder = () =>
  shop.database.prisma.order.findFirstOrThrow({ where: { storeId: store.id }, orderBy: { id: 'desc' } })

describe.each(interfaces)('a checkout over %s, when the provider misbehaves', (by) => {
  const client = clientOf(shop, store.subdomain, by)

  const faults: FakeMode[] = ['hang', 'slowBody', 'serverError', 'refuse', 'garbage', 'html', 'empty', 'otherShape']
  faults.push('oddId', 'otherAmount', 'otherCurrency', 'closeUnanswered', 'closeMidBody', 'redirect', 'hugeBody')
  it.each(faults)('like this: %s, is answered in time, and nothing stays reserved', async (mode) => {
    provider.mode = mode
    const started = performance.now()
    expect(await client.checkout(input)).toEqual(unavailable)
    expect(performance.now() - started).toBeLessThan(PROVIDER_TIMEOUT_MS + SLOW_MACHINE_MS)
    expect(await latestOrder()).toMatchObject({ status: 'FAILED', paymentStatus: 'FAILED', providerOrderId: null })
    expect(await holdsOf(shop, store)).toBe(0)

    provider.mode = 'ok'
    const placed = await dataOf(client.checkout(input))
    expect(placed.breakdown).toMatchObject({ discount: 10, subtotal: 2497.5 })
    await client.verify({ ...receiptOf(provider.pay(placed.providerOrderId)), provider_signature: 'bad' })
    expect(await holdsOf(shop, store)).toBe(0)
  })

  it('by closing the connection of an earlier order, is sent once more, and the order can be paid', async () => {
    provider.mode = 'closeReused'
    for (const qty of [1, 2, 3]) {
      const { providerOrderId } = await dataOf(client.checkout({ ...input, items: [{ ...input.items[0], qty }] }))
      expect(providerOrderId).toBe(provider.orders.at(-1)?.id)
      await client.verify({ ...receiptOf(provider.pay(providerOrderId)), provider_signature: 'bad' })
    }
    expect(await holdsOf(shop, store)).toBe(0)
  })

  it('by giving an id that it has given before, is answered like any other fault', async () => {
    const first = await dataOf(client.checkout(input))
    await client.verify({ ...receiptOf(provider.pay(first.providerOrderId)), provider_signature: 'bad' })
    provider.nextOrderId = first.providerOrderId
    expect(await client.checkout(input)).toEqual(unavailable)
    expect(await holdsOf(shop, store)).toBe(0)
  })

  it('gives back an Idempotency-Key, which then makes one new order', async () => {
    const caller = { headers: { 'idempotency-key': randomUUID() } }
    provider.mode = 'serverError'
    expect(await client.checkout(input, caller)).toEqual(unavailable)
    expect(await client.checkout(input, caller)).toEqual(unavailable)
    provider.mode = 'ok'
    const placed = await dataOf(client.checkout(input, caller))
    expect(await dataOf(client.checkout(input, caller))).toEqual(placed)
    expect(await orderRow(shop, store, placed.orderNo)).toMatchObject({ status: 'PENDING' })
    expect(await shop.database.prisma.stockHold.count({ where: { storeId: store.id } })).toBe(1)
    await client.verify({ ...receiptOf(provider.pay(placed.providerOrderId)), provider_signature: 'bad' })
  })
})

it('the provider is asked for exactly what the buyer is to pay, as the store', async () => {
  const placed = await dataOf(clientOf(shop, store.subdomain, 'REST').checkout(input))
  expect(placed).toMatchObject({ amount: 248_750, currency: 'INR', keyId: razorpay.keyId })
  expect(provider.calls).toEqual([
    {
      method: 'POST',
      url: '/v1/orders',
      headers: expect.objectContaining({
        authorization: `Basic ${Buffer.from(`${razorpay.keyId}:${razorpay.keySecret}`).toString('base64')}`,
        'content-type': 'application/json',
      }),
      body: expect.stringContaining(
        `{"amount":248750,"currency":"INR","receipt":"${placed.orderNo}","payment":{"capture":"automatic"`,
      ),
    },
  ])
  const { order_id } = provider.pay(placed.providerOrderId)
  await clientOf(shop, store.subdomain, 'REST').verify({
    provider_order_id: order_id,
    provider_payment_id: 'x',
    provider_signature: 'bad',
  })
})

it('other buyers are served while the provider hangs', async () => {
  provider.mode = 'hang'
  const client = clientOf(shop, store.subdomain, 'REST')
  const { id } = await shop.database.prisma.product.create({
    data: { storeId: store.id, slug: 'pot', name: 'Pot', price: 100n },
  })
  let ended = 0
  const hanging = atOnce(30, async () => {
    const answer = await client.checkout({ items: [{ id, qty: 1 }], buyer })
    ended += 1
    return answer
  })
  while (provider.calls.length === 0) await setTimeout(5)
  expect(await client.products()).toHaveProperty('data')
  expect(ended).toBeLessThan(30)
  expect(tally(await hanging)).toEqual({ '502 Payment provider unavailable': 30 })
})

describe('on a server', needs(noServer), () => {
  it('no transaction is open while the provider hangs', async () => {
    provider.mode = 'hang'
    const hanging = clientOf(shop, store.subdomain, 'REST').checkout(input)
    while (provider.calls.length === 0) await setTimeout(10)
    const states = await shop.database.prisma.$queryRaw<{ state: string }[]>`
      SELECT state FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`
    expect(states.length).toBeGreaterThan(0)
    for (const { state } of states) expect(state).toBe('idle')
    expect(await shop.database.prisma.stockHold.count({ where: { storeId: store.id } })).toBe(1)
    expect(await hanging).toEqual(unavailable)
    expect(await holdsOf(shop, store)).toBe(0)
  })
})
