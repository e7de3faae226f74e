import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import { atOnce, buy, buyer, dataOf, orderRow, pay, productIdOf } from '../support/buying.ts'
import { clientOf, type StorefrontClient } from '../support/client.ts'
import { manyOrders, nthOrderNo } from '../support/many-orders.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { rowsOf } from '../support/rows.ts'
import { openShop, type Shop } from '../support/shop.ts'

let shop: Shop
let store: Store
let client: StorefrontClient
let owner: Owner
let items: object[]
beforeAll(async () => {
  shop = await openShop()
  store = await shop.addStore({
    store: { payments: { provider: 'sandbox' } },
    products: [{ slug: 'tea', name: 'Tea', price: 100, variants: [{ options: { size: '50g' }, price: 120.5 }] }],
    discounts: [
      { code: 'TEN', type: 'percent', value: 10 },
      { code: 'ALL', type: 'percent', value: 100 },
    ],
  })
  client = clientOf(shop, store.subdomain, 'REST')
  owner = await ownerOf(shop, store)
  items = [{ id: await productIdOf(shop, store, 'tea'), qty: 2, variant: { size: '50g' } }]
})
afterAll(() => shop.close())

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

  it('tells until when it reserves while it waits for its payment', async () => {
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
    const { needsAttention } = await orderRow(shop, store, placed.orderNo)
    const other = 'Paid a second time (pay_2): refund the buyer.'
    await shop.services.prisma.order.update({ where, data: { needsAttention: `Look. ${needsAttention} ${other}` } })
    const { markRefunded } = await owner.ask(REFUND, { orderNo: placed.orderNo })
    expect(markRefunded).toMatchObject({ paymentStatus: 'REFUNDED', needsAttention: `Look. ${other}` })
  })

  it('needs no cancelling, and moves nothing but points', async () => {
    const { orderNo } = await buy(shop, client, { items })
    const before = await rowsOf(shop, store)
    await owner.ask(REFUND, { orderNo })
    const { orders: _, order_events: __, ...others } = await rowsOf(shop, store)
    expect(before).toMatchObject(others)
    expect(await orderRow(shop, store, orderNo)).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'REFUNDED' })
  })

  it('happens once when two owners tell it at once', async () => {
    const { orderNo, orderId } = await buy(shop, client, { items })
    const answers = await atOnce(8, () => owner.post(REFUND, { orderNo }))
    expect(answers.filter(({ body }) => !body.errors)).toHaveLength(1)
    const where = { storeId: store.id, orderId, kind: 'refunded' }
    expect(await shop.services.prisma.orderEvent.count({ where })).toBe(1)
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

describe('the list of orders', () => {
  const LIST = `query ($status: OrderStatus, $paymentStatus: PaymentStatus, $needsAttention: Boolean, $search: String,
    $placedFrom: DateTime, $placedUntil: DateTime, $first: Int, $after: String) {
    orders(status: $status, paymentStatus: $paymentStatus, needsAttention: $needsAttention, search: $search,
      placedFrom: $placedFrom, placedUntil: $placedUntil, first: $first, after: $after) {
      totalCount pageInfo { hasNextPage endCursor }
      nodes { orderNo createdAt items { name } events { actor } payments { amount } }
    }
  }`
  let many: Owner
  beforeAll(async () => {
    const big = await shop.addStore()
    many = await ownerOf(shop, big)
    for (const sql of manyOrders(big, 250)) await shop.services.prisma.$executeRawUnsafe(sql)
    const zara = { storeId: big.id, buyerName: 'Zara Kumar' }
    const { id } = await shop.services.prisma.order.findFirstOrThrow({ where: zara, orderBy: { createdAt: 'desc' } })
    await shop.services.prisma.order.update({
      where: { storeId_id: { storeId: big.id, id } },
      data: { buyerName: "  Zoë  D'Arc\\Ünal ", buyerPhone: '12', buyerPhoneDigits: '12', buyerEmail: null },
    })
  })

  it('gives each order once, newest first, page by page, and counts them all', async () => {
    const nodes: { orderNo: string; createdAt: string }[] = []
    for (let after: string | null = null, more = true; more; ) {
      const { orders }: any = await many.ask(LIST, { first: 100, after })
      expect(orders.totalCount).toBe(250)
      nodes.push(...orders.nodes)
      after = orders.pageInfo.endCursor
      more = orders.pageInfo.hasNextPage
    }
    expect(new Set(nodes.map(({ orderNo }) => orderNo)).size).toBe(250)
    const times = nodes.map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted().reverse())
  })

  it('takes as many statements for a hundred as for one', async () => {
    const count = async (first: number) => {
      await many.ask(LIST, { first })
      shop.statements()
      await many.ask(LIST, { first })
      return shop.statements().length
    }
    const one = await count(1)
    expect(one).toBeLessThanOrEqual(7)
    expect(await count(100)).toBe(one)
  })

  it('does not count when nobody asks', async () => {
    shop.statements()
    await many.ask('{ orders(first: 1) { nodes { orderNo } } }')
    expect(shop.statements().filter((sql) => sql.includes('count('))).toEqual([])
  })

  it.each<[object, number]>([
    [{ status: 'SHIPPED' }, 42],
    [{ paymentStatus: 'REFUNDED' }, 42],
    [{ status: 'CANCELLED', paymentStatus: 'PAID' }, 0],
    [{ needsAttention: false }, 250],
    [{ needsAttention: true }, 0],
    [{ placedFrom: '2025-12-31T23:00:00Z' }, 60],
    [{ placedUntil: '2025-12-31T23:00:00Z' }, 190],
    [{ placedFrom: '2025-12-31T22:00:00+00:00', placedUntil: '2025-12-31T23:00:00.000Z' }, 60],
    [{ search: nthOrderNo(7) }, 1],
    [{ search: nthOrderNo(7).toLowerCase().slice(0, 12) }, 1],
    [{ search: nthOrderNo(7).slice(4) }, 1],
    [{ search: 'zara' }, 4],
    [{ search: 'ZAR kum' }, 4],
    [{ search: 'kumar zara' }, 4],
    [{ search: 'ara' }, 0],
    [{ search: "d'arc\\ün" }, 1],
    [{ search: 'zoë' }, 1],
    [{ search: 'buyer17@' }, 1],
    [{ search: 'BUYER17@EXAMPLE.COM' }, 1],
    [{ search: '+91 (900) 000-0017' }, 1],
    [{ search: '0017' }, 1],
    [{ search: '000 00' }, 0],
    [{ search: 'zara', status: 'SHIPPED' }, 1],
    [{ search: 'zara', placedUntil: '2025-12-31T23:56:00Z' }, 1],
    [{ search: '  ' }, 250],
    [{ search: "' | 'a" }, 0],
    [{ search: '!zara & <->' }, 0],
    [{ search: ':*' }, 0],
    [{ search: '%' }, 0],
  ])('has for %j %i orders', async (filter, count) => {
    const { orders } = await many.ask(LIST, { ...filter, first: 100 })
    expect([orders.totalCount, orders.nodes.length]).toEqual([count, Math.min(count, 100)])
  })

  it('pages through what a search has found', async () => {
    const { orders } = await many.ask(LIST, { search: 'zara', first: 3 })
    const rest = await many.ask(LIST, { search: 'zara', first: 3, after: orders.pageInfo.endCursor })
    const found = [...orders.nodes, ...rest.orders.nodes].map(({ orderNo }) => orderNo)
    expect(found).toEqual([2, 3, 4, 5].map(nthOrderNo))
  })

  it.each([
    [{ first: 101 }, 'first must be between 1 and 100'],
    [{ first: 0 }, 'first must be between 1 and 100'],
    [{ after: 'nonsense' }, 'after must be a cursor that this list has given out'],
    [{ search: 'x'.repeat(256) }, 'Search must be at most 255 characters'],
    [{ search: 'a\0' }, 'Search contains characters that cannot be stored'],
    [{ placedFrom: 'yesterday' }, 'Expected a moment as ISO 8601, such as 2026-01-31T12:00:00Z'],
    [{ placedFrom: '0000-01-01T00:00:00Z' }, 'Expected a moment in the years 1 to 9999'],
    [{ placedFrom: '2026-02-30T00:00:00Z' }, 'Expected a moment as ISO 8601, such as 2026-01-31T12:00:00Z'],
    [{ placedFrom: '2026-04-31T00:00:00Z' }, 'Expected a moment as ISO 8601, such as 2026-01-31T12:00:00Z'],
    [{ placedFrom: '2026-01-31T24:00:00Z' }, 'Expected a moment as ISO 8601, such as 2026-01-31T12:00:00Z'],
    // In UTC these are in years that PostgreSQL does not know, or that are not written with four digits.
    [{ placedFrom: '0001-01-01T00:00:00+01:00' }, 'Expected a moment in the years 1 to 9999'],
    [{ placedUntil: '9999-12-31T23:59:59-01:00' }, 'Expected a moment in the years 1 to 9999'],
  ])('refuses %j', async (args, message) => {
    expect(await many.refused(LIST, args)).toEqual({ code: 'BAD_USER_INPUT', message })
  })

  it('has no orders of other stores', async () => {
    const none = await ownerOf(shop, await shop.addStore())
    for (const search of [null, 'zara', '0017']) {
      expect((await none.ask(LIST, { search })).orders).toMatchObject({ totalCount: 0, nodes: [] })
    }
  })
})
