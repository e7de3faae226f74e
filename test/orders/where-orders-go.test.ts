import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Prisma } from '../../src/generated/prisma/client.ts'
import { dataOf, productIdOf, signUpWithPoints } from '../support/buying.ts'
import { graphql } from '../support/call.ts'
import { clientOf, type StorefrontClient } from '../support/client.ts'
import { collected, deliveringStore, INDIRECT, inputOf, pathsOfCheckout } from '../support/collected-fields.ts'
import { addressOf, openEvents } from '../support/events.ts'
import { forAllTests } from '../support/for-all-tests.ts'
import { lock } from '../support/locks.ts'
import { needs, noServer } from '../support/needs.ts'
import { openOrderMailShop } from '../support/order-mails.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { newPhone } from '../support/phones.ts'

let now = new Date('2026-06-01T10:00:00Z')
const mailShop = await forAllTests(openOrderMailShop({ clock: () => now }))
const { shop } = mailShop
afterAll(() => shop.app.server.closeAllConnections())

const store = await shop.addStore(deliveringStore)
const client: StorefrontClient = clientOf(shop, store.subdomain, 'REST')
let owner: Owner
let fields: ReturnType<typeof collected>

const DELIVERY = `delivery { method name kind zone zoneName fee from until
  destination { country region regionName postalCode } pickup { address hours } }`
const ORDER = `orderNo status buyerName buyerPhone buyerEmail buyerAddress buyerAddressParts { street city }
  buyerNotes discountCode pointsUsed toCollect
  paymentMethod paymentMethodName paymentFee shippingFee readyAt ${DELIVERY} items { name qty options { name value } }`

const BY_BIKE = { country: 'IN', region: 'IN-KA', postalCode: '560038', method: 'bike' }
const AT_COUNTER = { ...BY_BIKE, method: 'counter' }
const bread = async (delivery: object, more: object = {}): Promise<string> => {
  const items = [{ id: await productIdOf(shop, store, 'bread'), qty: 1 }]
  const buyer = { name: 'Ravi', phone: newPhone(), address: '4 Hill Road', email: 'ravi@example.com' }
  const input = { items, buyer, delivery, paymentMethod: 'cod', ...more }
  return (await dataOf(client.checkout(input))).orderNo
}
const refusalOf = async (mutation: string) => {
  const { errors } = (await owner.post(`mutation { ${mutation} { __typename } }`)).body
  return errors ? [errors[0].extensions.code, errors[0].message] : null
}
const move = (orderNo: string, status: string) =>
  owner.ask(`mutation { setOrderStatus(orderNo: "${orderNo}", status: ${status}) { id } }`)
const listed = async (args: string): Promise<string[]> =>
  (await owner.ask(`{ orders(first: 100, ${args}) { totalCount nodes { orderNo } } }`)).orders.nodes
    .map(({ orderNo }: any) => orderNo)
    .toSorted()

beforeAll(async () => {
  owner = await ownerOf(shop, store)
  fields = collected(await productIdOf(shop, store, 'assam'))
})

describe('what checkout collects', () => {
  it('is all of what its input has', () => {
    expect([...Object.keys(fields), ...INDIRECT].toSorted()).toEqual(pathsOfCheckout().toSorted())
  })

  it('is shown to the owner field by field: on the order, in the news of orders, and in the mail', async () => {
    const events = await openEvents(`${await addressOf(shop)}/api/sites/${store.subdomain}/owner/graphql`, {
      headers: { authorization: `Bearer ${owner.key}` },
      body: { query: `subscription { orderChanges { kind order { ${ORDER} } } }` },
    })
    const asha = await signUpWithPoints(shop, store, client, 100)
    const { orderNo } = await dataOf(client.checkout(inputOf(fields), { token: asha.token }))
    const { order } = await owner.ask(`{ order(orderNo: "${orderNo}") { ${ORDER} } }`)
    const news = (await events.next()).data as any
    const mail = (await mailShop.deliver(store)).find(({ to }) => to.includes('owner@bakery.example'))
    // 2 × 150 less 10 % and 20 points, 40 for the bicycle and 15 for the cash.
    expect(order).toMatchObject({
      ...{ toCollect: 305, paymentFee: 15, shippingFee: 55 },
      delivery: {
        kind: 'DELIVERY',
        zone: 'city',
        zoneName: 'Bengaluru',
        fee: 40,
        from: '2026-06-02',
        until: '2026-06-03',
      },
    })
    expect(news.data.orderChanges.order).toEqual(order)
    for (const [path, { inWords, inData = inWords }] of Object.entries(fields)) {
      expect([path, JSON.stringify(order)]).toEqual([path, expect.stringContaining(JSON.stringify(inData))])
      if (inWords !== null) expect([path, mail?.text]).toEqual([path, expect.stringContaining(inWords)])
    }
    for (const text of ['2 – 3 June 2026', 'Zone: city', '305.00', '15.00']) {
      expect(mail?.text.replaceAll('\u2009', ' ')).toContain(text)
    }
  })
})

describe('the list of orders', () => {
  it('is filtered by delivery method, zone and promised day', async () => {
    const before = now
    now = new Date('2026-07-01T10:00:00Z')
    const [bike, counter] = [await bread(BY_BIKE), await bread(AT_COUNTER)]
    now = new Date('2026-07-02T10:00:00Z')
    const next = await bread(BY_BIKE)
    const july = 'placedFrom: "2026-07-01T00:00:00Z", placedUntil: "2026-08-01T00:00:00Z"'
    expect(await listed(`${july}, deliveryMethod: "bike"`)).toEqual([bike, next].toSorted())
    expect(await listed(`${july}, deliveryMethod: "counter"`)).toEqual([counter])
    expect(await listed(`${july}, zone: "city"`)).toEqual([bike, counter, next].toSorted())
    expect(await listed(`${july}, zone: "moon"`)).toEqual([])
    expect(await listed('deliveryDay: "2026-07-02"')).toEqual([bike])
    expect(await listed('deliveryDay: "2026-07-03"')).toEqual([bike, next].toSorted())
    expect(await listed('deliveryDay: "2026-07-04", zone: "city", search: "Ravi"')).toEqual([next])
    expect(await listed(`orderNos: ["${bike}", "${next.toLowerCase()}", "ORD-0000000000"]`)).toEqual(
      [bike, next].toSorted(),
    )
    now = before
  })

  it('says what is no day, and when there are too many numbers', async () => {
    const day = (await owner.post('{ orders(first: 1, deliveryDay: "2026-02-30") { totalCount } }')).body
    expect(day.errors[0].message).toBe('deliveryDay must be a day such as 2026-01-31')
    const numbers = JSON.stringify(Array.from({ length: 101 }, () => 'ORD-0000000000'))
    const many = (await owner.post(`{ orders(first: 1, orderNos: ${numbers}) { totalCount } }`)).body
    expect(many.errors[0].message).toBe('orderNos must have at most 100 entries')
  })
})

describe('an order that is picked up', () => {
  it('is ready, which its buyer is told with the place, and then picked up without being shipped', async () => {
    const orderNo = await bread(AT_COUNTER)
    await mailShop.deliver(store)
    const { markReady } = await owner.ask(`mutation { markReady(orderNo: "${orderNo}") { status readyAt } }`)
    expect(markReady).toEqual({ status: 'CONFIRMED', readyAt: now.toISOString() })
    const [mail] = await mailShop.deliver(store)
    expect(mail?.subject).toBe(`Your order ${orderNo} is ready for pick-up`)
    expect(mail?.text).toContain('is ready for pick-up at 3 Market Street')
    expect(mail?.text).toContain('Open: 9 to 18')
    expect(mail?.text).toContain('Have it ready.')
    const { buyerPhone } = (await owner.ask(`{ order(orderNo: "${orderNo}") { buyerPhone } }`)).order
    const at = now.toISOString()
    const phone = buyerPhone.slice(-4)
    expect((await dataOf(client.trackOrder({ orderNo, phone }))).order).toMatchObject({
      ...{ status: 'confirmed', delivery: { ready_at: at, pickup: { address: '3 Market Street' } } },
    })
    const tracked = `{ trackOrder(orderNo: "${orderNo}", phone: "${phone}") { status delivery { readyAt kind } } }`
    expect((await graphql(shop, store.subdomain, tracked)).body.data.trackOrder).toEqual({
      ...{ status: 'CONFIRMED', delivery: { readyAt: at, kind: 'PICKUP' } },
    })
    await move(orderNo, 'DELIVERED')
    const { order } = await owner.ask(`{ order(orderNo: "${orderNo}") { status paymentStatus events { kind } } }`)
    expect(order).toMatchObject({ status: 'DELIVERED', paymentStatus: 'PAID' })
    expect(new Set(order.events.map(({ kind }: any) => kind))).toEqual(
      new Set(['PLACED', 'CONFIRMED', 'READY', 'DELIVERED', 'PAID']),
    )
    const { undoDelivered } = await owner.ask(
      `mutation { undoDelivered(orderNo: "${orderNo}") { status readyAt toCollect } }`,
    )
    expect(undoDelivered).toEqual({ status: 'CONFIRMED', readyAt: now.toISOString(), toCollect: 75 })
  })

  it('that is shipped by a program is ready, and says so once', async () => {
    const orderNo = await bread(AT_COUNTER)
    await mailShop.deliver(store)
    await move(orderNo, 'SHIPPED')
    expect((await mailShop.deliver(store)).map(({ subject }) => subject)).toEqual([
      `Your order ${orderNo} is ready for pick-up`,
    ])
    expect((await owner.ask(`{ order(orderNo: "${orderNo}") { readyAt } }`)).order.readyAt).not.toBeNull()
  })

  it('is not made ready twice, before it is confirmed, of another version, or when it is delivered to the buyer', async () => {
    const orderNo = await bread(AT_COUNTER)
    expect(await refusalOf(`markReady(orderNo: "${orderNo}", version: 7)`)).toEqual([
      'CONFLICT',
      expect.stringContaining('changed'),
    ])
    expect(await refusalOf(`markReady(orderNo: "${orderNo}")`)).toBeNull()
    expect(await refusalOf(`markReady(orderNo: "${orderNo}")`)).toEqual([
      'CONFLICT',
      'The order is already ready for pick-up.',
    ])
    expect(await refusalOf(`markReady(orderNo: "${await bread(BY_BIKE)}")`)).toEqual([
      'CONFLICT',
      'The order is not for pick-up: it is shipped to the buyer.',
    ])
    const gone = await bread(AT_COUNTER)
    await move(gone, 'CANCELLED')
    expect(await refusalOf(`markReady(orderNo: "${gone}")`)).toEqual([
      'CONFLICT',
      'The order is cancelled: it cannot be made ready.',
    ])
    expect(await refusalOf('markReady(orderNo: "ORD-0000000000")')).toEqual(['NOT_FOUND', 'Order not found'])
  })

  it('is confirmed and delivered only where it is for pick-up', async () => {
    expect(await refusalOf(`setOrderStatus(orderNo: "${await bread(BY_BIKE)}", status: DELIVERED)`)).toEqual([
      'CONFLICT',
      'The order is confirmed; it can only become shipped or cancelled, not delivered.',
    ])
  })
})

describe('many orders at once', () => {
  const ship = async (orders: object[]) =>
    (
      await owner.ask('mutation ($orders: [OrderChoiceInput!]!) { shipOrders(orders: $orders) { orderNo refusal } }', {
        orders,
      })
    ).shipOrders

  it('are shipped each by itself, with what was refused in words', async () => {
    const [one, two, gone] = [await bread(BY_BIKE), await bread(BY_BIKE), await bread(BY_BIKE)]
    await move(gone, 'CANCELLED')
    expect(
      await ship([{ orderNo: one }, { orderNo: gone }, { orderNo: 'ORD-0000000000' }, { orderNo: two, version: 9 }]),
    ).toEqual([
      { orderNo: one, refusal: null },
      { orderNo: gone, refusal: 'The order is cancelled; its status can no longer be changed.' },
      { orderNo: 'ORD-0000000000', refusal: 'Order not found' },
      { orderNo: two, refusal: expect.stringContaining('changed') },
    ])
    expect(await ship([{ orderNo: two }, { orderNo: two }])).toEqual([
      { orderNo: two, refusal: null },
      { orderNo: two, refusal: 'The order is already shipped.' },
    ])
  })

  it('are shipped although one of them is locked for too long', needs(noServer), async () => {
    const [one, held, two] = [await bread(BY_BIKE), await bread(BY_BIKE), await bread(BY_BIKE)]
    const { prisma } = shop.database
    const release = await lock(
      prisma,
      Prisma.sql`SELECT id FROM orders WHERE store_id = ${store.id}::uuid AND order_no = ${held} FOR UPDATE`,
    )
    const shipped = await ship([{ orderNo: one }, { orderNo: held }, { orderNo: two }])
    await release()
    expect(shipped).toEqual([
      { orderNo: one, refusal: null },
      { orderNo: held, refusal: 'The service is busy. Please try again.' },
      { orderNo: two, refusal: null },
    ])
  })

  it('are at most 100', async () => {
    const orders = Array.from({ length: 101 }, () => '{ orderNo: "ORD-0000000000" }').join(' ')
    expect(await refusalOf(`shipOrders(orders: [${orders}])`)).toEqual([
      'BAD_USER_INPUT',
      'orders must have 1 to 100 entries',
    ])
  })
})
