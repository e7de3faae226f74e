import { beforeEach, describe, expect, it } from 'vitest'
import { balanceOf, paidNotice, razorpay, usesOf } from '../support/buying.ts'
import { graphql } from '../support/call.ts'
import { startFakeProvider } from '../support/fake-provider.ts'
import { refundBy, refundNotice } from '../support/refunding.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'
import { createWebhook, eventsOf } from '../webhooks/subscriptions.ts'
import { openRefundedStore, type RefundedStore } from './refunded-store.ts'

const provider = await forAllTests(startFakeProvider(razorpay))
const shop = await forAllTests(openShop({ paymentsUrl: provider.url, holdLimits: generousHolds }))

let store: RefundedStore['store']
let owner: RefundedStore['owner']
let mira: RefundedStore['mira']
let buy: RefundedStore['buy']
let sendNotice: RefundedStore['sendNotice']
let order: RefundedStore['order']
let rows: RefundedStore['rows']
let mark: RefundedStore['mark']
let made: RefundedStore['made']
beforeEach(async () => {
  ;({ store, owner, mira, buy, sendNotice, order, rows, mark, made } = await openRefundedStore(shop, provider))
})

describe('markRefunded', () => {
  it('reports webhooks what has gone back', async () => {
    const { orderNo } = await buy()
    await refundBy(owner, orderNo, { amount: 50 })
    await createWebhook(owner, { url: 'https://example.com/hook', events: ['ORDER_REFUNDED'] })
    await mark(orderNo)
    expect(await eventsOf(shop, store)).toMatchObject([
      {
        type: 'order.refunded',
        data: {
          refund: { amount: 150, currency: 'INR', actor: `owner:${owner.keyId}` },
          refunded_amount: 200,
          order: { order_no: orderNo, payment_status: 'refunded' },
        },
      },
    ])
  })

  it('books what was paid when that was less', async () => {
    const { orderNo, payment } = await buy()
    await sendNotice(paidNotice({ ...payment, amount: 15_000 }))
    await refundBy(owner, orderNo, { amount: 40 })
    await mark(orderNo)
    expect(await rows()).toEqual([
      ['PROCESSED', 4000, 4000],
      ['PROCESSED', 11000, 11000],
    ])
    expect(await order(orderNo)).toMatchObject({ paymentStatus: 'REFUNDED', refundedAmount: 15000n })
  })

  it('books the total when no payment is known', async () => {
    const { orderNo } = await buy()
    await shop.database.prisma.payment.deleteMany({ where: { storeId: store.id } })
    await mark(orderNo)
    expect(await order(orderNo)).toMatchObject({ paymentStatus: 'REFUNDED', refundedAmount: 20000n })
  })
})

describe('an order whose payment is corrected to what has gone back', () => {
  const taken = 'The provider took ₹150.00 instead of ₹199.99.'

  it('is refunded, with points and the use of its code', async () => {
    const { orderNo, payment } = await buy('NONE')
    await refundBy(owner, orderNo, { amount: 150 })
    expect(await usesOf(shop, store, 'NONE')).toMatchObject({ counted: 1 })
    for (let time = 0; time < 2; time += 1) await sendNotice(paidNotice({ ...payment, amount: 15_000 }))
    expect(await order(orderNo)).toMatchObject({
      ...{ paymentStatus: 'REFUNDED', refundedAmount: 15000n, needsAttention: taken },
    })
    expect(await balanceOf(shop, store, mira.id)).toBe(0)
    expect(await usesOf(shop, store, 'NONE')).toMatchObject({ counted: 0 })
    await expect(refundBy(owner, orderNo)).rejects.toMatchObject({ message: 'The order is already refunded.' })
    await sendNotice(refundNotice(provider.refund(payment.id, 1_000)))
    expect(await balanceOf(shop, store, mira.id)).toBe(0)
  })

  it('is not, while something is left', async () => {
    const { orderNo, payment } = await buy('NONE')
    await refundBy(owner, orderNo, { amount: 149 })
    await sendNotice(paidNotice({ ...payment, amount: 15_000 }))
    expect(await order(orderNo)).toMatchObject({ paymentStatus: 'PAID', needsAttention: taken })
    expect(await refundBy(owner, orderNo)).toMatchObject({ amount: 1, order: { paymentStatus: 'REFUNDED' } })
    expect(await balanceOf(shop, store, mira.id)).toBe(0)
    expect(await usesOf(shop, store, 'NONE')).toMatchObject({ counted: 0 })
  })

  it('by an earlier version is refunded with the next refund that is reported', async () => {
    const { orderNo, payment } = await buy('NONE')
    await refundBy(owner, orderNo, { amount: 150 })
    await shop.database.prisma.payment.updateMany({ where: { storeId: store.id }, data: { amount: 15_000n } })
    await sendNotice(refundNotice(provider.refund(payment.id, 1_000)))
    expect(await order(orderNo)).toMatchObject({ paymentStatus: 'REFUNDED', refundedAmount: 15000n })
    expect(await balanceOf(shop, store, mira.id)).toBe(0)
    expect(await usesOf(shop, store, 'NONE')).toMatchObject({ counted: 0 })
  })
})

it('a key is another refund’s when that was of a part and this has no amount', async () => {
  const { orderNo } = await buy()
  await refundBy(owner, orderNo, { amount: 50, key: 'part' })
  await expect(refundBy(owner, orderNo, { key: 'part' })).rejects.toMatchObject({ code: 'CONFLICT' })
  const { id } = await refundBy(owner, orderNo, { key: 'rest' })
  expect(await refundBy(owner, orderNo, { key: 'rest' })).toMatchObject({ id, amount: 150 })
})

it('a refund that the provider takes back later is on its way to no buyer', async () => {
  const { orderNo, payment } = await buy()
  await refundBy(owner, orderNo)
  const query = '{ me { orders { nodes { refunds { status } } } } }'
  const shown = async () =>
    (await graphql(shop, store.subdomain, query, {}, { token: mira.token })).body.data.me.orders.nodes[0].refunds
  expect(await shown()).toEqual([{ status: 'PROCESSED' }])
  await sendNotice(refundNotice(made(payment), 'refund.failed'))
  expect(await shown()).toEqual([])
})
