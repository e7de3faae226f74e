import { beforeEach, describe, expect, it } from 'vitest'
import { webhookSignature } from '../../src/commerce/payments/signature.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import {
  atOnce,
  buyer,
  dataOf,
  holdsOf,
  notify,
  orderRow,
  paidNotice,
  productIdOf,
  razorpay,
  receiptOf,
  stockOf,
} from '../support/buying.ts'
import { clientOf, type StorefrontClient } from '../support/client.ts'
import { startFakeProvider } from '../support/fake-provider.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'

const BAD_NOTICES_A_MINUTE = 3
const invalid = { status: 400, body: { error: 'Invalid signature' } }
const taken = { status: 200, body: { success: true } }
const signed = (body: string) => webhookSignature(razorpay.webhookSecret, body)
let store: Store
let client: StorefrontClient

const provider = await forAllTests(startFakeProvider(razorpay))
const shop = await forAllTests(
  openShop({ paymentsUrl: provider.url, policies: { read: { points: 1000, seconds: 60 } }, holdLimits: generousHolds }),
)
beforeEach(async () => {
  store = await openStore()
  client = clientOf(shop, store.subdomain, 'REST')
})

const openStore = (payments: object | null = razorpay) =>
  shop.addStore({ store: { payments }, products: [{ slug: 'tea', name: 'Tea', price: 100, stock: 10 }] })

const checkout = async () =>
  dataOf(client.checkout({ items: [{ id: await productIdOf(shop, store, 'tea'), qty: 2 }], buyer }))

const paid = { status: 'CONFIRMED', paymentStatus: 'PAID', needsAttention: null, checkPaymentAt: null }
const unpaid = { status: 'PENDING', paymentStatus: 'PENDING' }

describe('a well-signed notice', () => {
  it.each(['payment.captured', 'order.paid'])(
    'that says %s confirms an order whose buyer never came back',
    async (event) => {
      const placed = await checkout()
      const payment = provider.pay(placed.providerOrderId)
      expect(await notify(shop, store.subdomain, paidNotice(payment, event))).toEqual(taken)
      expect(await orderRow(shop, store, placed.orderNo)).toMatchObject(paid)
      expect(await stockOf(shop, store, 'tea')).toBe(8)
      expect(await holdsOf(shop, store)).toBe(0)
      expect(await client.verify(receiptOf(payment))).toEqual({ data: { success: true } })
      expect(await stockOf(shop, store, 'tea')).toBe(8)
    },
  )

  it.each(['x-provider-signature', 'x-razorpay-signature'])('may be signed in the header %s', async (header) => {
    const placed = await checkout()
    const body = paidNotice(provider.pay(placed.providerOrderId))
    expect(await notify(shop, store.subdomain, body, { [header]: signed(body) })).toEqual(taken)
    expect(await orderRow(shop, store, placed.orderNo)).toMatchObject(paid)
  })

  it('that is delivered 10 times at once, under one id or many, is applied once', async () => {
    const placed = await checkout()
    const body = paidNotice(provider.pay(placed.providerOrderId))
    const answers = await atOnce(10, (index) =>
      notify(shop, store.subdomain, body, {
        'x-provider-signature': signed(body),
        ...(index % 2 === 0 && { 'x-razorpay-event-id': `evt_${index % 4}` }),
      }),
    )
    for (const answer of answers) expect(answer).toEqual(taken)
    expect(await orderRow(shop, store, placed.orderNo)).toMatchObject(paid)
    expect(await stockOf(shop, store, 'tea')).toBe(8)
    const where = { storeId: store.id }
    expect(await shop.database.prisma.payment.count({ where })).toBe(1)
    expect(await shop.database.prisma.paymentEvent.count({ where })).toBe(3)
    expect(await shop.database.prisma.orderEvent.count({ where: { ...where, kind: 'paid' } })).toBe(1)
  })

  it('that has the id of another counts like any other', async () => {
    const [first, second] = [await checkout(), await checkout()]
    for (const { providerOrderId, orderNo } of [first, second]) {
      const body = paidNotice(provider.pay(providerOrderId))
      const headers = { 'x-provider-signature': signed(body), 'x-razorpay-event-id': 'evt_same' }
      for (let delivery = 0; delivery < 2; delivery += 1)
        expect(await notify(shop, store.subdomain, body, headers)).toEqual(taken)
      expect(await orderRow(shop, store, orderNo)).toMatchObject(paid)
    }
    expect(await shop.database.prisma.paymentEvent.count({ where: { storeId: store.id } })).toBe(2)
    expect(await stockOf(shop, store, 'tea')).toBe(6)
  })

  it.each(['payment.failed', 'payment.authorized', 'refund.created', 'order.notification'])(
    'that says %s changes nothing',
    async (event) => {
      const placed = await checkout()
      const body = paidNotice(provider.pay(placed.providerOrderId), event)
      expect(await notify(shop, store.subdomain, body)).toEqual(taken)
      expect(await orderRow(shop, store, placed.orderNo)).toMatchObject(unpaid)
    },
  )

  it.each([
    ['amount', { amount: 1 }, 'The provider took ₹0.01 instead of ₹200.00.'],
    ['currency', { currency: 'USD' }, 'The provider took $200.00 USD instead of ₹200.00 INR.'],
  ])('of another %s alerts the owner, once, and confirms nothing', async (_, unlike, needsAttention) => {
    const placed = await checkout()
    const payment = provider.pay(placed.providerOrderId, unlike)
    for (const event of ['payment.captured', 'order.paid'])
      expect(await notify(shop, store.subdomain, paidNotice(payment, event))).toEqual(taken)
    expect(await orderRow(shop, store, placed.orderNo)).toMatchObject({ ...unpaid, needsAttention })
    expect(await stockOf(shop, store, 'tea')).toBe(10)

    // The same payment's signature does not say how much was paid: the notice has.
    expect(await client.verify(receiptOf(payment))).toEqual({ status: 400, error: 'Payment does not cover the order' })
    expect(await orderRow(shop, store, placed.orderNo)).toMatchObject({ ...unpaid, needsAttention })

    await notify(shop, store.subdomain, paidNotice(provider.pay(placed.providerOrderId)))
    expect(await orderRow(shop, store, placed.orderNo)).toMatchObject({ ...paid, needsAttention })
  })

  it('of another amount than verification took for granted alerts the owner', async () => {
    const placed = await checkout()
    const payment = provider.pay(placed.providerOrderId, { amount: 150 })
    await dataOf(client.verify(receiptOf(payment)))
    expect(await orderRow(shop, store, placed.orderNo)).toMatchObject({ ...paid, checkPaymentAt: expect.any(Date) })
    for (const event of ['payment.captured', 'order.paid'])
      await notify(shop, store.subdomain, paidNotice(payment, event))
    const needsAttention = 'The provider took ₹1.50 instead of ₹200.00.'
    expect(await orderRow(shop, store, placed.orderNo)).toMatchObject({ ...paid, needsAttention })
  })

  it('of a second payment alerts the owner to refund it, and leaves earlier alerts', async () => {
    const placed = await checkout()
    await notify(shop, store.subdomain, paidNotice(provider.pay(placed.providerOrderId)))
    const [second, third] = [provider.pay(placed.providerOrderId), provider.pay(placed.providerOrderId)]
    for (const event of ['payment.captured', 'order.paid'])
      await notify(shop, store.subdomain, paidNotice(second, event))
    await dataOf(client.verify(receiptOf(third)))
    const needsAttention = `Paid a second time (${second.id}): refund the buyer. Paid a second time (${third.id}): refund the buyer.`
    expect(await orderRow(shop, store, placed.orderNo)).toMatchObject({ ...paid, needsAttention })
    expect(await stockOf(shop, store, 'tea')).toBe(8)
  })

  it('confirms an order that a bad signature has failed', async () => {
    const placed = await checkout()
    const payment = provider.pay(placed.providerOrderId)
    await client.verify({ ...receiptOf(payment), provider_signature: '0'.repeat(64) })
    expect(await orderRow(shop, store, placed.orderNo)).toMatchObject({ status: 'FAILED' })
    await notify(shop, store.subdomain, paidNotice(payment))
    expect(await orderRow(shop, store, placed.orderNo)).toMatchObject(paid)
    expect(await stockOf(shop, store, 'tea')).toBe(8)
  })

  it('of an order that nobody knows, or that another store has, changes nothing', async () => {
    const placed = await checkout()
    const payment = provider.pay(placed.providerOrderId)
    const other = await openStore()
    expect(await notify(shop, other.subdomain, paidNotice(payment))).toEqual(taken)
    expect(await notify(shop, store.subdomain, paidNotice({ ...payment, order_id: 'order_x' }))).toEqual(taken)
    expect(await orderRow(shop, store, placed.orderNo)).toMatchObject(unpaid)
  })

  it('settles what was bought at a store that is switched off meanwhile', async () => {
    const placed = await checkout()
    await shop.database.prisma.store.update({ where: { id: store.id }, data: { active: false } })
    shop.services.stores.forget(store.subdomain)
    expect(await notify(shop, store.subdomain, paidNotice(provider.pay(placed.providerOrderId)))).toEqual(taken)
    expect(await orderRow(shop, store, placed.orderNo)).toMatchObject(paid)
  })

  it.each([
    ['no JSON', '{"event": "payment.cap', 'Invalid JSON'],
    ['empty', '', 'Invalid JSON'],
    ['no notice', '[]', 'Malformed payment notice'],
    ['a notice without a payment', '{"event": "payment.captured"}', 'Malformed payment notice'],
  ])('is refused when it is %s', async (_, body, error) => {
    expect(await notify(shop, store.subdomain, body)).toEqual({ status: 400, body: { error } })
  })
})

describe('a notice that is not well signed is refused, and changes nothing', () => {
  const attempt = async (headers: (body: string) => Record<string, string>) => {
    const placed = await checkout()
    const body = paidNotice(provider.pay(placed.providerOrderId))
    expect(await notify(shop, store.subdomain, body, headers(body))).toEqual(invalid)
    expect(await orderRow(shop, store, placed.orderNo)).toMatchObject(unpaid)
  }

  it('without a signature', () => attempt(() => ({})))
  it('with another’s secret', () =>
    attempt((body) => ({ 'x-provider-signature': webhookSignature(razorpay.keySecret, body) })))
  it('for another body', () => attempt((body) => ({ 'x-provider-signature': signed(`${body} `) })))
  it('with a signature that is none', () => attempt(() => ({ 'x-razorpay-signature': 'x' })))

  it.each([
    ['has no webhook secret', { ...razorpay, webhookSecret: undefined }],
    ['takes play money', { provider: 'sandbox' }],
    ['takes no payments', null],
  ])('at a store that %s', async (_, payments) => {
    const body = '{"event": "order.paid"}'
    const { subdomain } = await openStore(payments)
    for (const secret of [razorpay.webhookSecret, razorpay.keySecret, '', 'null', 'undefined'])
      expect(await notify(shop, subdomain, body, { 'x-provider-signature': webhookSignature(secret, body) })).toEqual(
        invalid,
      )
  })

  it('at a store that nobody knows', async () => {
    expect(await notify(shop, 'unknown', '{"event": "order.paid"}')).toEqual({
      status: 404,
      body: { error: 'Site not found' },
    })
  })
})

it('well-signed notices count against no limit, others do', async () => {
  const strict = await openShop({ policies: { read: { points: BAD_NOTICES_A_MINUTE, seconds: 60 } } })
  const { subdomain } = await strict.addStore({ store: { payments: razorpay } })
  const body = '{"event": "payment.failed"}'
  for (let call = 0; call < 3 * BAD_NOTICES_A_MINUTE; call += 1)
    expect(await notify(strict, subdomain, body)).toEqual(taken)
  for (let call = 0; call < BAD_NOTICES_A_MINUTE; call += 1)
    expect(await notify(strict, subdomain, body, {})).toEqual(invalid)
  expect(await notify(strict, subdomain, body, {})).toEqual({ status: 429, body: { error: 'Too many requests' } })
  expect(await notify(strict, subdomain, body)).toEqual(taken)
  await strict.close()
})

it('only POST is answered', async () => {
  const answer = await shop.app.inject(`/api/sites/${store.subdomain}/webhooks/payments`)
  expect(answer.statusCode).toBe(405)
  expect(answer.headers.allow).toMatch(/^POST\b/)
  expect(answer.json()).toEqual({ error: 'Method not allowed' })
})

it('a body over 64 KiB is refused', async () => {
  const body = JSON.stringify({ event: 'order.paid', padding: 'x'.repeat(64 * 1024) })
  expect(await notify(shop, store.subdomain, body)).toEqual({ status: 413, body: { error: 'Body too large' } })
})
