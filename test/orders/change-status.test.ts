import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OrderStatus, Store } from '../../src/generated/prisma/client.ts'
import { OrderStatus as Status } from '../../src/generated/prisma/enums.ts'
import { moveProblem, OWNER_MOVES } from '../../src/orders/order-status.ts'
import {
  atOnce,
  balanceOf,
  buyer,
  dataOf,
  holdsOf,
  orderRow,
  pay,
  signUpWithPoints,
  stockOf,
  usesOf,
} from '../support/buying.ts'
import { clientOf, type StorefrontClient } from '../support/client.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { rowsOf } from '../support/rows.ts'
import { generousHolds, openShop, type Shop } from '../support/shop.ts'

let shop: Shop
let store: Store
let client: StorefrontClient
let owner: Owner
let asha: { id: string; token: string }

beforeAll(async () => {
  shop = await openShop({ holdLimits: generousHolds })
})
beforeEach(async () => {
  store = await shop.addStore({
    store: { payments: { provider: 'sandbox' }, loyalty: { enabled: true, earnRate: 0.1, redeemRate: 1 } },
    products: [
      { slug: 'tea', name: 'Tea', price: 100, stock: 10 },
      { slug: 'sized', name: 'Sencha', price: 100, stock: 7, variants: [{ options: { size: '50g' }, stock: 5 }] },
    ],
    discounts: [
      { code: 'TEN', type: 'percent', value: 10, usageLimit: 5 },
      { code: 'ALL', type: 'percent', value: 100 },
    ],
  })
  client = clientOf(shop, store.subdomain, 'REST')
  owner = await ownerOf(shop, store)
  asha = await signUpWithPoints(shop, store, client, 100)
})
afterAll(() => shop.close())

const MOVE = `mutation ($orderNo: String!, $to: OrderStatus!, $version: Int) {
  setOrderStatus(orderNo: $orderNo, status: $to, version: $version) {
    status paymentStatus needsAttention version events { actor kind }
  }
}`

/** By the owner's API. What it refuses is thrown. */
async function move(orderNo: string, to: OrderStatus, { by = owner, version = null as number | null } = {}) {
  const { body } = await by.post(MOVE, { orderNo, to, version })
  const [error] = body.errors ?? []
  if (error) throw Object.assign(new Error(error.message), { code: error.extensions.code })
  return body.data.setOrderStatus
}

async function checkout(discountCode = 'TEN') {
  const products = await shop.services.prisma.product.findMany({
    where: { storeId: store.id },
    orderBy: { slug: 'asc' },
  })
  const [sized, tea] = products.map(({ id }) => id)
  // Two lines of the same product share its stock.
  const items = [
    { id: tea, qty: 2 },
    { id: sized, qty: 3, variant: { size: '50g' } },
    { id: tea, qty: 1 },
  ]
  return dataOf(client.checkout({ items, buyer, discountCode, loyaltyPoints: 40 }, { token: asha.token }))
}

async function place(status: 'pending' | 'confirmed') {
  const placed = await checkout()
  if (status === 'confirmed') await dataOf(client.verify(await pay(shop, placed.providerOrderId)))
  return placed
}

const variantStock = async () =>
  (await shop.services.prisma.variant.findFirstOrThrow({ where: { storeId: store.id } })).stock

/** Everything that an order may have changed. */
const books = async () => ({
  tea: await stockOf(shop, store, 'tea'),
  sized: await stockOf(shop, store, 'sized'),
  variant: await variantStock(),
  uses: await usesOf(shop, store, 'TEN'),
  points: await balanceOf(shop, store, asha.id),
  holds: await holdsOf(shop, store),
})

const untouched = { tea: 10, sized: 7, variant: 5, uses: { counted: 0, held: 0 }, points: 100, holds: 0 }
// 600 less 10 % and 40 points is 500, which earns 50 points.
const sold = { tea: 7, sized: 7, variant: 2, uses: { counted: 1, held: 0 }, points: 110, holds: 0 }

describe('an order that is cancelled', () => {
  it('while it is pending lets go what it held', async () => {
    const placed = await place('pending')
    expect((await books()).holds).toBe(5)
    expect(await move(placed.orderNo, 'CANCELLED')).toMatchObject({ status: 'CANCELLED', needsAttention: null })
    expect(await books()).toEqual(untouched)
  })

  it('after it was paid puts back what it took, and asks for a refund', async () => {
    const placed = await place('confirmed')
    expect(await books()).toEqual(sold)
    expect(await move(placed.orderNo, 'CANCELLED')).toMatchObject({
      status: 'CANCELLED',
      paymentStatus: 'PAID',
      needsAttention: 'Cancelled after it was paid: refund the buyer.',
    })
    expect(await books()).toEqual(untouched)
  })

  it('after its money was given back puts back what it took, too', async () => {
    const { orderNo } = await place('confirmed')
    const where = { storeId_orderNo: { storeId: store.id, orderNo } }
    await shop.services.prisma.order.update({ where, data: { paymentStatus: 'REFUNDED' } })
    expect(await move(orderNo, 'CANCELLED')).toMatchObject({ status: 'CANCELLED', needsAttention: null })
    expect(await books()).toEqual(untouched)
  })

  it('and cost nothing needs no refund', async () => {
    const { orderNo } = await checkout('ALL')
    expect(await books()).toMatchObject({ tea: 7, variant: 2 })
    expect(await move(orderNo, 'CANCELLED')).toMatchObject({ paymentStatus: 'PAID', needsAttention: null })
    expect(await books()).toEqual(untouched)
    expect(await usesOf(shop, store, 'ALL')).toEqual({ counted: 0, held: 0 })
  })

  it.each(['pending', 'confirmed'] as const)('10 times at once while it is %s is cancelled once', async (status) => {
    const { orderNo, orderId } = await place(status)
    const outcomes = await atOnce(10, () => move(orderNo, 'CANCELLED').catch((error: Error) => error.message))
    expect(outcomes.filter((outcome) => typeof outcome !== 'string')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'The order is already cancelled.')).toHaveLength(9)
    expect(await books()).toEqual(untouched)
    const where = { storeId: store.id, orderId, kind: 'cancelled' }
    expect(await shop.services.prisma.orderEvent.count({ where })).toBe(1)
  })

  it('gives back only as many units as it got', async () => {
    const { orderNo, providerOrderId } = await place('pending')
    await shop.services.prisma.product.updateMany({ where: { storeId: store.id, slug: 'tea' }, data: { stock: 2 } })
    await dataOf(client.verify(await pay(shop, providerOrderId)))
    expect(await books()).toEqual({ ...sold, tea: 0 })
    await move(orderNo, 'CANCELLED')
    expect(await books()).toEqual({ ...untouched, tea: 2 })
  })

  it('when its earned points are spent meanwhile takes what is left', async () => {
    const { orderNo } = await place('confirmed')
    const data = { points: { decrement: 100 } }
    const where = { storeId_id: { storeId: store.id, id: asha.id } }
    const entry = { kind: 'ADJUSTMENT' as const, points: -100, balanceAfter: 10, customerId: asha.id }
    await shop.services.prisma.customer.update({ where, data })
    await shop.services.prisma.loyaltyEntry.create({ data: { storeId: store.id, ...entry } })
    await move(orderNo, 'CANCELLED')
    // 10, and 40 redeemed ones back, less the 50 that were earned.
    expect(await balanceOf(shop, store, asha.id)).toBe(0)
  })

  it('and is paid afterwards stays cancelled, is refunded, and takes no stock', async () => {
    const { orderNo, providerOrderId } = await place('pending')
    const receipt = await pay(shop, providerOrderId)
    await move(orderNo, 'CANCELLED')
    const refusal = { status: 400, error: 'This order was cancelled' }
    await atOnce(5, async () => expect(await client.verify(receipt)).toEqual(refusal))
    expect(await orderRow(shop, store, orderNo)).toMatchObject({
      status: 'CANCELLED',
      paymentStatus: 'PAID',
      needsAttention: 'Paid after it was cancelled: refund the buyer.',
      checkPaymentAt: null,
    })
    expect(await books()).toEqual(untouched)
    expect(await client.verify(await pay(shop, providerOrderId, 'fail'))).toMatchObject({ status: 400 })
    expect(await orderRow(shop, store, orderNo)).toMatchObject({ status: 'CANCELLED', paymentStatus: 'PAID' })
  })
})

describe('an order that is refunded', () => {
  const refund = (orderNo: string) =>
    owner.post('mutation ($orderNo: String!) { markRefunded(orderNo: $orderNo) { paymentStatus } }', { orderNo })
  // 40 redeemed points are back, the 50 earned ones are gone, and nothing else has moved.
  const givenBack = { ...sold, points: 100 }

  it.each<{ where: string; path: OrderStatus[] }>([
    { where: 'confirmed', path: [] },
    { where: 'shipped', path: ['SHIPPED'] },
    { where: 'delivered', path: ['SHIPPED', 'DELIVERED'] },
  ])('when it is $where gives redeemed points back and takes earned ones, once', async ({ path }) => {
    const { orderNo } = await place('confirmed')
    for (const to of path) await move(orderNo, to)
    expect(await books()).toEqual(sold)
    const answers = await atOnce(5, () => refund(orderNo))
    expect(answers.filter(({ body }) => !body.errors)).toHaveLength(1)
    expect(await books()).toEqual(givenBack)
    const kinds = await shop.services.prisma.loyaltyEntry.findMany({
      where: { storeId: store.id, customerId: asha.id, orderId: { not: null } },
      orderBy: { id: 'asc' },
      select: { kind: true, points: true },
    })
    expect(kinds).toEqual([
      { kind: 'REDEEM', points: -40 },
      { kind: 'EARN', points: 50 },
      { kind: 'REDEEM_REVERSAL', points: 40 },
      { kind: 'EARN_REVERSAL', points: -50 },
    ])
  })

  it('cannot be shipped; cancelled, it puts stock and discount use back, and moves no points again', async () => {
    const { orderNo } = await place('confirmed')
    await refund(orderNo)
    const before = await rowsOf(shop, store)
    await expect(move(orderNo, 'SHIPPED')).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The order is confirmed and refunded; it can only become cancelled, not shipped.',
    })
    expect(await rowsOf(shop, store)).toEqual(before)
    await move(orderNo, 'CANCELLED')
    expect(await books()).toEqual(untouched)
  })

  it('and was cancelled before moves no points again', async () => {
    const { orderNo } = await place('confirmed')
    await move(orderNo, 'CANCELLED')
    await refund(orderNo)
    expect(await books()).toEqual(untouched)
  })

  it('when its earned points are spent meanwhile takes what is left', async () => {
    const { orderNo } = await place('confirmed')
    const adjust = 'mutation ($id: ID!) { adjustLoyalty(customerId: $id, points: -100, reason: "Test") { points } }'
    await owner.ask(adjust, { id: asha.id })
    await refund(orderNo)
    // 10, and 40 redeemed ones back, less the 50 that were earned.
    expect(await balanceOf(shop, store, asha.id)).toBe(0)
  })

  it('may still arrive when it was under way', async () => {
    const { orderNo } = await place('confirmed')
    await move(orderNo, 'SHIPPED')
    await refund(orderNo)
    expect(await move(orderNo, 'DELIVERED')).toMatchObject({ status: 'DELIVERED', paymentStatus: 'REFUNDED' })
  })
})

describe('the owner', () => {
  it('moves a confirmed order to shipped and on to delivered, each once', async () => {
    const { orderNo, orderId } = await place('confirmed')
    for (const status of ['SHIPPED', 'DELIVERED'] as const) {
      const outcomes = await atOnce(5, () => move(orderNo, status).catch((error: Error) => error.message))
      expect(outcomes.filter((outcome) => typeof outcome !== 'string')).toHaveLength(1)
    }
    expect(await orderRow(shop, store, orderNo)).toMatchObject({ status: 'DELIVERED', paymentStatus: 'PAID' })
    const events = await shop.services.prisma.orderEvent.findMany({
      where: { storeId: store.id, orderId },
      orderBy: { id: 'asc' },
    })
    expect(events.map(({ kind, actor }) => [kind, actor])).toEqual([
      ['placed', 'buyer'],
      ['paid', 'buyer'],
      ['shipped', `owner:${owner.keyId}`],
      ['delivered', `owner:${owner.keyId}`],
    ])
    expect(await books()).toEqual(sold)
  })

  it('is told when there is no such order, or when it is another store’s', async () => {
    const { orderNo } = await place('pending')
    const elsewhere = await ownerOf(shop, await shop.addStore())
    const unknown = { code: 'NOT_FOUND', message: 'Order not found' }
    await expect(move(orderNo, 'CANCELLED', { by: elsewhere })).rejects.toMatchObject(unknown)
    for (const odd of ['ORD-0000000000', '', 'x'.repeat(3_000), 'ORD-\0'])
      await expect(move(odd, 'CANCELLED')).rejects.toMatchObject(unknown)
    expect(await orderRow(shop, store, orderNo)).toMatchObject({ status: 'PENDING' })
  })

  it('may write the number in small letters', async () => {
    const { orderNo } = await place('pending')
    expect(await move(` ${orderNo.toLowerCase()} `, 'CANCELLED')).toMatchObject({ status: 'CANCELLED' })
  })

  it('is refused on a version that somebody has replaced meanwhile', async () => {
    const { orderNo } = await place('confirmed')
    const { version } = await orderRow(shop, store, orderNo)
    const shipped = await move(orderNo, 'SHIPPED', { version })
    expect(shipped.version).toBe(version + 1)
    const before = await rowsOf(shop, store)
    await expect(move(orderNo, 'DELIVERED', { version })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('This order was changed meanwhile'),
    })
    expect(await rowsOf(shop, store)).toEqual(before)
    expect(await move(orderNo, 'DELIVERED', { version: version + 1 })).toMatchObject({ status: 'DELIVERED' })
  })
})

describe.each(Object.values(Status))('an order that is %s', (from) => {
  /** How orders come there, without a hand in the database. */
  async function reach(): Promise<string> {
    const { orderNo, providerOrderId } = await place(from === 'PENDING' || from === 'FAILED' ? 'pending' : 'confirmed')
    if (from === 'FAILED') await client.verify(await pay(shop, providerOrderId, 'fail'))
    if (from === 'CANCELLED') await move(orderNo, 'CANCELLED')
    if (from === 'SHIPPED' || from === 'DELIVERED') await move(orderNo, 'SHIPPED')
    if (from === 'DELIVERED') await move(orderNo, 'DELIVERED')
    expect(await orderRow(shop, store, orderNo)).toMatchObject({ status: from })
    return orderNo
  }
  const refused = Object.values(Status).filter((to) => !OWNER_MOVES[from].includes(to))

  it(`cannot become ${refused.join(', ')}: nothing changes`, async () => {
    const orderNo = await reach()
    const before = await rowsOf(shop, store)
    expect(before.orders).toHaveLength(1)
    for (const to of refused) {
      const message = moveProblem(await orderRow(shop, store, orderNo), to)
      expect(message).toMatch(/^The order is .+\.$/)
      await expect(move(orderNo, to)).rejects.toMatchObject({ code: 'CONFLICT', message })
    }
    expect(await rowsOf(shop, store)).toEqual(before)
  })

  it.each(OWNER_MOVES[from])('becomes %s, once', async (to) => {
    const orderNo = await reach()
    const { version, paymentStatus } = await orderRow(shop, store, orderNo)
    const moved = await move(orderNo, to)
    expect(moved).toMatchObject({ status: to, paymentStatus, version: version + 1 })
    expect(moved.events.at(-1)).toEqual({ actor: 'owner: test', kind: to })
    expect(await books()).toEqual(to === 'CANCELLED' ? untouched : sold)
    const after = await rowsOf(shop, store)
    await expect(move(orderNo, to)).rejects.toMatchObject({ message: `The order is already ${to.toLowerCase()}.` })
    expect(await rowsOf(shop, store)).toEqual(after)
  })
})

describe('two owners at once', () => {
  const targets = ['SHIPPED', 'CANCELLED', 'DELIVERED', 'CONFIRMED'] as const

  it.each([0, 1, 2, 3])('make only legal moves, each once, whoever comes first (round %i)', async (round) => {
    const { orderNo, orderId } = await place('confirmed')
    const owners = [owner, await ownerOf(shop, store)]
    const outcomes = await atOnce(16, async (index) => {
      const to = targets[(index + round) % targets.length] ?? 'SHIPPED'
      return await move(orderNo, to, { by: owners[index % 2] ?? owner }).then(
        () => to,
        (error: { code: string }) => error.code,
      )
    })
    const done = outcomes.filter((outcome) => outcome !== 'CONFLICT')
    const events = await shop.services.prisma.orderEvent.findMany({
      where: { storeId: store.id, orderId },
      orderBy: { id: 'asc' },
    })
    const path = events.slice(2).map(({ kind }) => kind.toUpperCase())
    expect([['CANCELLED'], ['SHIPPED'], ['SHIPPED', 'DELIVERED']]).toContainEqual(path)
    expect(done.toSorted()).toEqual(path.toSorted())
    expect((await orderRow(shop, store, orderNo)).status).toBe(path.at(-1))
    expect(await books()).toEqual(path[0] === 'CANCELLED' ? untouched : sold)
  })
})
