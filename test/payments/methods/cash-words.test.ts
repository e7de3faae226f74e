import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../../support/buying.ts'
import { type OrderMailShop, openOrderMailShop } from '../../support/order-mails.ts'
import { newPhone } from '../../support/phones.ts'
import { createWebhook, eventsOf } from '../../webhooks/subscriptions.ts'
import { bank, type CashStore, cod, openCashStore, setPaymentMethods } from './cash-store.ts'

// "Processing" that reads as paid is the classic mistake: whatever says that an order is confirmed says what is due.

let mails: OrderMailShop
/** Every look at it is a millisecond later, so that lists have an order. */
let now = Date.parse('2026-06-01T10:00:00Z')
let cash: CashStore
beforeAll(async () => {
  const clock = () => {
    now += 1
    return new Date(now)
  }
  mails = await openOrderMailShop({ clock })
})
afterAll(() => mails.close())

const buyer = () => ({ name: 'Asha', phone: newPhone(), email: 'asha@example.com', address: '4 Hill Road' })
const written = async () =>
  (await mails.deliver(cash.store)).map(({ to, text }) => ({ to, text })).toSorted((a, b) => (a.to < b.to ? -1 : 1))
const open = async () => {
  cash = await openCashStore(mails.shop)
}

describe('mails', () => {
  it('say what is still to be paid, and how, until it is', async () => {
    await open()
    const { orderNo } = await cash.place('cod', { buyer: buyer() })
    const [confirmed, fresh] = await written()
    expect(confirmed?.to).toBe('asha@example.com')
    expect(confirmed?.text).toContain('Have it ready.')
    expect(confirmed?.text).toContain(
      'Payment: Cash on delivery\nFee for this payment, in shipping: ₹20.00\nStill to be paid: ₹270.00',
    )
    expect(confirmed?.text).not.toMatch(/paid for|payment was|thank you for your payment/i)
    expect(fresh?.to).toBe('owner@example.com')
    expect(fresh?.text).toContain('Still to be paid: ₹270.00')
    await cash.record(orderNo, 'part', { amount: 100 })
    await cash.move(orderNo, 'SHIPPED')
    const [shipped] = await written()
    expect(shipped?.text).toContain('Still to be paid: ₹170.00')
    await cash.record(orderNo, 'rest')
    await cash.move(orderNo, 'DELIVERED')
    expect(await written()).toEqual([])
  })

  it('say nothing of it once it is paid', async () => {
    await open()
    const { orderNo } = await cash.place('cod', { buyer: buyer() })
    await cash.record(orderNo, 'all')
    await written()
    await cash.move(orderNo, 'SHIPPED')
    const [shipped] = await written()
    expect(shipped?.text).toContain('Payment: Cash on delivery')
    expect(shipped?.text).not.toMatch(/Still to be paid|Have it ready/)
  })

  it('ask the owner to confirm, and the buyer to pay once that is done', async () => {
    await open()
    const { orderNo } = await cash.place('bank', { buyer: buyer() })
    expect(await written()).toEqual([
      {
        to: 'owner@example.com',
        text: expect.stringMatching(
          /unpaid and waiting for you to confirm it\. Its goods are held for the buyer until 3 June 2026 at 15:30/,
        ),
      },
    ])
    await cash.confirm(orderNo)
    const [confirmed, ...more] = await written()
    expect(more).toEqual([])
    expect(confirmed).toMatchObject({ to: 'asha@example.com', text: expect.stringContaining('To IN00 1234.') })
    expect(confirmed?.text).toContain('Still to be paid: ₹250.00')
  })
})

it('webhook events say what is due, and when it is paid', async () => {
  await open()
  await createWebhook(cash.owner, { url: 'https://hooks.example' })
  const { orderNo } = await cash.place()
  const method = { method: 'cod', name: 'Cash on delivery', fee: 20 }
  await cash.record(orderNo, 'part', { amount: 100 })
  await cash.move(orderNo, 'SHIPPED')
  await cash.move(orderNo, 'DELIVERED')
  const waiting = await cash.place('bank')
  await cash.record(waiting.orderNo, 'utr')
  const events = (await eventsOf(mails.shop, cash.store)).filter(({ type }) => type.startsWith('order.'))
  expect(
    events.map(({ type, data: { order } }: any) => [type, order.payment_status, order.payment_method.due]),
  ).toEqual([
    ['order.confirmed', 'pending', 270],
    ['order.status_changed', 'pending', 170],
    ['order.status_changed', 'paid', 0],
    ['order.paid', 'paid', 0],
    ['order.confirmed', 'paid', 0],
    ['order.paid', 'paid', 0],
  ])
  expect(events[0]).toMatchObject({ data: { order: { payment_method: { ...method, due: 270 }, refused: false } } })
})

it('lists, history, tracking and CSV say what is to be collected', async () => {
  await open()
  const phone = newPhone()
  const first = await cash.place('cod', { buyer: { name: 'Asha', phone, address: '4 Hill Road' } })
  const second = await cash.place('cod')
  const waiting = await cash.place('bank')
  await cash.record(first.orderNo, 'part', { amount: 100 })
  await cash.record(second.orderNo, 'all')
  const found = async (args: string) =>
    (await cash.owner.ask(`{ orders(${args}) { totalCount nodes { orderNo collected toCollect } } }`)).orders
  expect(await found('toCollect: true')).toEqual({
    ...{ totalCount: 1, nodes: [{ orderNo: first.orderNo, collected: 100, toCollect: 170 }] },
  })
  expect((await found('toCollect: false')).nodes.map(({ orderNo }: any) => orderNo)).toEqual([
    waiting.orderNo,
    second.orderNo,
  ])
  expect((await found('paymentMethod: "bank"')).nodes).toEqual([
    { orderNo: waiting.orderNo, collected: 0, toCollect: 250 },
  ])
  expect((await found('paymentMethod: "cod", search: "Asha", toCollect: true')).totalCount).toBe(1)
  expect((await found('paymentMethod: "no"')).totalCount).toBe(0)

  const tracked = await dataOf(cash.client.trackOrder({ orderNo: first.orderNo, phone }))
  const payment = { method: 'cod', name: 'Cash on delivery', instructions: 'Have it ready.', fee: 20, due: 170 }
  expect(tracked).toMatchObject({ order: { status: 'confirmed', payment_status: 'pending', payment_method: payment } })
  const { orders } = await dataOf(cash.client.orders({ token: cash.asha.token }))
  expect(orders.map(({ payment_method }: any) => payment_method.due)).toEqual([250, 0, 170])

  const csv = await mails.shop.app.inject({
    url: `/api/sites/${cash.store.subdomain}/owner/export/orders.csv`,
    headers: { authorization: `Bearer ${cash.owner.key}` },
  })
  const [head, ...rows] = csv.body.trim().split(/\r?\n/)
  const from = head?.split(',').indexOf('payment_method') ?? 0
  expect(head?.split(',').slice(from, from + 4)).toEqual(['payment_method', 'collected', 'to_collect', 'refused_at'])
  expect(rows.map((row) => row.split(',').slice(from, from + 4))).toEqual([
    ['bank', '0.00', '250.00', ''],
    ['cod', '270.00', '0.00', ''],
    ['cod', '100.00', '170.00', ''],
  ])
})

it('a report counts orders, goods, fees and what was refused', async () => {
  await open()
  await setPaymentMethods(mails.shop, cash.store, [{ ...cod, fee: 1_000n }, bank])
  const place = async (...moves: string[]) => {
    const { orderNo } = await cash.place('cod', { discountCode: undefined, loyaltyPoints: undefined })
    for (const move of moves) await cash.move(orderNo, move, { restock: true })
  }
  await place('SHIPPED', 'CANCELLED')
  await place('SHIPPED', 'DELIVERED')
  await place('SHIPPED')
  await place('CANCELLED')
  await cash.place('bank')
  const report = (by: string, from = '2026-06-01T00:00:00Z', until = '2026-07-01T00:00:00Z') =>
    `{ deliveryReport(from: "${from}", until: "${until}", by: ${by}) { code currency orders goods fees refusedShare } }`
  expect((await cash.owner.ask(report('PAYMENT'))).deliveryReport).toEqual([
    { code: 'cod', currency: 'INR', orders: 3, goods: 600, fees: 20, refusedShare: 1 / 3 },
  ])
  expect((await cash.owner.ask(report('METHOD'))).deliveryReport).toEqual([
    { code: null, currency: 'INR', orders: 3, goods: 600, fees: 0, refusedShare: 1 / 3 },
  ])
  expect((await cash.owner.ask(report('ZONE', '2026-06-02T00:00:00Z'))).deliveryReport).toEqual([])
  mails.shop.statements()
  await cash.owner.ask(report('ZONE'))
  expect(mails.shop.statements().filter((sql) => sql.includes('"orders"') || sql.includes('FROM orders'))).toHaveLength(
    1,
  )
  expect(await cash.owner.refused(report('ZONE', '2026-07-01T00:00:00Z'))).toEqual({
    ...{ code: 'BAD_USER_INPUT', message: 'until must be after from' },
  })
  expect(await cash.owner.refused(report('ZONE', '2025-06-01T00:00:00Z'))).toEqual({
    ...{ code: 'BAD_USER_INPUT', message: 'from and until must be at most 366 days apart' },
  })
})
