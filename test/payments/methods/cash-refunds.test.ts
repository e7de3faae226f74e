import { beforeEach, describe, expect, it } from 'vitest'
import { buy, productIdOf } from '../../support/buying.ts'
import { forAllTests, generousHolds, openShop } from '../../support/shop.ts'
import { type CashStore, openCashStore } from './cash-store.ts'

const shop = await forAllTests(openShop({ limitsOff: true, holdLimits: generousHolds }))
let cash: CashStore
beforeEach(async () => {
  cash = await openCashStore(shop)
})

const REFUND = `mutation ($orderNo: String!, $amount: Float, $restock: Boolean, $by: RefundWay, $key: String!) {
  refund(orderNo: $orderNo, amount: $amount, restock: $restock, by: $by, reason: "Broken", idempotencyKey: $key) {
    status paymentStatus refundedAmount needsAttention
    refunds { status amount throughProvider restock idempotencyKey settledAt } events { kind detail }
  }
}`
const refund = async (orderNo: string, key: string, more: object = {}) =>
  (await cash.owner.ask(REFUND, { orderNo, key, by: 'MANUAL', ...more })).refund
const refused = (orderNo: string, key: string, more: object = {}) =>
  cash.owner.refused(REFUND, { orderNo, key, by: 'MANUAL', ...more })

const paid = async () => {
  const { orderNo } = await cash.place()
  await cash.record(orderNo, 'paid')
  return orderNo as string
}

describe('money that came without the provider', () => {
  it('goes back by hand, in parts that each key counts once', async () => {
    const orderNo = await paid()
    const part = await refund(orderNo, 'a', { amount: 108 })
    expect(part).toMatchObject({ paymentStatus: 'PAID', refundedAmount: 108 })
    expect(part.refunds).toEqual([
      {
        ...{ status: 'PROCESSED', amount: 108, throughProvider: false, restock: false, idempotencyKey: 'a' },
        settledAt: expect.any(String),
      },
    ])
    expect(part.events.at(-1)).toEqual({ kind: 'REFUNDED', detail: '₹108.00: Broken' })
    expect(await refund(orderNo, 'a', { amount: 108 })).toEqual(part)
    // 40 % of 25 earned points, and of 20 redeemed ones.
    expect(await cash.books()).toMatchObject({ points: 105 - 10 + 8, tea: 7 })
    expect(await refused(orderNo, 'a', { amount: 109 })).toMatchObject({ code: 'CONFLICT' })
    expect(await refused(orderNo, 'a', { amount: 108, by: 'PROVIDER' })).toMatchObject({ code: 'CONFLICT' })
    expect(await refused(orderNo, 'b', { amount: 163 })).toEqual({
      ...{ code: 'CONFLICT', message: 'At most ₹162.00 can still be refunded.' },
    })
    expect(await refund(orderNo, 'b', { restock: true })).toMatchObject({
      paymentStatus: 'REFUNDED',
      refundedAmount: 270,
    })
    expect(await cash.books()).toEqual({ tea: 10, uses: { counted: 0, held: 0 }, points: 100, holds: 0 })
    expect(await refused(orderNo, 'c')).toEqual({ code: 'CONFLICT', message: 'The order is already refunded.' })
  })

  it('is never asked of the provider', async () => {
    const orderNo = await paid()
    expect(await refused(orderNo, 'a', { by: 'PROVIDER' })).toEqual({
      code: 'CONFLICT',
      message:
        'The order was not paid through the payment provider. Refund the buyer in another way, and record it with by: MANUAL.',
    })
    expect(await shop.database.prisma.refund.count({ where: { storeId: cash.store.id } })).toBe(0)
  })

  it('is not given back before it has come', async () => {
    const { orderNo } = await cash.place()
    for (const by of ['MANUAL', 'PROVIDER']) {
      expect(await refused(orderNo, 'a', { by })).toEqual({
        ...{ code: 'CONFLICT', message: 'The order was not paid: there is nothing to refund.' },
      })
    }
    await cash.record(orderNo, 'part', { amount: 100 })
    expect(await refused(orderNo, 'a')).toEqual({
      ...{ code: 'CONFLICT', message: 'The order is paid in part: it can be refunded once it is cancelled.' },
    })
  })

  it('goes back as far as it came when the order is cancelled', async () => {
    const { orderNo } = await cash.place()
    await cash.record(orderNo, 'part', { amount: 100 })
    await cash.move(orderNo, 'CANCELLED')
    expect(await refused(orderNo, 'a', { amount: 101 })).toMatchObject({
      message: 'At most ₹100.00 can still be refunded.',
    })
    expect(await refund(orderNo, 'a')).toMatchObject({
      ...{ status: 'CANCELLED', paymentStatus: 'REFUNDED', refundedAmount: 100, needsAttention: null },
    })
    expect(await cash.books()).toEqual({ tea: 10, uses: { counted: 0, held: 0 }, points: 100, holds: 0 })
  })

  it('is marked as refunded by what was recorded', async () => {
    const { orderNo } = await cash.place()
    await cash.record(orderNo, 'one', { amount: 100 })
    await cash.record(orderNo, 'two')
    const mark = 'mutation ($n: String!) { markRefunded(orderNo: $n) { paymentStatus refundedAmount } }'
    expect((await cash.owner.ask(mark, { n: orderNo })).markRefunded).toEqual({
      ...{ paymentStatus: 'REFUNDED', refundedAmount: 270 },
    })
  })
})

it('is no way for orders that the provider took the money of', async () => {
  const provided = await openCashStore(shop, 'REST', { store: { payments: { provider: 'sandbox' } } })
  const items = [{ id: await productIdOf(shop, provided.store, 'cup'), qty: 1 }]
  const { orderNo } = await buy(shop, provided.client, { items })
  expect(await provided.owner.refused(REFUND, { orderNo, key: 'a', by: 'MANUAL' })).toEqual({
    code: 'CONFLICT',
    message:
      'The order was paid through the payment provider, which refunds it. If you have refunded it in another way, call markRefunded.',
  })
})
