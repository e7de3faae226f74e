import { beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import { buyer, dataOf, pay, productIdOf, razorpay, receiptOf } from '../support/buying.ts'
import { clientOf, type StorefrontClient } from '../support/client.ts'
import { startFakeProvider } from '../support/fake-provider.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { newPhone } from '../support/phones.ts'
import { refundBy } from '../support/refunding.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'

let now = new Date('2026-03-01T00:00:00Z')
const provider = await forAllTests(startFakeProvider(razorpay))
const shop = await forAllTests(
  openShop({ limitsOff: true, holdLimits: generousHolds, clock: () => now, paymentsUrl: provider.url }),
)

const FIGURES = 'orders items sales revenue refunds net'
const REPORT = `query ($from: DateTime!, $until: DateTime!, $by: ReportBy!, $currency: String, $playMoney: Boolean) {
  report(from: $from, until: $until, by: $by, currency: $currency, playMoney: $playMoney) {
    currency otherCurrencies total { ${FIGURES} } buckets { start ${FIGURES} } } }`
const TOP = `query ($from: DateTime!, $until: DateTime!, $first: Int, $currency: String, $playMoney: Boolean) {
  topProducts(from: $from, until: $until, first: $first, currency: $currency, playMoney: $playMoney) {
    productId name units sales currency } }`
const CARTS = `query ($from: DateTime!, $until: DateTime!) {
  cartConversion(from: $from, until: $until) { made ordered share } }`

let store: Store
let owner: Owner
let client: StorefrontClient
const ids: Record<string, string> = {}

/** Two days and a half around the change of clocks in New York, the second of 23 hours. */
const period = { from: '2026-03-07T05:00:00Z', until: '2026-03-09T12:00:00Z' }

const at = (moment: string) => {
  now = new Date(moment)
}
const place = (slug: string, qty: number, more: object = {}) =>
  dataOf(
    client.checkout({
      items: [{ id: ids[slug], qty }],
      buyer: { ...buyer, phone: `+91${newPhone()}`, address: '1 Hill lane' },
      ...more,
    }),
  )
const paid = async (slug: string, qty: number, more: object = {}) => {
  const placed = await place(slug, qty, more)
  await dataOf(client.verify(receiptOf(provider.pay(placed.providerOrderId))))
  return placed.orderNo as string
}
const move = (orderNo: string, status: string) =>
  owner.ask(`mutation { setOrderStatus(orderNo: "${orderNo}", status: ${status}) { status } }`)
const record = (orderNo: string, amount: number, key: string) =>
  owner.ask(`mutation { recordPayment(orderNo: "${orderNo}", amount: ${amount}, idempotencyKey: "${key}") { status } }`)

const none = { orders: 0, items: 0, sales: 0, revenue: 0, refunds: 0, net: 0 }

beforeAll(async () => {
  store = await shop.addStore({
    store: {
      ...{ currency: 'USD', timeZone: 'America/New_York', payments: razorpay },
      ...{ tax: { rate: 10, inclusive: false }, shipping: { fee: 5 } },
      paymentMethods: [{ code: 'cod', kind: 'cod', name: 'Cash on delivery' }],
    },
    products: [
      { slug: 'tea', name: 'Tea', price: 100 },
      { slug: 'cup', name: 'Cup', price: 10.5 },
    ],
    discounts: [{ code: 'TEN', type: 'percent', value: 10 }],
  })
  owner = await ownerOf(shop, store)
  client = clientOf(shop, store.subdomain, 'REST')
  for (const slug of ['tea', 'cup']) ids[slug] = await productIdOf(shop, store, slug)

  // Before the period: paid then; collected, refunded and cancelled within it.
  at('2026-03-06T23:59:00-05:00')
  const early = await paid('tea', 1)
  const inCash = (await place('cup', 2, { paymentMethod: 'cod' })).orderNo
  // Saturday: 2 orders of 225 and 120.45, and a third that is cancelled on Sunday.
  at('2026-03-07T00:00:00-05:00')
  await paid('tea', 2)
  await paid('cup', 10, { discountCode: 'TEN' })
  const given = await paid('tea', 1)
  await place('tea', 50)
  await record(inCash, 10, 'first')
  // Sunday, until the last moment of its 23 hours.
  at('2026-03-08T01:59:59-05:00')
  await refundBy(owner, early, { amount: 40 })
  await move(given, 'CANCELLED')
  await refundBy(owner, given)
  at('2026-03-08T23:59:59.999-04:00')
  await record(inCash, 18.1, 'second')
  const unpaid = (await place('tea', 3, { paymentMethod: 'cod' })).orderNo
  const refused = (await place('tea', 7, { paymentMethod: 'cod' })).orderNo
  // Monday: a refund that is refused.
  at('2026-03-09T00:00:00-04:00')
  await move(refused, 'SHIPPED')
  await move(refused, 'CANCELLED')
  provider.next = ['refuse']
  await refundBy(owner, early, { amount: 1 })
  await move(unpaid, 'SHIPPED')
  // After the period.
  at('2026-03-09T08:00:00-04:00')
  await paid('tea', 4)
})

describe('the report of a store', () => {
  it('has each day of its time zone', async () => {
    const { report } = await owner.ask(REPORT, { ...period, by: 'DAY' })
    const [first] = report.buckets
    expect(report).toEqual({
      ...{ currency: 'USD', otherCurrencies: [] },
      buckets: [
        {
          start: '2026-03-07T05:00:00.000Z',
          // 200 + 20 + 5, and 94.5 + 9.45 + 5.
          ...{ orders: 2, items: 12, sales: 225 + 108.95 },
          // Also 115 of the order that is cancelled, and 10 in cash.
          ...{ revenue: 225 + 108.95 + 115 + 10, refunds: 0, net: 458.95 },
        },
        {
          start: '2026-03-08T05:00:00.000Z',
          ...{ orders: 1, items: 3, sales: 335, revenue: 18.1, refunds: 155, net: -136.9 },
        },
        { start: '2026-03-09T04:00:00.000Z', ...none },
      ],
      total: { orders: 3, items: 15, sales: 668.95, revenue: 477.05, refunds: 155, net: 322.05 },
    })
    expect(first.net).toBe(first.revenue)
  })

  it('has each hour, and what is within the period of the first and the last', async () => {
    const hours = { from: '2026-03-08T06:59:59.500Z', until: '2026-03-08T08:30:00Z', by: 'HOUR' }
    const { report } = await owner.ask(REPORT, hours)
    expect(report.buckets).toEqual([
      { start: '2026-03-08T06:00:00.000Z', ...none },
      { start: '2026-03-08T07:00:00.000Z', ...none },
      { start: '2026-03-08T08:00:00.000Z', ...none },
    ])
    const more = await owner.ask(REPORT, { ...hours, from: '2026-03-08T06:59:59Z' })
    expect(more.report.buckets[0]).toMatchObject({ refunds: 155 })
  })

  it('adds up whole weeks and months', async () => {
    const year = { from: '2026-01-01T05:00:00Z', until: '2027-01-01T05:00:00Z' }
    const all = { orders: 6, items: 22, sales: 1257.05, revenue: 1037.05, refunds: 155, net: 882.05 }
    for (const [by, count] of [
      ['DAY', 365],
      ['WEEK', 53],
      ['MONTH', 12],
    ] as const) {
      const { report } = await owner.ask(REPORT, { ...year, by })
      expect(report.buckets).toHaveLength(count)
      expect(report.total).toEqual(all)
      for (const name of ['orders', 'items', 'sales', 'revenue', 'refunds', 'net']) {
        const sum = report.buckets.reduce((total: number, bucket: any) => total + bucket[name], 0)
        expect(sum).toBeCloseTo(report.total[name], 6)
      }
    }
  })

  it('has play money only when it is asked for, and then alone', async () => {
    const sandbox = await shop.addStore({
      store: { payments: { provider: 'sandbox' }, currency: 'USD' },
      products: [{ slug: 'tea', name: 'Tea', price: 100 }],
    })
    const other = await ownerOf(shop, sandbox)
    const shopper = clientOf(shop, sandbox.subdomain, 'REST')
    const items = [{ id: await productIdOf(shop, sandbox, 'tea'), qty: 2 }]
    at('2026-03-08T12:00:00Z')
    const placed = await dataOf(shopper.checkout({ items, buyer }))
    await dataOf(shopper.verify(await pay(shop, placed.providerOrderId)))
    await other.ask(`mutation { markRefunded(orderNo: "${placed.orderNo}") { status } }`)
    const real = await other.ask(REPORT, { ...period, by: 'WEEK' })
    expect(real.report.total).toEqual(none)
    const played = await other.ask(REPORT, { ...period, by: 'WEEK', playMoney: true })
    expect(played.report.total).toEqual({ orders: 1, items: 2, sales: 200, revenue: 200, refunds: 200, net: 0 })
    expect((await other.ask(TOP, period)).topProducts).toEqual([])
    expect((await other.ask(TOP, { ...period, playMoney: true })).topProducts).toMatchObject([{ units: 2, sales: 200 }])
    expect((await owner.ask(REPORT, { ...period, by: 'WEEK', playMoney: true })).report.total).toEqual(none)
  })

  it('names other currencies, and has each for itself', async () => {
    const { orderId, ...payment } = await shop.database.prisma.payment.findFirstOrThrow({
      where: { storeId: store.id, provider: 'RAZORPAY' },
    })
    const other = { ...payment, orderId, id: crypto.randomUUID(), providerPaymentId: 'pay_other' }
    await shop.database.prisma.payment.create({
      data: { ...other, amount: 7_000n, currency: 'JPY', createdAt: new Date('2026-03-07T12:00:00Z') },
    })
    const { report } = await owner.ask(REPORT, { ...period, by: 'MONTH' })
    expect(report).toMatchObject({ currency: 'USD', otherCurrencies: ['JPY'], total: { revenue: 477.05 } })
    const { report: yen } = await owner.ask(REPORT, { ...period, by: 'MONTH', currency: 'JPY' })
    expect(yen).toMatchObject({
      currency: 'JPY',
      otherCurrencies: ['USD'],
      total: { ...none, revenue: 7000, net: 7000 },
    })
    expect((await owner.ask(TOP, { ...period, currency: 'JPY' })).topProducts).toEqual([])
    await shop.database.prisma.payment.delete({ where: { storeId_id: { storeId: store.id, id: other.id } } })
  })
})

describe('the products of a period', () => {
  it('are those that sold for most', async () => {
    const all = [
      { productId: ids.tea, name: 'Tea', units: 5, sales: 550, currency: 'USD' },
      { productId: ids.cup, name: 'Cup', units: 10, sales: 103.95, currency: 'USD' },
    ]
    expect((await owner.ask(TOP, period)).topProducts).toEqual(all)
    expect((await owner.ask(TOP, { ...period, first: 1 })).topProducts).toEqual(all.slice(0, 1))
  })
})

describe('the carts of a period', () => {
  it('count as ordered once they are paid, or confirmed to be paid later', async () => {
    const carts = (await owner.ask(CARTS, { from: '2026-04-01T00:00:00Z', until: '2026-05-01T00:00:00Z' }))
      .cartConversion
    expect(carts).toEqual({ made: 0, ordered: 0, share: null })
    at('2026-04-10T00:00:00Z')
    const make = async () => (await dataOf(client.createCart({ items: [{ id: ids.tea, qty: 1 }] }))).cart.id as string
    const order = async (cartId: string, more: object = {}) =>
      dataOf(
        client.checkout({ cartId, buyer: { ...buyer, phone: `+91${newPhone()}`, address: '1 Hill lane' }, ...more }),
      )
    const [one, two, three] = [await make(), await make(), await make(), await make()]
    const placed = await order(one)
    await order(two, { paymentMethod: 'cod' })
    await order(three)
    at('2026-05-02T00:00:00Z')
    await dataOf(client.verify(receiptOf(provider.pay(placed.providerOrderId))))
    const counted = await owner.ask(CARTS, { from: '2026-04-01T00:00:00Z', until: '2026-05-01T00:00:00Z' })
    expect(counted.cartConversion).toEqual({ made: 4, ordered: 2, share: 0.5 })
  })
})

describe('figures are refused', () => {
  const day = { from: '2026-03-01T00:00:00Z', until: '2026-03-02T00:00:00Z' }
  const wrong = [
    ['until must be after from', { until: day.from }],
    ['from must be in the year 1970 or later', { from: '1969-12-31T23:59:59Z' }],
    ['until must be in the year 9998 or earlier', { from: '9998-12-31T23:00:00Z', until: '9999-01-01T00:00:00Z' }],
  ] as const

  it.each(wrong)('with %s', async (message, change) => {
    const problem = { code: 'BAD_USER_INPUT', message }
    expect(await owner.refused(REPORT, { ...day, by: 'HOUR', ...change })).toEqual(problem)
    expect(await owner.refused(TOP, { ...day, ...change })).toEqual(problem)
    expect(await owner.refused(CARTS, { ...day, ...change })).toEqual(problem)
  })

  it('not in the last year that there is', async () => {
    const last = { from: '9998-12-31T00:00:00Z', until: '9998-12-31T23:59:59Z' }
    for (const by of ['HOUR', 'DAY', 'WEEK', 'MONTH']) {
      expect((await owner.ask(REPORT, { ...last, by })).report.buckets.length).toBeGreaterThan(0)
    }
  })

  it('in a currency that there is not', async () => {
    const problem = { code: 'BAD_USER_INPUT', message: 'currency must be an ISO 4217 code, such as INR' }
    expect(await owner.refused(REPORT, { ...day, by: 'HOUR', currency: 'usd' })).toEqual(problem)
    expect(await owner.refused(TOP, { ...day, currency: 'GOLD' })).toEqual(problem)
  })

  it('in more than a thousand buckets', async () => {
    const hours = (count: number) => new Date(Date.parse(day.from) + count * 3_600_000).toISOString()
    const { report } = await owner.ask(REPORT, { ...day, until: hours(1_000), by: 'HOUR' })
    expect(report.buckets).toHaveLength(1_000)
    expect(await owner.refused(REPORT, { ...day, until: hours(1_001), by: 'HOUR' })).toEqual({
      code: 'BAD_USER_INPUT',
      message: 'A report has at most 1000 buckets: choose a shorter time, or larger buckets',
    })
  })

  it.each([0, 101])('for the first %i products', async (first) => {
    const problem = { code: 'BAD_USER_INPUT', message: 'first must be between 1 and 100' }
    expect(await owner.refused(TOP, { ...day, first })).toEqual(problem)
  })
})
