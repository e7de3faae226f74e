import { describe, expect, it } from 'vitest'
import { withAlerts } from '../../src/commerce/orders/attention/alerts.ts'
import { atOnce, buy, buyer, dataOf, orderRow, pay, productIdOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { ownerOf } from '../support/owner.ts'
import { rowsOf } from '../support/rows.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop())
const store = await shop.addStore({
  store: { payments: { provider: 'sandbox' } },
  products: [{ slug: 'tea', name: 'Tea', price: 100, variants: [{ options: { size: '50g' }, price: 120.5 }] }],
  discounts: [
    { code: 'TEN', type: 'percent', value: 10 },
    { code: 'ALL', type: 'percent', value: 100 },
  ],
})
const client = clientOf(shop, store.subdomain, 'REST')
const owner = await ownerOf(shop, store)
const items = [{ id: await productIdOf(shop, store, 'tea'), qty: 2, variant: { size: '50g' } }]

const ORDER = `query ($orderNo: String!) { order(orderNo: $orderNo) {
  orderNo version status paymentStatus needsAttention customerId
  buyerName buyerPhone buyerEmail buyerAddress buyerNotes
  items { name options { name value } price qty }
  subtotal discountCode discountAmount loyaltyDiscount pointsUsed pointsEarned shippingFee tax taxInclusive total currency
  providerOrderId payments { provider providerPaymentId amount currency source }
  notices { code message item } events { actor kind detail } holdExpiresAt
} }`
const REFUND = `mutation ($orderNo: String!, $note: String, $version: Int) {
  markRefunded(orderNo: $orderNo, note: $note, version: $version) {
    status paymentStatus needsAttention version events { actor kind detail }
  }
}`
const RESOLVE = `mutation ($orderNo: String!, $note: String, $version: Int) {
  resolveAttention(orderNo: $orderNo, note: $note, version: $version) {
    status paymentStatus needsAttention version events { actor kind detail }
  }
}`
const cancel = (orderNo: string) =>
  owner.ask('mutation ($orderNo: String!) { setOrderStatus(orderNo: $orderNo, status: CANCELLED) { version } }', {
    orderNo,
  })

describe('an order', () => {
  it('shows its owner everything', async () => {
    const who = { ...buyer, email: 'ravi@example.com', address: '12 Lake Road', notes: 'Ring twice' }
    const gone = { id: '01900000-0000-7000-8000-000000000000', qty: 1 }
    const placed = await buy(shop, client, { items: [...items, gone], buyer: who, discountCode: 'ten' })
    const { order } = await owner.ask(ORDER, { orderNo: ` ${placed.orderNo.toLowerCase()}` })
    expect(order).toEqual({
      ...{ orderNo: placed.orderNo, version: 2, status: 'CONFIRMED', paymentStatus: 'PAID', needsAttention: null },
      ...{ customerId: null, buyerName: 'Ravi', buyerPhone: '98765 43210', buyerEmail: 'ravi@example.com' },
      ...{ buyerAddress: '12 Lake Road', buyerNotes: 'Ring twice' },
      items: [{ name: 'Tea', options: [{ name: 'size', value: '50g' }], price: 120.5, qty: 2 }],
      ...{ subtotal: 241, discountCode: 'TEN', discountAmount: 24.1, loyaltyDiscount: 0, pointsUsed: 0 },
      ...{ pointsEarned: 0, shippingFee: 0, tax: 0, taxInclusive: false, total: 216.9, currency: 'INR' },
      providerOrderId: placed.providerOrderId,
      payments: [
        {
          ...{ provider: 'SANDBOX', providerPaymentId: expect.any(String), amount: 216.9 },
          ...{ currency: 'INR', source: 'verify' },
        },
      ],
      notices: [{ code: 'ITEM_UNAVAILABLE', message: expect.any(String), item: 1 }],
      events: [
        { actor: 'buyer', kind: 'PLACED', detail: '' },
        { actor: 'buyer', kind: 'PAID', detail: '' },
      ],
      holdExpiresAt: null,
    })
  })

  it('reports until when it reserves while it waits for its payment', async () => {
    const { orderNo } = await dataOf(client.checkout({ items, buyer }))
    const { order } = await owner.ask(ORDER, { orderNo })
    const { holdExpiresAt } = await orderRow(shop, store, orderNo)
    expect(order).toMatchObject({ status: 'PENDING', holdExpiresAt: holdExpiresAt.toISOString(), payments: [] })
  })

  it('is unknown to other stores, and so is what is no number', async () => {
    const { orderNo } = await dataOf(client.checkout({ items, buyer }))
    const elsewhere = await ownerOf(shop, await shop.addStore())
    const unknown = { code: 'NOT_FOUND', message: 'Order not found' }
    for (const ask of [ORDER, REFUND, RESOLVE]) {
      expect(await elsewhere.refused(ask, { orderNo })).toEqual(unknown)
      for (const odd of ['', 'ORD-0000000000', 'x'.repeat(3_000), '\0', "'; DROP TABLE orders"])
        expect(await owner.refused(ask, { orderNo: odd })).toEqual(unknown)
    }
  })
})

describe('a refund', () => {
  it('is written down once, with who and why, and ends what asked for it', async () => {
    const { orderNo } = await buy(shop, client, { items })
    await cancel(orderNo)
    const { version } = await orderRow(shop, store, orderNo)
    const { markRefunded } = await owner.ask(REFUND, { orderNo, version, note: ' By bank, ref 4711 ' })
    expect(markRefunded).toMatchObject({
      ...{ status: 'CANCELLED', paymentStatus: 'REFUNDED', needsAttention: null, version: version + 1 },
    })
    expect(markRefunded.events.at(-1)).toEqual({ actor: 'owner: test', kind: 'REFUNDED', detail: 'By bank, ref 4711' })
    const before = await rowsOf(shop, store)
    expect(await owner.refused(REFUND, { orderNo })).toEqual({
      code: 'CONFLICT',
      message: 'The order is already refunded.',
    })
    expect(await rowsOf(shop, store)).toEqual(before)
  })

  it('of an order that was paid after it was cancelled leaves other reasons standing', async () => {
    const placed = await dataOf(client.checkout({ items, buyer }))
    const receipt = await pay(shop, placed.providerOrderId)
    await cancel(placed.orderNo)
    await client.verify(receipt)
    const where = { storeId_orderNo: { storeId: store.id, orderNo: placed.orderNo } }
    const order = await orderRow(shop, store, placed.orderNo)
    const data = withAlerts(order, { kind: 'paid_twice', providerPaymentId: 'pay_2' }, { kind: 'text', text: 'Look.' })
    await shop.database.prisma.order.update({ where, data })
    const { markRefunded } = await owner.ask(REFUND, { orderNo: placed.orderNo })
    expect(markRefunded).toMatchObject({
      paymentStatus: 'REFUNDED',
      needsAttention: 'Paid a second time (pay_2): refund the buyer. Look.',
    })
  })

  it('needs no cancelling, is listed, and moves nothing but points', async () => {
    const { orderNo } = await buy(shop, client, { items })
    const before = await rowsOf(shop, store)
    await owner.ask(REFUND, { orderNo })
    const { orders: _, order_events: __, refunds, ...others } = await rowsOf(shop, store)
    expect(before).toMatchObject(others)
    expect(refunds).toHaveLength((before.refunds?.length ?? 0) + 1)
    expect(await orderRow(shop, store, orderNo)).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'REFUNDED' })
  })

  it('happens once when two owners tell it at once', async () => {
    const { orderNo, orderId } = await buy(shop, client, { items })
    const answers = await atOnce(8, () => owner.post(REFUND, { orderNo }))
    expect(answers.filter(({ body }) => !body.errors)).toHaveLength(1)
    const where = { storeId: store.id, orderId, kind: 'refunded' }
    expect(await shop.database.prisma.orderEvent.count({ where })).toBe(1)
  })

  it('is refused where there is nothing to give back', async () => {
    const pending = await dataOf(client.checkout({ items, buyer }))
    const failed = await dataOf(client.checkout({ items, buyer }))
    await client.verify(await pay(shop, failed.providerOrderId, 'fail'))
    const free = await dataOf(client.checkout({ items, buyer, discountCode: 'ALL' }))
    const before = await rowsOf(shop, store)
    for (const [{ orderNo }, message] of [
      [pending, 'The order was not paid: there is nothing to refund.'],
      [failed, 'The payment of the order failed: there is nothing to refund.'],
      [free, 'The order cost nothing: there is nothing to refund.'],
    ]) {
      expect(await owner.refused(REFUND, { orderNo })).toEqual({ code: 'CONFLICT', message })
    }
    expect(await rowsOf(shop, store)).toEqual(before)
  })

  it.each([
    ['a version that is no longer the order’s', { version: 1 }, 'CONFLICT', /changed meanwhile/],
    ['a note that is too long', { note: 'x'.repeat(501) }, 'BAD_USER_INPUT', /^Note must be at most 500 characters$/],
    ['a note that cannot be stored', { note: 'a\0b' }, 'BAD_USER_INPUT', /^Note contains characters/],
  ])('is refused with %s, and so is resolving', async (_, more, code, message) => {
    const { orderNo } = await buy(shop, client, { items })
    await cancel(orderNo)
    const before = await rowsOf(shop, store)
    for (const mutation of [REFUND, RESOLVE]) {
      const refused = await owner.refused(mutation, { orderNo, ...more })
      expect(refused).toEqual({ code, message: expect.stringMatching(message) })
    }
    expect(await rowsOf(shop, store)).toEqual(before)
  })
})

describe('an order that needs attention', () => {
  it('is taken off the list once, and its history keeps why', async () => {
    const { orderNo } = await buy(shop, client, { items })
    await cancel(orderNo)
    const listed = async () => {
      const { orders } = await owner.ask('{ orders(needsAttention: true) { nodes { orderNo } } }')
      return orders.nodes.some((order: { orderNo: string }) => order.orderNo === orderNo)
    }
    expect(await listed()).toBe(true)
    const { resolveAttention } = await owner.ask(RESOLVE, { orderNo, note: 'She took another tin.' })
    expect(resolveAttention).toMatchObject({ needsAttention: null, paymentStatus: 'PAID' })
    const detail = 'She took another tin. It was: Cancelled after it was paid: refund the buyer.'
    expect(resolveAttention.events.at(-1)).toEqual({ actor: 'owner: test', kind: 'RESOLVED', detail })
    expect(await listed()).toBe(false)
    const again = { code: 'CONFLICT', message: 'The order needs no attention.' }
    expect(await owner.refused(RESOLVE, { orderNo })).toEqual(again)
  })
})
