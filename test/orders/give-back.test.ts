import { beforeEach, describe, expect, it } from 'vitest'
import type { OrderStatus } from '../../src/commerce/orders/status/order-status.ts'
import { atOnce, balanceOf, dataOf, orderRow, pay, usesOf } from '../support/buying.ts'
import { rowsOf } from '../support/rows.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'
import { type MovingStore, openMovingStore, sold, untouched } from './moving-store.ts'

const shop = await forAllTests(openShop({ holdLimits: generousHolds }))

let store: MovingStore['store']
let client: MovingStore['client']
let owner: MovingStore['owner']
let asha: MovingStore['asha']
let move: MovingStore['move']
let checkout: MovingStore['checkout']
let place: MovingStore['place']
let books: MovingStore['books']
beforeEach(async () => {
  ;({ store, client, owner, asha, move, checkout, place, books } = await openMovingStore(shop))
})

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
    await shop.database.prisma.order.update({ where, data: { paymentStatus: 'REFUNDED' } })
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
    expect(await shop.database.prisma.orderEvent.count({ where })).toBe(1)
  })

  it('gives back only as many units as it got', async () => {
    const { orderNo, providerOrderId } = await place('pending')
    await shop.database.prisma.product.updateMany({ where: { storeId: store.id, slug: 'tea' }, data: { stock: 2 } })
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
    await shop.database.prisma.customer.update({ where, data })
    await shop.database.prisma.loyaltyEntry.create({ data: { storeId: store.id, ...entry } })
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
    const kinds = await shop.database.prisma.loyaltyEntry.findMany({
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
