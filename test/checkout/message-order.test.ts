import { describe, expect, it } from 'vitest'
import { changeOrderStatus } from '../../src/commerce/orders/status/change-status.ts'
import { reconcilePayments } from '../../src/commerce/settlement/reconcile-payments.ts'
import { dataOf, notify, orderRow, paidNotice, productIdOf, razorpay, receiptOf, stockOf } from '../support/buying.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { type FakePayment, startFakeProvider } from '../support/fake-provider.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'

const STOCK = 1000
let now = new Date('2026-06-01T10:00:00Z')
let buyers = 0

const provider = await forAllTests(startFakeProvider(razorpay))
const shop = await forAllTests(openShop({ holdLimits: generousHolds, clock: () => now, paymentsUrl: provider.url }))
const store = await shop.addStore({
  store: { payments: razorpay },
  products: [{ slug: 'tea', name: 'Tea', price: 100, stock: STOCK }],
  discounts: [{ code: 'ALL', type: 'percent', value: 100 }],
})

type Message = 'verify' | 'notice' | 'reconciliation'

const messages: Message[] = ['verify', 'notice', 'reconciliation']

/** Every order in which they can arrive; what holds after one or two of them is looked at on the way. */
const orders = (left: Message[]): Message[][] =>
  left.length === 0
    ? [[]]
    : left.flatMap((first) => orders(left.filter((other) => other !== first)).map((rest) => [first, ...rest]))

const uncovered = { status: 400, error: 'Payment does not cover the order' }
const success = { data: { success: true } }
const confirmed = { status: 'CONFIRMED', paymentStatus: 'PAID' }
const pending = { status: 'PENDING', paymentStatus: 'PENDING' }

const taken: Record<string, { unlike: Partial<FakePayment>; covers: boolean; marked: string | null }> = {
  'what the order costs': { unlike: {}, covers: true, marked: null },
  'more, for a fee that the buyer bears': {
    unlike: { amount: 10_236 },
    covers: true,
    marked: 'The provider took ₹102.36 instead of ₹100.00.',
  },
  less: { unlike: { amount: 9_999 }, covers: false, marked: 'The provider took ₹99.99 instead of ₹100.00.' },
  'another currency': {
    unlike: { amount: 1_000_000, currency: 'USD' },
    covers: false,
    marked: 'The provider took $10,000.00 USD instead of ₹100.00 INR.',
  },
}

describe.each(interfaces)('over %s', (kind) => {
  const client = () => clientOf(shop, store.subdomain, kind)

  async function placeAndPay(unlike: Partial<FakePayment>) {
    buyers += 1
    const buyer = { name: 'Ravi', phone: `98${String(buyers).padStart(8, '0')}` }
    const placed = await dataOf(
      client().checkout({ items: [{ id: await productIdOf(shop, store, 'tea'), qty: 1 }], buyer }),
    )
    return { orderNo: placed.orderNo as string, payment: provider.pay(placed.providerOrderId, unlike) }
  }

  /** Brings a message; what verification answers, and whether the provider has said what it took. */
  async function bring(message: Message, payment: FakePayment) {
    if (message === 'verify') return { answer: await client().verify(receiptOf(payment)), isReported: false }
    if (message === 'notice') {
      const { status } = await notify(shop, store.subdomain, paidNotice(payment))
      expect(status).toBe(200)
      return { answer: null, isReported: true }
    }
    now = new Date(now.getTime() + 15 * 60_000)
    const question = `GET /v1/orders/${payment.order_id}/payments`
    const before = provider.requests.filter((request) => request === question).length
    await reconcilePayments(shop.services)
    const after = provider.requests.filter((request) => request === question).length
    return { answer: null, isReported: after > before }
  }

  // What verification answers is the same code for both; the whole table once is enough.
  const cases = Object.entries(taken).filter(([name]) => kind === 'REST' || name === 'less')

  describe.each(cases)('when the provider has taken %s', (_, { unlike, covers, marked }) => {
    it.each(orders(messages).map((sequence) => [sequence.join(', then '), sequence] as const))(
      '%s',
      async (_, sequence) => {
        const { orderNo, payment } = await placeAndPay(unlike)
        const stock = (await stockOf(shop, store, 'tea')) ?? 0
        let reportedBy: Message | null = null
        let isConfirmed = false
        for (const message of sequence) {
          const { answer, isReported } = await bring(message, payment)
          // Verification is not told an amount, so it believes the order's until the provider has said another.
          if (message === 'verify') isConfirmed ||= covers || reportedBy === null
          if (isReported) {
            isConfirmed ||= covers
            reportedBy ??= message
          }
          const order = await orderRow(shop, store, orderNo)
          expect(order).toMatchObject(isConfirmed ? confirmed : pending)
          expect(order.needsAttention).toBe(reportedBy === null ? null : marked)
          expect(await stockOf(shop, store, 'tea')).toBe(isConfirmed ? stock - 1 : stock)
          if (answer) expect(answer).toEqual(isConfirmed ? success : uncovered)
        }
        // Whatever comes again finds it done.
        for (const message of sequence) await bring(message, payment)
        const order = await orderRow(shop, store, orderNo)
        expect(order).toMatchObject(isConfirmed ? confirmed : pending)
        const events = await shop.database.prisma.orderEvent.findMany({
          where: { storeId: store.id, orderId: order.id },
        })
        const kinds = events.map(({ kind }) => kind)
        expect(kinds.filter((kind) => kind === 'paid')).toHaveLength(isConfirmed ? 1 : 0)
        expect(kinds.filter((kind) => kind === 'attention').length).toBeLessThanOrEqual(1)
      },
    )
  })

  it('a payment that covers an order settles it after one that did not, and verification of either succeeds', async () => {
    const { orderNo, payment } = await placeAndPay({ amount: 5_000 })
    await bring('notice', payment)
    expect(await client().verify(receiptOf(payment))).toEqual(uncovered)
    const whole = provider.pay(payment.order_id)
    expect(await client().verify(receiptOf(whole))).toEqual(success)
    expect(await client().verify(receiptOf(payment))).toEqual(success)
    const needsAttention = 'The provider took ₹50.00 instead of ₹100.00.'
    expect(await orderRow(shop, store, orderNo)).toMatchObject({ ...confirmed, needsAttention })
  })

  it('a second payment is one to refund, whatever its amount', async () => {
    const { orderNo, payment } = await placeAndPay({})
    const second = provider.pay(payment.order_id, { amount: 10_236 })
    await bring('notice', payment)
    await bring('notice', second)
    const needsAttention = `Paid a second time (${second.id}): refund the buyer.`
    expect(await orderRow(shop, store, orderNo)).toMatchObject({ ...confirmed, needsAttention })
  })

  it.each([
    ['enough', {}, 'This order was cancelled', 'Paid after it was cancelled: refund the buyer.'],
    [
      'more',
      { amount: 10_236 },
      'This order was cancelled',
      'Paid after it was cancelled: refund the buyer. The provider took ₹102.36 instead of ₹100.00.',
    ],
    ['too little', { amount: 5 }, uncovered.error, 'The provider took ₹0.05 instead of ₹100.00.'],
  ])(
    'verification of a cancelled order does not succeed when %s was paid',
    async (_, unlike, error, needsAttention) => {
      const { orderNo, payment } = await placeAndPay(unlike)
      await changeOrderStatus({ services: shop.services, store }, orderNo, 'CANCELLED', 'owner:test')
      await bring('notice', payment)
      expect(await client().verify(receiptOf(payment))).toEqual({ status: 400, error })
      expect(await orderRow(shop, store, orderNo)).toMatchObject({ status: 'CANCELLED', needsAttention })
    },
  )

  it('verification of a cancelled order that cost nothing does not succeed', async () => {
    const items = [{ id: await productIdOf(shop, store, 'tea'), qty: 1 }]
    const free = await dataOf(client().checkout({ items, buyer: { name: 'Ravi', phone: '1' }, discountCode: 'ALL' }))
    const receipt = { provider_order_id: free.providerOrderId, provider_payment_id: 'x', provider_signature: 'x' }
    expect(await client().verify(receipt)).toEqual(success)
    await changeOrderStatus({ services: shop.services, store }, free.orderNo, 'CANCELLED', 'owner:test')
    expect(await client().verify(receipt)).toEqual({ status: 400, error: 'This order was cancelled' })
  })
})
