import { describe, expect, it } from 'vitest'
import { OrderStatus } from '../../../src/commerce/orders/status/order-status.ts'
import { newPhone } from '../../support/phones.ts'
import { forAllTests, generousHolds, openShop } from '../../support/shop.ts'
import { type CashStore, cod, openCashStore, setPaymentMethods } from './cash-store.ts'

const shop = await forAllTests(openShop({ limitsOff: true, holdLimits: generousHolds }))
let cash: CashStore

const untouched = { tea: 10, uses: { counted: 0, held: 0 }, points: 100, holds: 0 }
const taken = { tea: 7, uses: { counted: 1, held: 0 }, points: 80, holds: 0 }
const earned = { ...taken, points: 105 }

/** A store of its own, and an order that was moved so far. */
async function order(method: 'cod' | 'bank', ...moves: string[]): Promise<string> {
  cash = await openCashStore(shop)
  const { orderNo } = await cash.place(method)
  if (method === 'bank' && moves.length > 0) await cash.confirm(orderNo)
  for (const move of moves.filter((name) => name !== 'CONFIRMED')) await cash.move(orderNo, move)
  return orderNo
}
const refusal = (outcome: Promise<unknown>) =>
  outcome.then(String, (error: Error) => JSON.parse(/\[.*\]/.exec(error.message)?.[0] ?? '[]')[0])
const conflict = (message: string) => ({ message, extensions: { code: 'CONFLICT' } })

describe('an order to be paid on delivery', () => {
  it('is shipped unpaid, and paid by being delivered', async () => {
    const orderNo = await order('cod')
    expect(await cash.books()).toEqual(taken)
    expect(await cash.move(orderNo, 'SHIPPED')).toMatchObject({
      status: 'SHIPPED',
      paymentStatus: 'PENDING',
      toCollect: 270,
    })
    const delivered = await cash.move(orderNo, 'DELIVERED')
    expect(delivered).toMatchObject({ status: 'DELIVERED', paymentStatus: 'PAID', collected: 270, toCollect: 0 })
    expect(delivered.payments).toEqual([
      {
        provider: 'MANUAL',
        providerPaymentId: expect.stringContaining('delivery '),
        amount: 270,
        source: 'delivery',
        reference: null,
      },
    ])
    expect(delivered.events.map(({ kind, detail }: any) => [kind, detail])).toEqual([
      ['PLACED', ''],
      ['CONFIRMED', '₹270.00 to collect'],
      ['SHIPPED', ''],
      ['DELIVERED', ''],
      ['PAID', '₹270.00'],
    ])
    expect(await cash.books()).toEqual(earned)
  })

  it('is delivered unpaid where its method says so, and paid later', async () => {
    cash = await openCashStore(shop)
    await setPaymentMethods(shop, cash.store, [{ ...cod, paidOnDelivery: false }])
    const { orderNo } = await cash.place()
    await cash.move(orderNo, 'SHIPPED')
    expect(await cash.move(orderNo, 'DELIVERED')).toMatchObject({ paymentStatus: 'PENDING', toCollect: 270 })
    expect(await cash.record(orderNo, 'late')).toMatchObject({
      status: 'DELIVERED',
      paymentStatus: 'PAID',
      toCollect: 0,
    })
    expect(await cash.books()).toEqual(earned)
  })

  it('is paid in parts, of which each key counts once', async () => {
    const orderNo = await order('cod')
    expect(await cash.record(orderNo, 'a', { amount: 100, reference: 'first' })).toMatchObject({
      ...{ status: 'CONFIRMED', paymentStatus: 'PENDING', collected: 100, toCollect: 170 },
    })
    await cash.record(orderNo, 'a', { amount: 100, reference: 'first' })
    expect(await cash.books()).toEqual(taken)
    for (const other of [{ amount: 50 }, { amount: 100 }, { amount: 100, reference: 'second' }, {}]) {
      expect(await refusal(cash.record(orderNo, 'a', other))).toMatchObject(
        conflict('This idempotencyKey belongs to another payment. Use a new key for a new payment.'),
      )
    }
    expect(await refusal(cash.record(orderNo, 'b', { amount: 170.01 }))).toMatchObject(
      conflict('At most ₹170.00 is still to be paid.'),
    )
    const paid = await cash.record(orderNo, 'b')
    expect(paid).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID', collected: 270, toCollect: 0 })
    expect(await cash.record(orderNo, 'b')).toEqual(paid)
    expect(paid.payments.map(({ amount, reference }: any) => [amount, reference])).toEqual([
      [100, 'first'],
      [170, null],
    ])
    expect(paid.events.map(({ kind, detail }: any) => [kind, detail]).slice(2)).toEqual([
      ['PART_PAID', '₹100.00, ₹170.00 to collect (first)'],
      ['PAID', '₹170.00'],
    ])
    expect(await refusal(cash.record(orderNo, 'c'))).toMatchObject(conflict('The order is already paid.'))
    expect(await cash.books()).toEqual(earned)
    await cash.move(orderNo, 'SHIPPED')
    expect((await cash.move(orderNo, 'DELIVERED')).payments).toHaveLength(2)
  })

  it.each([
    [true, untouched],
    [false, { ...untouched, tea: 7 }],
  ])('is refused at the door, with its units put back: %s', async (restock, books) => {
    const orderNo = await order('cod', 'SHIPPED')
    const refused = await cash.move(orderNo, 'CANCELLED', { restock })
    expect(refused).toMatchObject({ status: 'CANCELLED', paymentStatus: 'PENDING', toCollect: 0, needsAttention: null })
    expect(refused.refusedAt).not.toBeNull()
    expect(refused.events.at(-1)).toMatchObject({ kind: 'CANCELLED', detail: 'Refused at the door' })
    expect(await cash.books()).toEqual(books)
    const { buyerPhoneDigits } = await cash.row(orderNo)
    const counted = await shop.database.prisma.refusedDelivery.findMany({ where: { storeId: cash.store.id } })
    expect(counted).toEqual([
      {
        storeId: cash.store.id,
        buyerKey: shop.services.keyedHash.of(cash.store.id, `phone:${buyerPhoneDigits}`),
        count: 1,
      },
    ])
  })

  it('is not refused at the door once all is paid', async () => {
    const orderNo = await order('cod', 'SHIPPED')
    await cash.record(orderNo, 'a', { amount: 1 })
    await cash.record(orderNo, 'b')
    const message = 'The order is shipped; it can only become delivered, not cancelled.'
    expect(await refusal(cash.move(orderNo, 'CANCELLED'))).toMatchObject(conflict(message))
    expect(await refusal(cash.move(orderNo, 'CANCELLED', { restock: true }))).toMatchObject(conflict(message))
    expect(await shop.database.prisma.refusedDelivery.count({ where: { storeId: cash.store.id } })).toBe(0)
  })

  it('is cancelled by the owner, who is alerted when something was paid', async () => {
    const unpaid = await order('cod')
    expect(await cash.move(unpaid, 'CANCELLED')).toMatchObject({
      status: 'CANCELLED',
      needsAttention: null,
      refusedAt: null,
    })
    expect(await cash.books()).toEqual(untouched)
    expect(await refusal(cash.record(unpaid, 'x'))).toMatchObject(
      conflict('The order is cancelled: nothing is to be paid any more.'),
    )
    const partly = await order('cod')
    await cash.record(partly, 'a', { amount: 100 })
    expect(await cash.move(partly, 'CANCELLED')).toMatchObject({
      needsAttention: 'Cancelled after it was paid: refund the buyer.',
    })
  })

  it('is cancelled by its buyer until it is shipped', async () => {
    const orderNo = await order('cod')
    expect(await cash.client.cancelOrder(orderNo, { token: cash.asha.token })).toMatchObject({
      data: { order: { status: 'cancelled' } },
    })
    expect(await cash.books()).toEqual(untouched)
    const shipped = await order('cod', 'SHIPPED')
    expect(await cash.client.cancelOrder(shipped, { token: cash.asha.token })).toEqual({
      ...{ status: 409, error: 'The order is shipped: it can no longer be cancelled.' },
    })
    const paid = await order('cod')
    await cash.record(paid, 'a')
    expect(await cash.client.cancelOrder(paid, { token: cash.asha.token })).toEqual({
      ...{ status: 409, error: 'The order is paid: please ask the store to cancel it.' },
    })
  })
})

describe('an order that the owner confirms', () => {
  it('is confirmed, shipped, and paid by hand', async () => {
    const orderNo = await order('bank')
    expect(await cash.books()).toEqual({ ...untouched, uses: { counted: 0, held: 1 }, holds: 3 })
    const { version } = await cash.row(orderNo)
    expect(await refusal(cash.confirm(orderNo, version + 1))).toMatchObject({ extensions: { code: 'CONFLICT' } })
    const confirmed = await cash.confirm(orderNo, version)
    expect(confirmed).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PENDING', toCollect: 250 })
    expect(confirmed.events.at(-1)).toMatchObject({ kind: 'CONFIRMED', detail: '₹250.00 to collect' })
    expect(await cash.books()).toEqual(taken)
    expect(await refusal(cash.confirm(orderNo))).toMatchObject(
      conflict('The order is confirmed: it cannot be confirmed.'),
    )
    expect(await cash.record(orderNo, 'utr')).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID' })
    expect(await cash.books()).toEqual(earned)
  })

  it('is confirmed by its payment, but not by a part of it', async () => {
    const orderNo = await order('bank')
    expect(await cash.record(orderNo, 'a', { amount: 50 })).toMatchObject({ status: 'PENDING', toCollect: 200 })
    const paid = await cash.record(orderNo, 'b', { reference: 'UTR 1' })
    expect(paid).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID', collected: 250, toCollect: 0 })
    expect(paid.events.at(-1)).toMatchObject({ kind: 'PAID', detail: '₹200.00 (UTR 1)' })
    expect(await cash.record(orderNo, 'b', { reference: 'UTR 1' })).toEqual(paid)
    expect(await cash.books()).toEqual(earned)
  })

  it('is cancelled while it waits, by its buyer or the owner', async () => {
    const theirs = await order('bank')
    expect(await cash.client.cancelOrder(theirs, { token: cash.asha.token })).toMatchObject({
      data: { order: { status: 'cancelled' } },
    })
    expect(await cash.books()).toEqual(untouched)
    const ours = await order('bank')
    await cash.move(ours, 'CANCELLED')
    expect(await cash.books()).toEqual(untouched)
    expect(await refusal(cash.confirm(ours))).toMatchObject(conflict('The order is cancelled: it cannot be confirmed.'))
  })

  const allowed: Record<string, readonly string[]> = {
    PENDING: ['CANCELLED'],
    CONFIRMED: ['SHIPPED', 'CANCELLED'],
    SHIPPED: ['DELIVERED', 'CANCELLED'],
  }
  it.each(['PENDING', 'CONFIRMED', 'SHIPPED', 'DELIVERED', 'CANCELLED'])(
    'makes no other move than allowed when it is %s',
    async (from) => {
      const way: Record<string, string[]> = {
        PENDING: [],
        CONFIRMED: ['CONFIRMED'],
        SHIPPED: ['SHIPPED'],
        DELIVERED: ['SHIPPED', 'DELIVERED'],
        CANCELLED: ['CANCELLED'],
      }
      const orderNo = await order('bank', ...(way[from] ?? []))
      const before = await cash.row(orderNo)
      for (const to of Object.values(OrderStatus).filter((status) => !allowed[from]?.includes(status))) {
        expect(await refusal(cash.move(orderNo, to))).toMatchObject({ extensions: { code: 'CONFLICT' } })
      }
      expect(await cash.row(orderNo)).toEqual(before)
    },
  )
})

it('confirms and records nothing of orders at the payment provider', async () => {
  const provided = await openCashStore(shop, 'REST', { store: { payments: { provider: 'sandbox' } } })
  const placed = await provided.client.checkout({
    items: [
      {
        id: (
          await shop.database.prisma.product.findFirstOrThrow({ where: { storeId: provided.store.id, slug: 'cup' } })
        ).id,
        qty: 1,
      },
    ],
    buyer: { name: 'A', phone: newPhone(), address: '4 Hill Road' },
  })
  const { orderNo } = 'data' in placed ? placed.data : null
  expect(await refusal(provided.confirm(orderNo))).toMatchObject(
    conflict('The order is confirmed once it is paid through the payment provider.'),
  )
  expect(await refusal(provided.record(orderNo, 'x'))).toMatchObject(
    conflict('The order is not paid by a payment method of the store: its payment provider reports it.'),
  )
  for (const change of [() => provided.confirm('ORD-0000000000'), () => provided.record('ORD-0000000000', 'x')]) {
    expect(await refusal(change())).toMatchObject({ message: 'Order not found', extensions: { code: 'NOT_FOUND' } })
  }
})
