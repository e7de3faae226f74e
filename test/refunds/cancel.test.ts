import { beforeEach, describe, expect, it } from 'vitest'
import { reconcileRefunds } from '../../src/commerce/refunds/reconcile-refunds.ts'
import { type MovingStore, openMovingStore, sold, untouched } from '../orders/moving-store.ts'
import {
  atOnce,
  buyer,
  dataOf,
  notify,
  orderRow,
  paidNotice,
  pay,
  productIdOf,
  razorpay,
  signUpWithPoints,
  tally,
} from '../support/buying.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { startFakeProvider } from '../support/fake-provider.ts'
import { ownerOf } from '../support/owner.ts'
import { refundBy, refundRows } from '../support/refunding.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'

const MINUTE = 60_000
let now = new Date('2026-06-01T10:00:00Z')

const provider = await forAllTests(startFakeProvider(razorpay))
const shop = await forAllTests(openShop({ clock: () => now, paymentsUrl: provider.url, holdLimits: generousHolds }))

let store: MovingStore['store']
let owner: MovingStore['owner']
let asha: MovingStore['asha']
let move: MovingStore['move']
let place: MovingStore['place']
let books: MovingStore['books']
let client: MovingStore['client']
beforeEach(async () => {
  ;({ store, owner, asha, move, place, books, client } = await openMovingStore(shop))
})

/** By the owner's API; a process knows its own change at once. */
const allow = (cancellableMinutes: number) =>
  owner.ask('mutation ($input: StoreInput!) { updateStore(input: $input, version: 1) { version } }', {
    input: { cancellableMinutes },
  })
const cancel = (orderNo: string, by = asha) => client.cancelOrder(orderNo, { token: by.token })
const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}

describe.each(interfaces)('a customer, over %s', (kind) => {
  beforeEach(() => {
    client = clientOf(shop, store.subdomain, kind)
  })

  it('cancels an order that is pending, which lets go what it held', async () => {
    const { orderNo } = await place('pending')
    expect(await cancel(` ${orderNo.toLowerCase()}`)).toMatchObject({
      data: { order: { order_no: orderNo, status: 'cancelled', payment_status: 'pending' } },
    })
    expect(await books()).toEqual(untouched)
    expect(await orderRow(shop, store, orderNo)).toMatchObject({ status: 'CANCELLED', needsAttention: null })
    expect(await cancel(orderNo)).toEqual({ status: 409, error: 'The order is already cancelled.' })
  })

  it('cancels what is paid within the time that the store allows, and has the money back', async () => {
    await allow(30)
    const { orderNo } = await place('confirmed')
    later(30 * MINUTE)
    expect(await cancel(orderNo)).toMatchObject({
      data: { order: { status: 'cancelled', payment_status: 'refunded', total: 500 } },
    })
    expect(await books()).toEqual(untouched)
    expect(await refundRows(shop, store)).toMatchObject([{ status: 'PROCESSED', amount: 50000n, actor: 'buyer' }])
    expect(await orderRow(shop, store, orderNo)).toMatchObject({ needsAttention: null, refundedAmount: 50000n })
  })

  it('is told when it is too late, and nothing changes', async () => {
    const refused = async (orderNo: string, error: string) => {
      const before = await orderRow(shop, store, orderNo)
      expect(await cancel(orderNo)).toEqual({ status: 409, error })
      expect(await orderRow(shop, store, orderNo)).toEqual(before)
    }
    const { orderNo } = await place('confirmed')
    await refused(orderNo, 'The order is paid: please ask the store to cancel it.')
    await allow(30)
    later(30 * MINUTE + 1)
    await refused(orderNo, 'The order can no longer be cancelled: please ask the store.')
    await move(orderNo, 'SHIPPED')
    await refused(orderNo, 'The order is shipped: it can no longer be cancelled.')
  })

  it('cannot cancel what is not theirs', async () => {
    const { orderNo } = await place('pending')
    const stranger = await signUpWithPoints(shop, store, client, 0)
    const unknown = { status: 404, error: 'Order not found' }
    shop.statements()
    expect(await cancel(orderNo, stranger)).toEqual(unknown)
    // A stranger's request keeps nobody waiting.
    expect(shop.statements().filter((sql) => /BEGIN|FOR NO KEY UPDATE/i.test(sql))).toEqual([])
    for (const odd of ['ORD-0000000000', 'x'.repeat(100)]) expect(await cancel(odd)).toEqual(unknown)
    expect(await client.cancelOrder(orderNo)).toEqual({ status: 401, error: 'Login required' })
    expect(await orderRow(shop, store, orderNo)).toMatchObject({ status: 'PENDING' })
  })
})

describe('cancelling at the same moment', () => {
  it('10 times is cancelling once, with one refund', async () => {
    await allow(30)
    const { orderNo } = await place('confirmed')
    const outcomes = await atOnce(10, () => cancel(orderNo))
    expect(tally(outcomes)).toEqual({ ok: 1, '409 The order is already cancelled.': 9 })
    expect(await refundRows(shop, store)).toHaveLength(1)
    expect(await books()).toEqual(untouched)
  })

  it.each([0, 1, 2, 3])('as it is paid ends cancelled and marked, or paid (round %i)', async (round) => {
    const { orderNo, providerOrderId } = await place('pending')
    const receipt = await pay(shop, providerOrderId)
    const acts = [() => cancel(orderNo), () => client.verify(receipt), () => client.verify(receipt)]
    await atOnce(9, async (index) => (await acts[(index + round) % acts.length]?.()) ?? {})
    const { status, paymentStatus, needsAttention } = await orderRow(shop, store, orderNo)
    if (status === 'CONFIRMED') {
      expect([paymentStatus, needsAttention]).toEqual(['PAID', null])
      expect(await books()).toEqual(sold)
    } else {
      expect([status, paymentStatus]).toEqual(['CANCELLED', 'PAID'])
      expect(needsAttention).toBe('Paid after it was cancelled: refund the buyer.')
      expect(await books()).toEqual(untouched)
    }
    expect(await refundRows(shop, store)).toEqual([])
  })

  it.each([0, 1, 2, 3])('as it is shipped and refunded ends in one of these (round %i)', async (round) => {
    await allow(30)
    const { orderNo } = await place('confirmed')
    const acts = [
      () => cancel(orderNo),
      () => move(orderNo, 'SHIPPED').catch(() => null),
      () => refundBy(owner, orderNo).catch(() => null),
    ]
    await atOnce(9, async (index) => (await acts[(index + round) % acts.length]?.()) ?? {})
    const { status, paymentStatus, refundedAmount } = await orderRow(shop, store, orderNo)
    const rows = await refundRows(shop, store)
    expect(rows.reduce((sum, { ofPrice }) => sum + ofPrice, 0n)).toBe(refundedAmount)
    expect(rows.length).toBe(1)
    expect(paymentStatus).toBe('REFUNDED')
    if (status === 'CANCELLED') expect(await books()).toEqual(untouched)
    else expect(await books()).toEqual({ ...sold, points: 100, uses: { counted: 0, held: 0 } })
  })
})

describe('at a provider that does not answer', () => {
  it('cancels, refunds once the provider answers, and ships nothing meanwhile', async () => {
    const real = await shop.addStore({
      store: { payments: razorpay, cancellableMinutes: 30 },
      products: [{ slug: 'tea', name: 'Tea', price: 100, stock: 10 }],
    })
    const buying = clientOf(shop, real.subdomain, 'REST')
    const mira = await signUpWithPoints(shop, real, buying, 0)
    const buy = async () => {
      const items = [{ id: await productIdOf(shop, real, 'tea'), qty: 1 }]
      const { orderNo, providerOrderId } = await dataOf(buying.checkout({ items, buyer }, { token: mira.token }))
      await notify(shop, real.subdomain, paidNotice(provider.pay(providerOrderId)))
      return orderNo
    }
    const realOwner = await ownerOf(shop, real)
    const first = await buy()
    provider.next = ['closeUnanswered']
    await refundBy(realOwner, first)
    expect(await realOwner.refused(`mutation { setOrderStatus(orderNo: "${first}", status: SHIPPED) { id } }`)).toEqual(
      { code: 'CONFLICT', message: 'A refund of all of it is under way: the order can only become cancelled.' },
    )

    const second = await buy()
    provider.next = ['serverError']
    expect(await buying.cancelOrder(second, { token: mira.token })).toMatchObject({
      data: { order: { status: 'cancelled', payment_status: 'paid' } },
    })
    later(MINUTE)
    expect(await reconcileRefunds(shop.services)).toBe(2)
    expect(await orderRow(shop, real, second)).toMatchObject({ paymentStatus: 'REFUNDED', needsAttention: null })

    const third = await buy()
    provider.next = ['refuse']
    await buying.cancelOrder(third, { token: mira.token })
    expect(await orderRow(shop, real, third)).toMatchObject({
      ...{ status: 'CANCELLED', paymentStatus: 'PAID' },
      needsAttention: 'The refund of ₹100.00 failed (The amount must be atleast INR 1.00): refund the buyer.',
    })
  })
})

describe('what the buyer is answered', () => {
  it('is what the cancellation itself has seen: nothing is read once that is committed', async () => {
    const { orderNo } = await place('pending')
    shop.statements()
    expect(await cancel(orderNo)).toMatchObject({
      data: { order: { status: 'cancelled', items: [{ qty: 2 }, { qty: 3 }, { qty: 1 }] } },
    })
    const committed = shop
      .statements()
      .join('; ')
      .split(/COMMIT/i)[1]
    expect(committed ?? '').not.toMatch(/SELECT/i)
  })

  it('is a cancelled order, too, when the database fails as the refund is settled', async () => {
    await allow(30)
    const { orderNo } = await place('confirmed')
    const { prisma } = shop.database
    await prisma.$executeRaw`ALTER TABLE refunds ADD CONSTRAINT unsettled CHECK (settled_at IS NULL) NOT VALID`
    try {
      expect(await cancel(orderNo)).toMatchObject({ data: { order: { status: 'cancelled', payment_status: 'paid' } } })
    } finally {
      await prisma.$executeRaw`ALTER TABLE refunds DROP CONSTRAINT unsettled`
    }
    expect(await books()).toEqual(untouched)
    later(MINUTE)
    expect(await reconcileRefunds(shop.services)).toBe(1)
    expect(await orderRow(shop, store, orderNo)).toMatchObject({ status: 'CANCELLED', paymentStatus: 'REFUNDED' })
    expect(await refundRows(shop, store)).toHaveLength(1)
  })
})
