import { beforeEach, describe, expect, it } from 'vitest'
import { atOnce } from '../../support/buying.ts'
import { newPhone } from '../../support/phones.ts'
import { forAllTests, generousHolds, openShop } from '../../support/shop.ts'
import { type CashStore, openCashStore } from './cash-store.ts'

let cash: CashStore
let now = new Date('2026-06-01T10:00:00Z')
const shop = await forAllTests(openShop({ clock: () => now, limitsOff: true, holdLimits: generousHolds }))
beforeEach(async () => {
  cash = await openCashStore(shop)
})

const untouched = { tea: 10, uses: { counted: 0, held: 0 }, points: 100, holds: 0 }
const taken = { tea: 7, uses: { counted: 1, held: 0 }, points: 80, holds: 0 }

/** What each change came to: its data, or the message of its refusal. */
const outcomes = async (...changes: Promise<any>[]): Promise<any[]> =>
  (await Promise.allSettled(changes)).map((each) =>
    each.status === 'fulfilled'
      ? each.value.status
      : (JSON.parse(/\[.*\]/.exec(each.reason.message)?.[0] ?? '[]')[0]?.message ?? each.reason),
  )

describe('at the same time', () => {
  it.each([1, 2, 3, 4])('an order is either confirmed, or cancelled by its buyer (%d)', async () => {
    const { orderNo } = await cash.place('bank')
    const cancel = cash.client.cancelOrder(orderNo, { token: cash.asha.token })
    const [confirmed, cancelled] = await Promise.allSettled([cash.confirm(orderNo), cancel])
    const { status } = await cash.row(orderNo)
    // A buyer may cancel right after the owner has confirmed.
    expect(status).toBe('CANCELLED')
    expect(cancelled).toMatchObject({ status: 'fulfilled', value: { data: { order: { status: 'cancelled' } } } })
    expect(['fulfilled', 'rejected']).toContain(confirmed.status)
    expect(await cash.books()).toEqual(untouched)
  })

  it.each([1, 2, 3, 4])('an order is either confirmed, or cancelled by its owner, whoever is first (%d)', async () => {
    const { orderNo } = await cash.place('bank')
    const version = (await cash.row(orderNo)).version
    const both = await outcomes(cash.confirm(orderNo, version), cash.move(orderNo, 'CANCELLED', { version }))
    const { status } = await cash.row(orderNo)
    expect(both.filter((outcome) => outcome === status)).toHaveLength(1)
    expect(await cash.books()).toEqual(status === 'CANCELLED' ? untouched : taken)
  })

  it.each([1, 2, 3, 4])('an order is either delivered, or refused at the door (%d)', async () => {
    const { orderNo } = await cash.place()
    await cash.move(orderNo, 'SHIPPED')
    const both = await outcomes(cash.move(orderNo, 'DELIVERED'), cash.move(orderNo, 'CANCELLED', { restock: true }))
    const { status, paymentStatus, collectedAmount } = await cash.row(orderNo)
    expect(both.filter((outcome) => outcome === status)).toHaveLength(1)
    const isDelivered = status === 'DELIVERED'
    expect([paymentStatus, collectedAmount]).toEqual(isDelivered ? ['PAID', 27_000n] : ['PENDING', 0n])
    expect(await cash.books()).toEqual(isDelivered ? { ...taken, points: 105 } : untouched)
    expect(await shop.database.prisma.refusedDelivery.count({ where: { storeId: cash.store.id } })).toBe(
      isDelivered ? 0 : 1,
    )
  })

  it('two payments of the whole are one, with one key or two', async () => {
    for (const keys of [
      ['same', 'same'],
      ['one', 'two'],
    ] as const) {
      const { orderNo } = await cash.place('cod', { loyaltyPoints: undefined, discountCode: undefined })
      const before = (await cash.books()).points
      const both = await outcomes(...keys.map((key) => cash.record(orderNo, key)))
      expect(both.toSorted()).toEqual(
        keys[0] === 'same' ? ['CONFIRMED', 'CONFIRMED'] : ['CONFIRMED', 'The order is already paid.'],
      )
      const payments = await shop.database.prisma.payment.findMany({
        where: { storeId: cash.store.id, order: { orderNo } },
      })
      expect(payments.map(({ amount }) => amount)).toEqual([32_000n])
      expect((await cash.books()).points).toBe(before + 30)
    }
  })

  it('parts add up to no more than the whole', async () => {
    const { orderNo } = await cash.place()
    const all = await outcomes(
      ...Array.from({ length: 8 }, (_, index) => cash.record(orderNo, `part-${index}`, { amount: 50 })),
    )
    expect(all.filter((outcome) => outcome === 'CONFIRMED')).toHaveLength(5)
    expect(await cash.row(orderNo)).toMatchObject({ collectedAmount: 25_000n, paymentStatus: 'PENDING' })
  })

  it('one key serves one of two orders', async () => {
    const [one, two] = [await cash.place(), await cash.place()]
    const both = await outcomes(cash.record(one.orderNo, 'key'), cash.record(two.orderNo, 'key'))
    expect(both.toSorted()).toEqual([
      'CONFIRMED',
      'This idempotencyKey belongs to another payment. Use a new key for a new payment.',
    ])
    expect(await shop.database.prisma.payment.count({ where: { storeId: cash.store.id } })).toBe(1)
  })

  it('buyers of the last units get no more than there are', async () => {
    const placed = await atOnce(8, async (index) => {
      const buyer = { name: 'A', phone: newPhone(), address: '4 Hill Road' }
      return cash
        .place(index % 2 === 0 ? 'cod' : 'bank', { buyer, loyaltyPoints: undefined, discountCode: undefined })
        .catch(() => null)
    })
    // Asha's own orders of the same goods take over what she holds unpaid.
    const { tea } = await cash.books()
    expect(tea).toBe(10 - 3 * placed.filter((order) => order?.providerOrderId.startsWith('cod_')).length)
    for (const order of placed.filter((each) => each?.providerOrderId.startsWith('manual_'))) {
      await cash.confirm(order.orderNo).catch(() => {})
    }
    expect((await cash.books()).tea).toBeGreaterThanOrEqual(0)
  })
})

describe('an order whose hold has run out', () => {
  const guest = () => ({ name: 'B', phone: newPhone(), address: '4 Hill Road' })
  const late = async () => {
    const { orderNo } = await cash.place('bank')
    now = new Date(now.getTime() + 49 * 3_600_000)
    return orderNo as string
  }
  const refusalOf = async (orderNo: string) => (await outcomes(cash.confirm(orderNo)))[0]

  it('is confirmed while everything is still there', async () => {
    expect(await cash.confirm(await late())).toMatchObject({ status: 'CONFIRMED' })
    expect(await cash.books()).toEqual(taken)
  })

  it('is not confirmed once others have taken its stock, or hold it, or the owner has lowered it', async () => {
    const orderNo = await late()
    const items = [
      {
        id: (await shop.database.prisma.product.findFirstOrThrow({ where: { storeId: cash.store.id, slug: 'tea' } }))
          .id,
        qty: 8,
      },
    ]
    const held = await cash.client.checkout({ items, buyer: guest(), paymentMethod: 'bank' })
    expect(held).toMatchObject({ data: { amount: 80_000 } })
    expect(await refusalOf(orderNo)).toBe('There is not enough in stock of: Tea.')
    const { orderNo: other } = 'data' in held ? held.data : null
    await cash.confirm(other)
    expect(await refusalOf(orderNo)).toBe('There is not enough in stock of: Tea.')
    await cash.move(other, 'CANCELLED')
    await shop.database.prisma.product.updateMany({
      where: { storeId: cash.store.id, slug: 'tea' },
      data: { stock: 2 },
    })
    expect(await refusalOf(orderNo)).toBe('There is not enough in stock of: Tea.')
    expect(await cash.row(orderNo)).toMatchObject({ status: 'PENDING', version: 1 })
    await shop.database.prisma.product.updateMany({
      where: { storeId: cash.store.id, slug: 'tea' },
      data: { stock: 3 },
    })
    expect(await cash.confirm(orderNo)).toMatchObject({ status: 'CONFIRMED' })
  })

  it('is not confirmed once its discount use or its points are gone', async () => {
    const orderNo = await late()
    await shop.database.prisma.discount.updateMany({ where: { storeId: cash.store.id }, data: { usageLimit: 1 } })
    const items = [
      {
        id: (await shop.database.prisma.product.findFirstOrThrow({ where: { storeId: cash.store.id, slug: 'cup' } }))
          .id,
        qty: 1,
      },
    ]
    const used = await cash.client.checkout({ items, buyer: guest(), paymentMethod: 'bank', discountCode: 'TEN' })
    expect(used).toMatchObject({ data: { breakdown: { discount: 5 } } })
    expect(await refusalOf(orderNo)).toBe('The discount code TEN has no uses left for this order.')
    await cash.move('data' in used ? used.data.orderNo : '', 'CANCELLED')
    await shop.database.prisma.customer.updateMany({
      where: { storeId: cash.store.id, id: cash.asha.id },
      data: { points: 19 },
    })
    expect(await refusalOf(orderNo)).toBe('The 20 redeemed points are no longer there.')
    await shop.database.prisma.customer.updateMany({
      where: { storeId: cash.store.id, id: cash.asha.id },
      data: { points: 100 },
    })
    expect(await cash.confirm(orderNo)).toMatchObject({ status: 'CONFIRMED' })
  })

  it('is confirmed by its payment even then, since the money is there', async () => {
    const orderNo = await late()
    await shop.database.prisma.product.updateMany({
      where: { storeId: cash.store.id, slug: 'tea' },
      data: { stock: 1 },
    })
    expect(await cash.record(orderNo, 'utr')).toMatchObject({
      ...{ status: 'CONFIRMED', paymentStatus: 'PAID' },
      needsAttention: 'Paid when there was not enough in stock of: Tea.',
    })
    expect((await cash.books()).tea).toBe(0)
  })
})
