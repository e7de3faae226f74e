import { beforeEach, describe, expect, it } from 'vitest'
import { lockOrder } from '../../src/commerce/orders/lock-order.ts'
import { inOrderTransaction } from '../../src/commerce/orders/order-transaction.ts'
import { reconcileRefunds } from '../../src/commerce/refunds/reconcile-refunds.ts'
import { recordRefund } from '../../src/commerce/refunds/record-refund.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { atOnce, buyer, dataOf, notify, orderRow, paidNotice, productIdOf, razorpay } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { type FakePayment, startFakeProvider } from '../support/fake-provider.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { refundBy, refundNotice, refundRows } from '../support/refunding.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
let store: Store
let owner: Owner
let now = new Date('2026-06-01T10:00:00Z')

const provider = await forAllTests(startFakeProvider(razorpay))
const shop = await forAllTests(openShop({ clock: () => now, paymentsUrl: provider.url, holdLimits: generousHolds }))
beforeEach(async () => {
  provider.mode = 'ok'
  provider.refundStatus = 'processed'
  provider.requests.length = 0
  store = await shop.addStore({
    store: { payments: razorpay },
    products: [{ slug: 'tea', name: 'Tea', price: 100, stock: 10 }],
  })
  owner = await ownerOf(shop, store)
})

const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}

/** An order of 200 rupees, paid. */
async function buy(): Promise<{ orderNo: string; payment: FakePayment }> {
  const client = clientOf(shop, store.subdomain, 'REST')
  const items = [{ id: await productIdOf(shop, store, 'tea'), qty: 2 }]
  const { orderNo, providerOrderId } = await dataOf(client.checkout({ items, buyer }))
  const payment = provider.pay(providerOrderId)
  await sendNotice(paidNotice(payment))
  return { orderNo, payment }
}

const sendNotice = async (body: string) =>
  expect(await notify(shop, store.subdomain, body)).toEqual({ status: 200, body: { success: true } })
const madeFor = ({ id }: FakePayment) => provider.refunds.filter(({ payment_id }) => payment_id === id)
const onlyRefund = async () => {
  const [refund, ...others] = await refundRows(shop, store)
  expect(others).toEqual([])
  return refund
}
const eventsOf = (kind: string) => shop.database.prisma.orderEvent.count({ where: { storeId: store.id, kind } })

describe('a refund at a real provider', () => {
  it('is asked for under its own name and with the exact amount', async () => {
    const { orderNo, payment } = await buy()
    const { id } = await refundBy(owner, orderNo, { amount: 0.29 })
    const call = provider.calls.at(-1)
    expect(call).toMatchObject({ method: 'POST', url: `/v1/payments/${payment.id}/refund` })
    expect(call?.headers['x-refund-idempotency']).toBe(id)
    expect(JSON.parse(call?.body ?? '')).toEqual({ amount: 29, receipt: id })
  })

  it('stays under way while the provider works on it, and ends by its notice, however often that comes', async () => {
    provider.refundStatus = 'pending'
    const { orderNo, payment } = await buy()
    expect(await refundBy(owner, orderNo, { restock: true })).toMatchObject({
      status: 'PENDING',
      order: { paymentStatus: 'PAID', refundedAmount: 0 },
    })
    await expect(refundBy(owner, orderNo, { amount: 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'A refund of ₹200.00 is under way. Wait until it has succeeded or failed.',
    })
    const [made] = madeFor(payment)
    if (!made) throw new Error('The provider has made none')
    await atOnce(8, () => sendNotice(refundNotice(made)))
    expect(await onlyRefund()).toMatchObject({ status: 'PROCESSED', providerRefundId: made.id, ofPrice: 20000n })
    expect(await orderRow(shop, store, orderNo)).toMatchObject({ paymentStatus: 'REFUNDED', refundedAmount: 20000n })
    expect(await eventsOf('refunded')).toBe(1)
  })

  it('that fails after all alerts the owner, once, and another one may follow', async () => {
    provider.refundStatus = 'pending'
    const { orderNo, payment } = await buy()
    await refundBy(owner, orderNo)
    const [made] = madeFor(payment)
    if (!made) throw new Error('The provider has made none')
    made.status = 'failed'
    await atOnce(4, () => sendNotice(refundNotice(made, 'refund.failed')))
    const needsAttention = 'The refund of ₹200.00 failed (The provider says that it failed): refund the buyer.'
    expect(await orderRow(shop, store, orderNo)).toMatchObject({ paymentStatus: 'PAID', needsAttention })
    expect(await eventsOf('refund_failed')).toBe(1)
    provider.refundStatus = 'processed'
    expect(await refundBy(owner, orderNo)).toMatchObject({
      status: 'PROCESSED',
      order: { paymentStatus: 'REFUNDED', needsAttention: null },
    })
  })

  it('that the provider refuses has failed, and says why', async () => {
    const { orderNo } = await buy()
    provider.next = ['refuse']
    expect(await refundBy(owner, orderNo)).toMatchObject({
      ...{ status: 'FAILED', failure: 'The amount must be atleast INR 1.00' },
      order: { paymentStatus: 'PAID', needsAttention: null },
    })
    expect(await refundBy(owner, orderNo)).toMatchObject({ status: 'PROCESSED' })
  })

  it('whose keys were changed meanwhile is asked for with the new ones', async () => {
    const { orderNo } = await buy()
    const where = { storeId: store.id }
    const account = await shop.database.prisma.paymentAccount.findUniqueOrThrow({ where })
    const { updatedAt: _, ...old } = account
    const sealedKeySecret = shop.services.seal.seal(store.id, 'a-revoked-secret-of-the-merchant')
    await shop.database.prisma.retiredPaymentAccount.create({
      data: { ...old, sealedKeySecret, keyId: 'rzp_old_key', retiredAt: now },
    })
    expect(await refundBy(owner, orderNo)).toMatchObject({ status: 'PROCESSED' })
  })

  it.each(['serverError', 'closeUnanswered', 'closeMidBody', 'garbage', 'otherAmount', 'otherShape'] as const)(
    'whose answer is lost (%s) is found by reconciliation, and was made once',
    async (mode) => {
      const { orderNo, payment } = await buy()
      provider.mode = mode
      expect(await refundBy(owner, orderNo, { amount: 50 })).toMatchObject({ status: 'PENDING' })
      provider.mode = 'ok'
      expect(await reconcileRefunds(shop.services)).toBe(0)
      later(MINUTE)
      const counts = await Promise.all([reconcileRefunds(shop.services), reconcileRefunds(shop.services)])
      expect(counts[0] + counts[1]).toBe(1)
      expect(await onlyRefund()).toMatchObject({ status: 'PROCESSED', amount: 5000n, checkAt: null })
      expect(madeFor(payment)).toHaveLength(1)
      expect(await orderRow(shop, store, orderNo)).toMatchObject({ paymentStatus: 'PAID', refundedAmount: 5000n })
    },
  )

  it('that was recorded by a process that died is sent by reconciliation, once', async () => {
    const { orderNo, payment } = await buy()
    const { id } = await orderRow(shop, store, orderNo)
    await inOrderTransaction(shop.services, store.id, async (tx) => {
      const order = await lockOrder(tx, store.id, { id })
      if (!order) throw new Error('There is no such order')
      const wish = { amount: null, restock: false, reason: 'x', actor: 'buyer', idempotencyKey: null } as const
      return recordRefund(tx, order, wish, now)
    })
    provider.mode = 'serverError'
    later(MINUTE)
    expect(await reconcileRefunds(shop.services)).toBe(0)
    provider.mode = 'ok'
    later(5 * MINUTE)
    expect(await reconcileRefunds(shop.services)).toBe(1)
    later(DAY)
    expect(await reconcileRefunds(shop.services)).toBe(0)
    expect(await onlyRefund()).toMatchObject({ status: 'PROCESSED', amount: 20000n })
    expect(madeFor(payment)).toHaveLength(1)
  })

  it('ends once by its answer, notices and reconciliation at once', async () => {
    const { orderNo, payment } = await buy()
    const refunding = refundBy(owner, orderNo, { amount: 120 })
    while (madeFor(payment).length === 0) await new Promise((resolve) => setImmediate(resolve))
    const [made] = madeFor(payment)
    if (!made) throw new Error('The provider has made none')
    later(2 * MINUTE)
    await Promise.all([refunding, atOnce(6, () => sendNotice(refundNotice(made))), reconcileRefunds(shop.services)])
    expect(await onlyRefund()).toMatchObject({ status: 'PROCESSED', amount: 12000n })
    expect(await orderRow(shop, store, orderNo)).toMatchObject({ paymentStatus: 'PAID', refundedAmount: 12000n })
    expect(await eventsOf('refunded')).toBe(1)
  })

  it('without an account to ask with fails after 3 days, and alerts the owner', async () => {
    const { orderNo } = await buy()
    provider.mode = 'closeUnanswered'
    await refundBy(owner, orderNo)
    provider.mode = 'ok'
    await shop.database.prisma.paymentAccount.deleteMany({ where: { storeId: store.id } })
    later(DAY)
    expect(await reconcileRefunds(shop.services)).toBe(0)
    later(3 * DAY)
    expect(await reconcileRefunds(shop.services)).toBe(1)
    expect(await orderRow(shop, store, orderNo)).toMatchObject({ needsAttention: expect.stringContaining('failed') })
  })
})

describe('a refund that was made in the provider’s dashboard', () => {
  it('is recorded by its notice, in part and then the whole, once each', async () => {
    const { orderNo, payment } = await buy()
    const part = provider.refund(payment.id, 5_000)
    await atOnce(5, () => sendNotice(refundNotice(part)))
    expect(await orderRow(shop, store, orderNo)).toMatchObject({ paymentStatus: 'PAID', refundedAmount: 5000n })
    await sendNotice(refundNotice(provider.refund(payment.id, 15_000)))
    expect(await orderRow(shop, store, orderNo)).toMatchObject({ paymentStatus: 'REFUNDED', refundedAmount: 20000n })
    expect((await refundRows(shop, store)).map(({ actor, amount }) => [actor, amount])).toEqual([
      ['provider', 5000n],
      ['provider', 15000n],
    ])
  })

  it('while one of ours is under way leaves ours alone', async () => {
    provider.refundStatus = 'pending'
    const { orderNo, payment } = await buy()
    await refundBy(owner, orderNo, { amount: 50 })
    await sendNotice(refundNotice(provider.refund(payment.id, 5_000)))
    const rows = await refundRows(shop, store)
    expect(rows.map(({ status, amount, actor }) => [status, amount, actor.split(':')[0]])).toEqual([
      ['PENDING', 5000n, 'owner'],
      ['PROCESSED', 5000n, 'provider'],
    ])
  })

  it('after the owner has marked the order changes nothing but the list', async () => {
    const { orderNo, payment } = await buy()
    await owner.ask('mutation ($orderNo: String!) { markRefunded(orderNo: $orderNo) { id } }', { orderNo })
    await sendNotice(refundNotice(provider.refund(payment.id, 20_000)))
    expect(await orderRow(shop, store, orderNo)).toMatchObject({ paymentStatus: 'REFUNDED', refundedAmount: 20000n })
    expect((await refundRows(shop, store)).map(({ ofPrice }) => ofPrice)).toEqual([20000n, 0n])
  })

  it('of a second payment gives that back, and not the price of the order', async () => {
    const { orderNo, payment } = await buy()
    const second = provider.pay(payment.order_id)
    await sendNotice(paidNotice(second))
    expect((await orderRow(shop, store, orderNo)).needsAttention).toBe(
      `Paid a second time (${second.id}): refund the buyer.`,
    )
    await sendNotice(refundNotice(provider.refund(second.id, 20_000)))
    expect(await orderRow(shop, store, orderNo)).toMatchObject({
      ...{ paymentStatus: 'PAID', refundedAmount: 0n, needsAttention: null },
    })
    expect(await refundBy(owner, orderNo)).toMatchObject({ amount: 200, order: { paymentStatus: 'REFUNDED' } })
    expect(madeFor(payment)).toHaveLength(1)
  })

  it('that failed, or of a payment that nobody knows, changes nothing', async () => {
    const { orderNo, payment } = await buy()
    const before = await orderRow(shop, store, orderNo)
    const made = provider.refund(payment.id, 5_000, { status: 'failed' })
    await sendNotice(refundNotice(made, 'refund.failed'))
    await sendNotice(refundNotice({ ...made, payment_id: 'pay_unknown' }))
    expect(await orderRow(shop, store, orderNo)).toEqual(before)
    expect(await refundRows(shop, store)).toEqual([])
  })

  it('is refused when the notice is none', async () => {
    const body = '{"event": "refund.processed", "payload": {"refund": {"entity": {"id": "rfnd_1"}}}}'
    expect(await notify(shop, store.subdomain, body)).toEqual({
      status: 400,
      body: { error: 'Malformed payment notice' },
    })
  })
})

it('a processed refund that the provider takes back later alerts the owner', async () => {
  const { orderNo, payment } = await buy()
  await refundBy(owner, orderNo)
  const [made] = madeFor(payment)
  if (!made) throw new Error('The provider has made none')
  for (let time = 0; time < 2; time += 1) await sendNotice(refundNotice(made, 'refund.failed'))
  expect(await orderRow(shop, store, orderNo)).toMatchObject({
    paymentStatus: 'REFUNDED',
    needsAttention: 'The refund of ₹200.00 failed (The provider says that it failed): refund the buyer.',
  })
  expect(await onlyRefund()).toMatchObject({ status: 'PROCESSED' })
})
