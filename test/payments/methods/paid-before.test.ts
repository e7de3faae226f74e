import { beforeEach, describe, expect, it } from 'vitest'
import { dataOf, productIdOf } from '../../support/buying.ts'
import { newPhone } from '../../support/phones.ts'
import { forAllTests, generousHolds, openShop } from '../../support/shop.ts'
import { type CashStore, openCashStore } from './cash-store.ts'

const shop = await forAllTests(openShop({ limitsOff: true, holdLimits: generousHolds }))
let cash: CashStore
beforeEach(async () => {
  cash = await openCashStore(shop)
})

const untouched = { tea: 10, uses: { counted: 0, held: 0 }, points: 100, holds: 0 }

const ORDER = `status paymentStatus collected toCollect refundedAmount needsAttention refusedAt
  events { kind detail } refunds { amount reason }`
async function cancel(orderNo: string, more = ''): Promise<any> {
  const { data, errors } = (
    await cash.owner.post(`mutation { cancelOrder(orderNo: "${orderNo}"${more}) { ${ORDER} } }`)
  ).body
  return errors ? [errors[0].extensions.code, errors[0].message] : data.cancelOrder
}

/** 100 of 270 are paid. */
async function partlyPaid(...moves: string[]): Promise<string> {
  const { orderNo } = await cash.place()
  await cash.record(orderNo, `advance-${orderNo}`, { amount: 100 })
  for (const move of moves) await cash.move(orderNo, move)
  return orderNo
}

describe('what was paid in advance', () => {
  it('is kept when the parcel is refused at the door', async () => {
    const orderNo = await partlyPaid('SHIPPED')
    const refused = await cancel(orderNo, ', restock: true, paidBefore: KEEP')
    expect(refused).toMatchObject({
      ...{ status: 'CANCELLED', paymentStatus: 'PENDING', collected: 100, refundedAmount: 0, needsAttention: null },
      ...{ toCollect: 0, refusedAt: expect.any(String), refunds: [] },
    })
    expect(refused.events.at(-1)).toEqual({ kind: 'CANCELLED', detail: 'Refused at the door. ₹100.00 kept' })
    expect(await cash.books()).toEqual(untouched)
  })

  it('is given back when the parcel is refused at the door, and its goods may be lost', async () => {
    const orderNo = await partlyPaid('SHIPPED')
    expect(await cancel(orderNo, ', paidBefore: GIVE_BACK')).toMatchObject({
      ...{ status: 'CANCELLED', paymentStatus: 'REFUNDED', refundedAmount: 100, needsAttention: null },
      refunds: [{ amount: 100, reason: 'Refused at the door' }],
    })
    expect(await cash.books()).toEqual({ ...untouched, tea: 7 })
  })

  it('is given back when an order is cancelled that is not shipped, however much was paid', async () => {
    const part = await partlyPaid()
    expect(await cancel(part, ', paidBefore: GIVE_BACK')).toMatchObject({
      ...{ paymentStatus: 'REFUNDED', refundedAmount: 100, refunds: [{ amount: 100, reason: 'Cancelled' }] },
    })
    const { orderNo } = await cash.place('bank')
    await cash.record(orderNo, 'whole')
    expect(await cancel(orderNo, ', paidBefore: GIVE_BACK')).toMatchObject({
      ...{ status: 'CANCELLED', paymentStatus: 'REFUNDED', refundedAmount: 250, needsAttention: null },
    })
    expect(await cash.books()).toEqual(untouched)
  })

  it('waits for the owner who has not said', async () => {
    const orderNo = await partlyPaid('SHIPPED')
    expect(await cancel(orderNo)).toMatchObject({ status: 'CANCELLED', needsAttention: expect.any(String) })
    const other = await partlyPaid('SHIPPED')
    const moved = await cash.move(other, 'CANCELLED', { restock: true })
    expect(moved).toMatchObject({ status: 'CANCELLED', needsAttention: expect.any(String) })
  })

  it('once kept or undone, does not stop the buyer from being erased', async () => {
    const phone = newPhone()
    const buyer = { name: 'Asha', phone, address: '4 Hill Road' }
    const erase = async () => {
      const { data, errors } = (await cash.owner.post(`mutation { eraseCustomer(phone: "${phone}") { orders } }`)).body
      return errors ? errors[0].extensions.reason : data.eraseCustomer.orders
    }
    const placed = async (method: string) => (await cash.place(method, { buyer, loyaltyPoints: 0 })).orderNo
    const [kept, whole, undone] = [await placed('cod'), await placed('bank'), await placed('bank')]
    await cash.record(kept, 'advance', { amount: 100 })
    await cash.record(whole, 'whole')
    await cash.record(undone, 'mistaken', { amount: 100 })
    expect(await erase()).toBe('ORDERS_OPEN')
    const { payments } = (await cash.owner.ask(`{ order(orderNo: "${undone}") { payments { id } } }`)).order
    await cash.owner.ask(
      `mutation { undoRecordedPayment(orderNo: "${undone}", paymentId: "${payments[0].id}") { status } }`,
    )
    await cancel(kept)
    expect(await erase()).toBe('ORDERS_OPEN')
    await cash.owner.ask(`mutation { resolveAttention(orderNo: "${kept}") { status } }`)
    expect(await erase()).toBe('ORDERS_OPEN')
    await cancel(whole, ', paidBefore: KEEP')
    expect(await erase()).toBe(3)
  })

  it('in points alone is given back, too, when the order is cancelled', async () => {
    const items = [{ id: await productIdOf(shop, cash.store, 'cup'), qty: 1 }]
    const buyer = { name: 'Asha', phone: newPhone(), address: '4 Hill Road' }
    const { orderNo } = await dataOf(
      cash.client.checkout({ items, buyer, loyaltyPoints: 50, paymentMethod: 'bank' }, { token: cash.asha.token }),
    )
    expect((await cash.books()).points).toBe(50)
    await cancel(orderNo)
    expect((await cash.books()).points).toBe(100)
  })

  it('is nothing where nothing was paid', async () => {
    const { orderNo } = await cash.place()
    expect(await cancel(orderNo, ', paidBefore: GIVE_BACK')).toMatchObject({
      ...{ status: 'CANCELLED', refunds: [], needsAttention: null, paymentStatus: 'PENDING' },
    })
  })

  it('does not let a parcel be refused that is paid in full, has arrived, or was cancelled', async () => {
    const paid = await partlyPaid('SHIPPED')
    await cash.record(paid, 'rest')
    expect(await cancel(paid)).toEqual([
      'CONFLICT',
      'The order is shipped; it can only become delivered, not cancelled.',
    ])
    const arrived = await partlyPaid('SHIPPED', 'DELIVERED')
    expect(await cancel(arrived)).toEqual(['CONFLICT', 'The order is delivered; its status can no longer be changed.'])
    const gone = await partlyPaid('CANCELLED')
    expect(await cancel(gone, ', paidBefore: KEEP')).toEqual(['CONFLICT', 'The order is already cancelled.'])
    expect(await cancel('ORD-0000000000')).toEqual(['NOT_FOUND', 'Order not found'])
    expect(await cancel(await partlyPaid(), ', version: 1')).toEqual(['CONFLICT', expect.stringContaining('changed')])
  })
})

describe('money at the door', () => {
  const deliver = async (orderNo: string, paymentReceived: boolean) =>
    (
      await cash.owner.ask(
        `mutation { setOrderStatus(orderNo: "${orderNo}", status: DELIVERED, paymentReceived: ${paymentReceived}) { ${ORDER} } }`,
      )
    ).setOrderStatus

  it('is recorded with the delivery when the owner says that it came', async () => {
    const { orderNo } = await cash.place('bank')
    await cash.confirm(orderNo)
    await cash.move(orderNo, 'SHIPPED')
    expect(await deliver(orderNo, true)).toMatchObject({ paymentStatus: 'PAID', collected: 250 })
  })

  it('stays due when the owner says that it did not', async () => {
    const orderNo = await partlyPaid('SHIPPED')
    expect(await deliver(orderNo, false)).toMatchObject({
      ...{ status: 'DELIVERED', paymentStatus: 'PENDING', collected: 100, toCollect: 170 },
    })
  })
})
