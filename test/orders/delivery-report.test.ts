import { beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import { buyer, dataOf, orderRow, pay, productIdOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'

let now = new Date('2026-06-01T10:00:00Z')
const shop = await forAllTests(openShop({ limitsOff: true, holdLimits: generousHolds, clock: () => now }))

const flat = (code: string, fee: number) => ({ code, name: code, tiers: [{ from: 0, fee }] })
const zones = [
  {
    ...{ code: 'city', name: 'City', countries: ['IN'], postalCodes: ['5600*'] },
    methods: [flat('bike', 20), flat('express', 70)],
  },
  { code: 'india', name: 'India', countries: ['IN'], methods: [flat('post', 90)] },
]
const paymentMethods = [{ code: 'cod', kind: 'cod', name: 'Cash on delivery', fee: 30 }]

const REPORT = `query ($from: DateTime!, $until: DateTime!, $by: DeliveryReportBy!) {
  deliveryReport(from: $from, until: $until, by: $by) { code currency orders goods fees refusedShare } }`

let store: Store
let owner: Owner
const report = async (by: 'METHOD' | 'ZONE' | 'PAYMENT', until = '2026-07-01T00:00:00Z') =>
  (await owner.ask(REPORT, { from: '2026-06-01T00:00:00Z', until, by })).deliveryReport.map(
    ({ code, currency, orders, goods, fees, refusedShare }: any) => {
      expect(currency).toBe('INR')
      return [code, orders, goods, fees, refusedShare]
    },
  )

const city = { postalCode: '560001' }
const move = (orderNo: string, status: string) =>
  owner.ask(
    'mutation ($orderNo: String!, $status: OrderStatus!) { setOrderStatus(orderNo: $orderNo, status: $status) { status } }',
    { orderNo, status },
  )

beforeAll(async () => {
  store = await shop.addStore({
    store: { payments: { provider: 'sandbox' }, shipping: { fee: 15, zones }, paymentMethods },
    products: [{ slug: 'tea', name: 'Tea', price: 100 }],
    discounts: [{ code: 'TEN', type: 'percent', value: 10 }],
  })
  owner = await ownerOf(shop, store)
  const client = clientOf(shop, store.subdomain, 'REST')
  const id = await productIdOf(shop, store, 'tea')
  const place = (qty: number, delivery: object, more: object = {}) =>
    dataOf(
      client.checkout({
        items: [{ id, qty }],
        buyer: { ...buyer, phone: newPhone(), address: '1 Hill lane' },
        delivery,
        ...more,
      }),
    )
  const paid = async (qty: number, delivery: object, more: object = {}) =>
    dataOf(client.verify(await pay(shop, (await place(qty, delivery, more)).providerOrderId)))
  const inCash = async (qty: number, delivery: object, ...moves: string[]) => {
    const { orderNo } = await place(qty, delivery, { paymentMethod: 'cod' })
    for (const status of moves) await move(orderNo, status)
    return orderNo as string
  }

  // In the city: 5 orders, of which one is refused; goods 100 + 180 + 300 + 400, by express 180.
  await paid(1, city)
  await paid(2, { ...city, method: 'express' }, { discountCode: 'TEN' })
  await inCash(3, city, 'SHIPPED', 'DELIVERED')
  await inCash(4, city, 'SHIPPED')
  await inCash(5, city, 'SHIPPED', 'CANCELLED')
  // In the rest of India: 3, of which two are refused; goods 700.
  await inCash(7, {})
  await inCash(8, { region: 'IN-AS', postalCode: '781001' }, 'SHIPPED', 'CANCELLED')
  await inCash(9, { postalCode: '600001' }, 'SHIPPED', 'CANCELLED')
  // These are none: not paid, cancelled before they were sent, and placed later.
  await place(20, city)
  await inCash(21, city, 'CANCELLED')
  now = new Date('2026-07-01T00:00:00Z')
  await inCash(22, city)
})

const byMethod = [
  ['bike', 4, 100 + 300 + 400, 3 * 20, 1 / 4],
  ['post', 3, 700, 90, 2 / 3],
  ['express', 1, 180, 70, 0],
]
const byZone = [
  ['city', 5, 100 + 180 + 300 + 400, 3 * 20 + 70, 1 / 5],
  ['india', 3, 700, 90, 2 / 3],
]

describe('the report of orders in a store with zones', () => {
  it('has by method, zone and payment what they came to, without what was refused at the door', async () => {
    expect(await report('METHOD')).toEqual(byMethod)
    expect(await report('ZONE')).toEqual(byZone)
    expect(await report('PAYMENT')).toEqual([
      ['cod', 6, 300 + 400 + 700, 3 * 30, 3 / 6],
      [null, 2, 100 + 180, 0, 0],
    ])
  })

  it('has play money alone, or what is none, where that is asked for', async () => {
    const [from, until] = ['2026-06-01T00:00:00Z', '2026-07-01T00:00:00Z']
    const PARTS = `query ($from: DateTime!, $until: DateTime!) {
      play: deliveryReport(from: $from, until: $until, by: PAYMENT, playMoney: true) { code orders }
      real: deliveryReport(from: $from, until: $until, by: PAYMENT, playMoney: false) { code orders } }`
    expect(await owner.ask(PARTS, { from, until })).toEqual({
      play: [{ code: null, orders: 2 }],
      real: [{ code: 'cod', orders: 6 }],
    })
  })

  it('ends before its last moment', async () => {
    expect(await report('ZONE', '2026-07-01T00:00:01Z')).toEqual([
      ['city', 6, 980 + 2200, 130 + 20, 1 / 6],
      ['india', 3, 700, 90, 2 / 3],
    ])
  })

  it('and each order keep the zone and the fee they had, whatever becomes of the zone and its methods', async () => {
    const upsert = (input: object) =>
      owner.ask('mutation ($input: ShippingZoneInput!) { upsertShippingZone(input: $input) { code } }', { input })
    await upsert({ code: 'city', version: 1, name: 'Bengaluru', methods: [flat('bike', 999)] })
    expect([await report('METHOD'), await report('ZONE')]).toEqual([byMethod, byZone])
    for (const [code, version] of [
      ['city', 2],
      ['india', 1],
    ]) {
      const args = { code, version }
      await owner.ask(
        'mutation ($code: String!, $version: Int!) { deleteShippingZone(code: $code, version: $version) { code } }',
        args,
      )
    }
    expect([await report('METHOD'), await report('ZONE')]).toEqual([byMethod, byZone])
    const { orderNo } = await shop.database.prisma.order.findFirstOrThrow({
      where: { storeId: store.id, subtotal: 20_000n },
    })
    expect((await orderRow(shop, store, orderNo)).delivery).toMatchObject({
      ...{ zone: 'city', method: 'express', name: 'express', fee: '7000' },
    })
  })

  it('has orders by the flat fee of a store without zones under no code, less what paying in cash costs', async () => {
    const client = clientOf(shop, store.subdomain, 'REST')
    const items = [{ id: await productIdOf(shop, store, 'tea'), qty: 1 }]
    await dataOf(
      client.checkout({ items, buyer: { ...buyer, phone: newPhone(), address: '1 Hill lane' }, paymentMethod: 'cod' }),
    )
    const until = '2026-07-02T00:00:00Z'
    for (const by of ['METHOD', 'ZONE'] as const) expect(await report(by, until)).toContainEqual([null, 1, 100, 15, 0])
    expect(await report('PAYMENT', until)).toContainEqual(['cod', 8, 1400 + 2200 + 100, 5 * 30, 3 / 8])
  })
})
