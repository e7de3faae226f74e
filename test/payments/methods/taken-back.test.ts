import { beforeEach, describe, expect, it } from 'vitest'
import { addUpFigures } from '../../../src/commerce/figures/add-up.ts'
import { balanceOf } from '../../support/buying.ts'
import { forAllTests, generousHolds, openShop } from '../../support/shop.ts'
import { type CashStore, openCashStore } from './cash-store.ts'

const START = Date.parse('2026-06-01T10:00:00Z')
const HOUR = 3_600_000

let now = START
const shop = await forAllTests(openShop({ limitsOff: true, holdLimits: generousHolds, clock: () => new Date(now) }))
let cash: CashStore
beforeEach(async () => {
  now = START
  cash = await openCashStore(shop)
})

const taken = { tea: 7, uses: { counted: 1, held: 0 }, points: 80, holds: 0 }
const untouched = { tea: 10, uses: { counted: 0, held: 0 }, points: 100, holds: 0 }

const ORDER = `status paymentStatus collected toCollect refundedAmount needsAttention version refusedAt
  payments { id amount reference undoneAt } events { kind detail } refunds { amount reason }`

async function asked(mutation: string): Promise<any> {
  const { data, errors } = (await cash.owner.post(`mutation { done: ${mutation} { ${ORDER} } }`)).body
  return errors ? [errors[0].extensions.code, errors[0].message] : data.done
}
const shown = async (orderNo: string) => (await cash.owner.ask(`{ order(orderNo: "${orderNo}") { ${ORDER} } }`)).order
const undoDelivered = (orderNo: string, more = '') => asked(`undoDelivered(orderNo: "${orderNo}"${more})`)
const undoPayment = (orderNo: string, id: string, more = '') =>
  asked(`undoRecordedPayment(orderNo: "${orderNo}", paymentId: "${id}"${more})`)
const paymentOf = async (orderNo: string, index = 0): Promise<string> => (await shown(orderNo)).payments[index].id
const kindsOf = ({ events }: any) => events.map(({ kind }: any) => kind)

const FROM = '2026-06-01T00:00:00Z'
const UNTIL = '2026-06-04T00:00:00Z'
async function figures() {
  const { report } = await cash.owner.ask(
    `{ report(from: "${FROM}", until: "${UNTIL}", by: DAY) { total { orders sales revenue } } }`,
  )
  return report.total
}

async function delivered(): Promise<string> {
  const { orderNo } = await cash.place()
  await cash.move(orderNo, 'SHIPPED')
  await cash.move(orderNo, 'DELIVERED')
  return orderNo
}

describe('a delivery that is taken back', () => {
  it('leaves status, payment, points and figures as before, and both in the history', async () => {
    const { orderNo } = await cash.place()
    await cash.move(orderNo, 'SHIPPED')
    const before = [await cash.books(), await figures()]
    // Long enough for figures to be added up with the payment.
    now += 3 * HOUR
    await cash.move(orderNo, 'DELIVERED')
    now += 5 * HOUR
    await addUpFigures(shop.services)
    expect(await figures()).toMatchObject({ revenue: 270 })
    const undone = await undoDelivered(orderNo)
    expect(undone).toMatchObject({ status: 'SHIPPED', paymentStatus: 'PENDING', collected: 0, toCollect: 270 })
    expect(kindsOf(undone).slice(-4)).toEqual(['DELIVERED', 'PAID', 'DELIVERY_UNDONE', 'PAYMENT_UNDONE'])
    expect(undone.events.at(-1).detail).toBe('₹270.00, ₹270.00 to collect')
    expect(undone.payments).toMatchObject([{ amount: 270, undoneAt: new Date(now).toISOString() }])
    expect([await cash.books(), await figures()]).toEqual(before)
    now += HOUR
    await addUpFigures(shop.services)
    expect([await cash.books(), await figures()]).toEqual(before)
  })

  it('can be delivered again, and earns its points once', async () => {
    const orderNo = await delivered()
    for (const _ of [1, 2, 3]) {
      await undoDelivered(orderNo)
      expect(await cash.books()).toEqual(taken)
      now += 1
      await cash.move(orderNo, 'DELIVERED')
      expect(await cash.books()).toEqual({ ...taken, points: 105 })
    }
    const again = await shown(orderNo)
    expect(again).toMatchObject({ status: 'DELIVERED', paymentStatus: 'PAID', collected: 270 })
    expect(again.payments.filter(({ undoneAt }: any) => undoneAt === null)).toHaveLength(1)
    // A refund takes of the points what was earned, once.
    await asked(`refund(orderNo: "${orderNo}", by: MANUAL, reason: "Stale", idempotencyKey: "stale")`)
    expect((await cash.books()).points).toBe(100)
  })

  it('leaves a payment that came before it', async () => {
    const { orderNo } = await cash.place()
    await cash.record(orderNo, 'first', { amount: 100 })
    await cash.move(orderNo, 'SHIPPED')
    now += HOUR
    await cash.move(orderNo, 'DELIVERED')
    expect(await undoDelivered(orderNo)).toMatchObject({ status: 'SHIPPED', collected: 100, toCollect: 170 })
  })

  it('takes points as far as they are there, and gives no more for the next payment than for the first', async () => {
    const orderNo = await delivered()
    await cash.owner.ask(
      `mutation { adjustLoyalty(customerId: "${cash.asha.id}", points: -95, reason: "Spent") { id } }`,
    )
    await undoDelivered(orderNo)
    expect(await balanceOf(shop, cash.store, cash.asha.id)).toBe(0)
    await cash.move(orderNo, 'DELIVERED')
    expect(await balanceOf(shop, cash.store, cash.asha.id)).toBe(10)
  })

  it.each([
    ['of an order that is not there', async () => undoDelivered('ORD-0000000000'), ['NOT_FOUND', 'Order not found']],
    [
      'of an order that is under way',
      async () => {
        const { orderNo } = await cash.place()
        await cash.move(orderNo, 'SHIPPED')
        return undoDelivered(orderNo)
      },
      ['CONFLICT', 'The order is shipped, not delivered.'],
    ],
    [
      'after more than 24 hours',
      async () => {
        const orderNo = await delivered()
        now += 24 * HOUR + 1
        return undoDelivered(orderNo)
      },
      ['CONFLICT', 'A delivery can be undone for 24 hours.'],
    ],
    [
      'when money was given back',
      async () => {
        const orderNo = await delivered()
        await asked(`refund(orderNo: "${orderNo}", by: MANUAL, amount: 10, reason: "Late", idempotencyKey: "late")`)
        return undoDelivered(orderNo)
      },
      ['CONFLICT', 'Money of this order was given back: its payments can no longer be undone.'],
    ],
    [
      'of another version',
      async () => undoDelivered(await delivered(), ', version: 1'),
      ['CONFLICT', expect.stringContaining('changed')],
    ],
  ])('is refused %s', async (_, attempt, refusal) => {
    expect(await attempt()).toEqual(refusal)
  })

  it('happens at the latest 24 hours after', async () => {
    const orderNo = await delivered()
    now += 24 * HOUR
    expect(await undoDelivered(orderNo)).toMatchObject({ status: 'SHIPPED' })
  })
})

describe('a recorded payment that is taken back', () => {
  it('is due again, with its points and its part of the figures gone', async () => {
    const { orderNo } = await cash.place()
    const before = [await cash.books(), await figures()]
    now += 1
    await cash.record(orderNo, 'all', { reference: 'UTR 1' })
    expect(await cash.books()).toEqual({ ...taken, points: 105 })
    now += 1
    const undone = await undoPayment(orderNo, await paymentOf(orderNo))
    expect(undone).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PENDING', collected: 0, toCollect: 270 })
    expect(undone.events.at(-1)).toEqual({
      kind: 'PAYMENT_UNDONE',
      detail: '₹270.00, ₹270.00 to collect (UTR 1)',
    })
    expect([await cash.books(), await figures()]).toEqual(before)
    expect(await asked(`recordPayment(orderNo: "${orderNo}", idempotencyKey: "all", reference: "UTR 1")`)).toEqual([
      'CONFLICT',
      'The payment with this idempotencyKey was undone. Use a new key to record it again.',
    ])
    expect(await cash.record(orderNo, 'again')).toMatchObject({ paymentStatus: 'PAID' })
    expect(await cash.books()).toEqual({ ...taken, points: 105 })
  })

  it('is one part of several', async () => {
    const { orderNo } = await cash.place()
    await cash.record(orderNo, 'a', { amount: 100 })
    now += 1
    await cash.record(orderNo, 'b', { amount: 170 })
    expect(await undoPayment(orderNo, await paymentOf(orderNo))).toMatchObject({
      ...{ paymentStatus: 'PENDING', collected: 170, toCollect: 100 },
    })
    expect(await cash.books()).toEqual(taken)
  })

  it('leaves the order confirmed that it had confirmed', async () => {
    const { orderNo } = await cash.place('bank')
    await cash.record(orderNo, 'bank')
    const undone = await undoPayment(orderNo, await paymentOf(orderNo))
    expect(undone).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PENDING', toCollect: 250 })
    expect(await cash.books()).toEqual(taken)
  })

  it('leaves nothing to give back of an order that was cancelled', async () => {
    const { orderNo } = await cash.place()
    await cash.record(orderNo, 'a', { amount: 100 })
    await cash.move(orderNo, 'CANCELLED')
    expect((await shown(orderNo)).needsAttention).not.toBeNull()
    expect(await undoPayment(orderNo, await paymentOf(orderNo))).toMatchObject({ collected: 0, needsAttention: null })
    expect(await cash.books()).toEqual(untouched)
  })

  it('is refused when it is unknown, was undone, is of the provider, is old, or was given back', async () => {
    const { orderNo } = await cash.place()
    await cash.record(orderNo, 'all')
    const id = await paymentOf(orderNo)
    const other = await delivered()
    expect(await undoPayment(other, id)).toEqual(['NOT_FOUND', 'Payment not found'])
    expect(await undoPayment(orderNo, 'x')).toEqual(['NOT_FOUND', 'Payment not found'])
    expect(await undoPayment('ORD-0000000000', id)).toEqual(['NOT_FOUND', 'Order not found'])
    expect(await undoPayment(orderNo, id, ', version: 1')).toEqual(['CONFLICT', expect.stringContaining('changed')])
    now += 24 * HOUR + 1
    const late = ['CONFLICT', 'A payment can be undone for 24 hours. Record what you give back as a refund.']
    expect(await undoPayment(orderNo, id)).toEqual(late)
    now = START
    await undoPayment(orderNo, id)
    expect(await undoPayment(orderNo, id)).toEqual(['CONFLICT', 'The payment was already undone.'])
    await asked(`markRefunded(orderNo: "${other}")`)
    expect(await undoPayment(other, await paymentOf(other))).toEqual([
      'CONFLICT',
      'Money of this order was given back: its payments can no longer be undone.',
    ])
  })

  it('counts once, however many take it back at the same time', async () => {
    const orderNo = await delivered()
    const id = await paymentOf(orderNo)
    const answers = await Promise.all([
      ...[undoPayment(orderNo, id), undoDelivered(orderNo), undoPayment(orderNo, id), undoDelivered(orderNo)],
      asked(`refund(orderNo: "${orderNo}", by: MANUAL, reason: "Late", idempotencyKey: "late")`),
    ])
    const { status, collected, refundedAmount, paymentStatus } = await shown(orderNo)
    const isRefunded = refundedAmount > 0
    expect([paymentStatus, collected]).toEqual(isRefunded ? ['REFUNDED', 270] : ['PENDING', 0])
    // Undone apart from its payment it is delivered and unpaid in between.
    expect(status).toBe(isRefunded && !answers[1].status && !answers[3].status ? 'DELIVERED' : 'SHIPPED')
    expect((await cash.books()).points).toBe(isRefunded ? 100 : 80)
  })
})
