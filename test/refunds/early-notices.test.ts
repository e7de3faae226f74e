import { beforeEach, describe, expect, it } from 'vitest'
import { reconcileRefunds } from '../../src/commerce/refunds/reconcile-refunds.ts'
import { reconcilePayments } from '../../src/commerce/settlement/reconcile-payments.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import {
  atOnce,
  buyer,
  dataOf,
  notify,
  orderRow,
  paidNotice,
  productIdOf,
  razorpay,
  receiptOf,
} from '../support/buying.ts'
import { clientOf, type StorefrontClient } from '../support/client.ts'
import { startFakeProvider } from '../support/fake-provider.ts'
import { refundNotice, refundRows } from '../support/refunding.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'

const HOUR = 3_600_000
let store: Store
let client: StorefrontClient
let now = new Date('2026-06-01T10:00:00Z')

const provider = await forAllTests(startFakeProvider(razorpay))
const shop = await forAllTests(openShop({ clock: () => now, paymentsUrl: provider.url, holdLimits: generousHolds }))
beforeEach(async () => {
  const products = [{ slug: 'tea', name: 'Tea', price: 100, stock: 10 }]
  store = await shop.addStore({ store: { payments: razorpay }, products })
  client = clientOf(shop, store.subdomain, 'REST')
})

/** An order of 200 rupees that is paid at the provider, of which nothing is known here yet. */
async function payElsewhere() {
  const items = [{ id: await productIdOf(shop, store, 'tea'), qty: 2 }]
  const { orderNo, providerOrderId } = await dataOf(client.checkout({ items, buyer }))
  return { orderNo, payment: provider.pay(providerOrderId) }
}

const sendNotice = async (body: string) =>
  expect(await notify(shop, store.subdomain, body)).toEqual({ status: 200, body: { success: true } })
const stateOf = async (orderNo: string) => {
  const { status, paymentStatus, refundedAmount, needsAttention } = await orderRow(shop, store, orderNo)
  return [status, paymentStatus, Number(refundedAmount), needsAttention]
}
const rows = async () => (await refundRows(shop, store)).map(({ status, amount }) => [status, Number(amount)])
const stock = async () => (await shop.database.prisma.product.findFirst({ where: { storeId: store.id } }))?.stock

describe('a refund whose notice comes before that of its payment', () => {
  it('of all of it counts as much as in the right order, however the payment is reported later', async () => {
    const { orderNo, payment } = await payElsewhere()
    payment.status = 'refunded'
    const refund = provider.refund(payment.id, 20_000)
    await atOnce(4, () => sendNotice(refundNotice(refund, 'refund.processed', { ...payment, captured: true })))
    expect(await stateOf(orderNo)).toEqual(['CONFIRMED', 'REFUNDED', 20_000, null])
    await sendNotice(paidNotice({ ...payment, status: 'captured' }))
    expect(await client.verify(receiptOf(payment))).toMatchObject({ data: { success: true } })
    now = new Date(now.getTime() + HOUR)
    await reconcilePayments(shop.services)
    await reconcileRefunds(shop.services)
    expect(await stateOf(orderNo)).toEqual(['CONFIRMED', 'REFUNDED', 20_000, null])
    expect([await rows(), await stock()]).toEqual([[['PROCESSED', 20_000]], 8])
  })

  it('of a part, at once with the notice and with the verification, counts once', async () => {
    const { orderNo, payment } = await payElsewhere()
    const notice = refundNotice(provider.refund(payment.id, 5_000), 'refund.processed', payment)
    const acts = [
      () => sendNotice(notice),
      () => sendNotice(paidNotice(payment)),
      () => client.verify(receiptOf(payment)).then(() => undefined),
    ]
    await atOnce(9, async (index) => (await acts[index % acts.length]?.()) ?? {})
    expect(await stateOf(orderNo)).toEqual(['CONFIRMED', 'PAID', 5_000, null])
    expect([await rows(), await stock()]).toEqual([[['PROCESSED', 5_000]], 8])
  })

  it('that failed leaves the order paid', async () => {
    const { orderNo, payment } = await payElsewhere()
    const refund = provider.refund(payment.id, 20_000, { status: 'failed' })
    await sendNotice(refundNotice(refund, 'refund.failed', payment))
    expect(await stateOf(orderNo)).toEqual(['CONFIRMED', 'PAID', 0, null])
  })

  it.each([
    ['was never captured', { captured: false, status: 'refunded' }],
    ['has failed', { status: 'failed' }],
    ['has no order', { order_id: undefined }],
    ['is another', { id: 'pay_another' }],
    ['is of nobody’s order', { order_id: 'order_unknown' }],
  ])('changes nothing when the payment %s', async (_, unlike) => {
    const { orderNo, payment } = await payElsewhere()
    const before = await orderRow(shop, store, orderNo)
    await sendNotice(refundNotice(provider.refund(payment.id, 20_000), 'refund.processed', { ...payment, ...unlike }))
    expect(await orderRow(shop, store, orderNo)).toEqual(before)
    expect(await rows()).toEqual([])
  })
})
