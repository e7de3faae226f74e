import { beforeEach, describe, expect, it } from 'vitest'
import { reconcilePayments } from '../../src/commerce/settlement/reconcile-payments.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { buyer, dataOf, notify, orderRow, paidNotice, productIdOf, razorpay, receiptOf } from '../support/buying.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { type FakePayment, startFakeProvider } from '../support/fake-provider.ts'
import { forAllTests } from '../support/for-all-tests.ts'
import { openOrderMailShop } from '../support/order-mails.ts'
import { refundNotice } from '../support/refunding.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
let store: Store
let now = new Date('2026-06-01T10:00:00Z')

const provider = await forAllTests(startFakeProvider(razorpay))
const mails = await forAllTests(openOrderMailShop({ clock: () => now, paymentsUrl: provider.url }))
const shop = mails.shop
beforeEach(async () => {
  provider.mode = 'ok'
  provider.requests.length = 0
  store = await shop.addStore({
    store: { payments: razorpay, ownerEmail: 'meena@example.com' },
    products: [{ slug: 'tea', name: 'Tea', price: 100, stock: 100 }],
  })
})

const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
const questions = () => provider.requests.filter((request) => request.startsWith('GET')).length
const pass = async () => {
  const before = questions()
  await reconcilePayments(shop.services)
  return questions() - before
}
const client = (by: (typeof interfaces)[number] = 'REST') => clientOf(shop, store.subdomain, by)

/** An order of 100 rupees, whose payment the provider has authorized and not captured. */
async function authorize(by: (typeof interfaces)[number] = 'REST') {
  const items = [{ id: await productIdOf(shop, store, 'tea'), qty: 1 }]
  const { orderNo, providerOrderId } = await dataOf(client(by).checkout({ items, buyer }))
  return { orderNo, payment: provider.pay(providerOrderId, { status: 'authorized' }) }
}

const alert = ({ id }: FakePayment) =>
  `The payment of ₹100.00 (${id}) is authorized, but not captured: capture it at the payment provider, or the buyer gets the money back.`
const row = (orderNo: string) => orderRow(shop, store, orderNo)
const sendNotice = async (body: string) =>
  expect(await notify(shop, store.subdomain, body)).toEqual({ status: 200, body: { success: true } })

describe.each(interfaces)('a payment that was verified over %s', (by) => {
  it('and is still only authorized a day later alerts the owner, once, by mail too', async () => {
    const { orderNo, payment } = await authorize(by)
    await dataOf(client(by).verify(receiptOf(payment)))
    later(DAY - MINUTE)
    expect(await pass()).toBe(0)
    expect(await row(orderNo)).toMatchObject({ status: 'CONFIRMED', needsAttention: null })
    await mails.deliver(store)

    later(MINUTE)
    expect(await pass()).toBe(1)
    expect(await row(orderNo)).toMatchObject({ status: 'CONFIRMED', needsAttention: alert(payment) })
    const sent = await mails.deliver(store)
    expect(sent).toMatchObject([{ to: 'meena@example.com', text: expect.stringContaining(`(${payment.id}) is auth`) }])

    for (let day = 2; day <= 7; day += 1) {
      later(DAY)
      await pass()
    }
    expect(await row(orderNo)).toMatchObject({ needsAttention: alert(payment), checkPaymentAt: null })
    const calls = { storeId: store.id, kind: 'attention' }
    expect(await shop.database.prisma.orderEvent.count({ where: calls })).toBe(1)
  })

  it('and was captured within a day calls nobody, and is asked about once', async () => {
    const { orderNo, payment } = await authorize(by)
    await dataOf(client(by).verify(receiptOf(payment)))
    payment.status = 'captured'
    later(DAY)
    expect(await pass()).toBe(1)
    expect(await row(orderNo)).toMatchObject({ needsAttention: null, checkPaymentAt: null, status: 'CONFIRMED' })
  })
})

describe('a verified payment', () => {
  it('whose capture the provider has reported is asked about no more', async () => {
    const { orderNo, payment } = await authorize()
    await dataOf(client().verify(receiptOf(payment)))
    payment.status = 'captured'
    const { version } = await row(orderNo)
    await sendNotice(paidNotice(payment))
    expect(await row(orderNo)).toMatchObject({ checkPaymentAt: null, needsAttention: null, version })
    later(DAY)
    expect(await pass()).toBe(0)
  })

  it.each(['a notice', 'reconciliation'])('that is captured late closes the call, by %s', async (by) => {
    const { orderNo, payment } = await authorize()
    await dataOf(client().verify(receiptOf(payment)))
    later(DAY)
    await pass()
    expect(await row(orderNo)).toMatchObject({ needsAttention: alert(payment) })
    payment.status = 'captured'
    later(2 * DAY)
    if (by === 'a notice') await sendNotice(paidNotice(payment))
    else await pass()
    expect(await row(orderNo)).toMatchObject({ needsAttention: null, checkPaymentAt: null, paymentStatus: 'PAID' })
  })

  it('that goes back to the buyer in the end closes the call, and the order is refunded', async () => {
    const { orderNo, payment } = await authorize()
    await dataOf(client().verify(receiptOf(payment)))
    later(DAY)
    await pass()
    await sendNotice(refundNotice(provider.refund(payment.id, 10_000)))
    expect(await row(orderNo)).toMatchObject({ needsAttention: null, paymentStatus: 'REFUNDED' })
  })

  it('is asked about again when the provider is away a day later', async () => {
    const { orderNo, payment } = await authorize()
    await dataOf(client().verify(receiptOf(payment)))
    later(DAY)
    provider.mode = 'serverError'
    await pass()
    provider.mode = 'ok'
    later(15 * MINUTE)
    await pass()
    expect(await row(orderNo)).toMatchObject({ needsAttention: alert(payment) })
  })

  it('of another amount than the order’s is found a day later without any notice', async () => {
    const { orderNo, payment } = await authorize()
    await dataOf(client().verify(receiptOf(payment)))
    Object.assign(payment, { status: 'captured', amount: 150 })
    later(DAY)
    await pass()
    const needsAttention = 'The provider took ₹1.50 instead of ₹100.00.'
    expect(await row(orderNo)).toMatchObject({ needsAttention })
  })

  it('beside one that was authorized too much calls nobody: the buyer gets the other back', async () => {
    const { orderNo, payment } = await authorize()
    await dataOf(client().verify(receiptOf(payment)))
    payment.status = 'captured'
    provider.pay(payment.order_id, { status: 'authorized' })
    later(DAY)
    await pass()
    expect(await row(orderNo)).toMatchObject({ needsAttention: null })
  })
})

describe('a payment that nobody has verified', () => {
  it('and that reconciliation finds authorized alerts the owner after a day, and not before', async () => {
    const { orderNo, payment } = await authorize()
    for (let quarter = 1; quarter < 96; quarter += 1) {
      later(15 * MINUTE)
      await pass()
    }
    expect(await row(orderNo)).toMatchObject({ status: 'PENDING', needsAttention: null })
    later(DAY)
    await pass()
    expect(await row(orderNo)).toMatchObject({ status: 'PENDING', needsAttention: alert(payment) })
    payment.status = 'captured'
    await sendNotice(paidNotice(payment))
    expect(await row(orderNo)).toMatchObject({ status: 'CONFIRMED', needsAttention: null })
  })

  it('and that a notice reports when the order was given up is looked at a day later', async () => {
    const { orderNo, payment } = await authorize()
    payment.status = 'created'
    for (let day = 1; day <= 7; day += 1) {
      later(DAY)
      await pass()
    }
    expect(await row(orderNo)).toMatchObject({ status: 'PENDING', checkPaymentAt: null })
    payment.status = 'authorized'
    await sendNotice(paidNotice(payment, 'payment.authorized'))
    expect(await pass()).toBe(0)
    later(DAY)
    expect(await pass()).toBe(1)
    expect(await row(orderNo)).toMatchObject({ status: 'PENDING', needsAttention: alert(payment) })
  })
})
