import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import { oddValue, written } from '../fuzz/odd-values.ts'
import { atOnce, buyer, dataOf, notify, orderRow, paidNotice, productIdOf, razorpay } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { type FakePayment, startFakeProvider } from '../support/fake-provider.ts'
import { refundNotice, refundRows } from '../support/refunding.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'

const taken = { status: 200, body: { success: true } }
const malformed = { status: 400, body: { error: 'Malformed payment notice' } }
let store: Store

const provider = await forAllTests(startFakeProvider(razorpay))
const shop = await forAllTests(openShop({ paymentsUrl: provider.url, holdLimits: generousHolds, limitsOff: true }))
beforeEach(async () => {
  store = await shop.addStore({
    store: { payments: razorpay },
    products: [{ slug: 'tea', name: 'Tea', price: 100, stock: 100 }],
  })
})

/** An order of 200 rupees, paid. */
async function buy(): Promise<{ orderNo: string; payment: FakePayment }> {
  const client = clientOf(shop, store.subdomain, 'REST')
  const items = [{ id: await productIdOf(shop, store, 'tea'), qty: 2 }]
  const { orderNo, providerOrderId } = await dataOf(client.checkout({ items, buyer }))
  const payment = provider.pay(providerOrderId)
  expect(await sendNotice(paidNotice(payment))).toEqual(taken)
  return { orderNo, payment }
}

const sendNotice = (body: string) => notify(shop, store.subdomain, body)

describe('a signed notice of a refund', () => {
  it('in another currency than the payment’s alerts the owner, once, and refunds nothing', async () => {
    const { orderNo, payment } = await buy()
    const refund = provider.refund(payment.id, 20_000, { currency: 'USD' })
    expect(await atOnce(4, () => sendNotice(refundNotice(refund)))).toEqual([taken, taken, taken, taken])
    const needsAttention = `The provider reports a refund of $200.00 USD (${refund.id}), but the payment was in INR: check at the provider what the buyer got back.`
    const order = { paymentStatus: 'PAID', refundedAmount: 0n, needsAttention }
    expect(await orderRow(shop, store, orderNo)).toMatchObject(order)
    expect(await refundRows(shop, store)).toEqual([])
  })

  it.each([0, -1, 0.5, 1e300, '100', null, [100]])(
    'of the amount %j is refused, and refunds nothing',
    async (amount) => {
      const { orderNo, payment } = await buy()
      const refund = { ...provider.refund(payment.id, 100), amount: amount as number }
      expect(await sendNotice(refundNotice(refund))).toEqual(malformed)
      expect(await orderRow(shop, store, orderNo)).toMatchObject({ paymentStatus: 'PAID', refundedAmount: 0n })
    },
  )
})

it('a signed notice of a payment of 0 does not confirm an order that costs something', async () => {
  const { orderNo, payment } = await buy()
  expect(await sendNotice(paidNotice({ ...payment, id: 'pay_nothing', amount: 0 }))).toEqual(taken)
  const needsAttention = 'Paid a second time (pay_nothing): refund the buyer.'
  expect(await orderRow(shop, store, orderNo)).toMatchObject({ paymentStatus: 'PAID', needsAttention })
})

const EVENTS = [
  ...['payment.captured', 'order.paid', 'payment.authorized', 'refund.processed', 'refund.failed'],
  ...['payment.dispute.created', 'payment.dispute.action_required', 'payment.dispute.under_review'],
  ...['payment.dispute.won', 'payment.dispute.lost', 'payment.dispute.closed'],
]

it('a signed notice is taken or refused, whatever its fields hold', async () => {
  const { payment } = await buy()
  const refund = provider.refund(payment.id, 100)
  const dispute = { id: 'disp_1', entity: 'dispute', payment_id: payment.id, amount: 100, currency: 'INR' }
  const entities = {
    payment: { entity: payment },
    refund: { entity: refund },
    dispute: {
      entity: {
        ...dispute,
        reason_code: 'fraud',
        respond_by: 1_900_000_000,
        status: 'open',
        created_at: 1_800_000_000,
      },
    },
  }
  const places = Object.entries(entities).flatMap(([kind, { entity }]) => [
    [kind],
    [kind, 'entity'],
    ...Object.keys(entity).map((field) => [kind, 'entity', field]),
  ])
  const change = fc.tuple(fc.constantFrom(...places), oddValue)
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...EVENTS),
      fc.array(change, { minLength: 1, maxLength: 3 }),
      async (event, odd) => {
        const payload: any = structuredClone(entities)
        for (const [path, value] of odd) {
          const parent = path.slice(0, -1).reduce((at, key) => at?.[key], payload)
          if (typeof parent === 'object' && parent !== null) parent[path.at(-1) ?? ''] = value
        }
        const { status } = await sendNotice(written({ entity: 'event', event, payload, created_at: 1_800_000_000 }))
        // Some that chance makes are larger than a body may be.
        expect([200, 400, 413]).toContain(status)
      },
    ),
  )
}, 900_000)
