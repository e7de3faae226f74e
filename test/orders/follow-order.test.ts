import { afterAll, describe, expect, it, vi } from 'vitest'
import { openSellingStore } from '../checkout/selling-store.ts'
import { buy, buyer, dataOf } from '../support/buying.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { addressOf, type EventReader, openEvents } from '../support/events.ts'
import { ownerOf } from '../support/owner.ts'
import { refundBy } from '../support/refunding.ts'
import { generousHolds, openShop } from '../support/shop.ts'

const shop = await openShop({ holdLimits: generousHolds, orderWatch: { perHolder: 3, perStore: 40, perProcess: 45 } })
const { store, item } = await openSellingStore(shop)
const owner = await ownerOf(shop, store)
const base = await addressOf(shop)
afterAll(() => {
  shop.app.server.closeAllConnections()
  return shop.close()
})

const FIELDS = 'order_no: orderNo status payment_status: paymentStatus version items { name } refunds { amount status }'
const SUBSCRIPTION = `subscription ($orderNo: String!, $phone: String!) { order(orderNo: $orderNo, phone: $phone) { ${FIELDS} } }`
const PHONE = buyer.phone

function place(status: 'pending' | 'confirmed'): Promise<{ orderNo: string }> {
  const client = clientOf(shop, store.subdomain, 'REST')
  const cart = { items: [item('pot')], buyer }
  return status === 'pending' ? dataOf(client.checkout(cart)) : buy(shop, client, cart)
}

const move = (orderNo: string, to: 'SHIPPED' | 'DELIVERED') =>
  owner.ask(
    'mutation ($orderNo: String!, $to: OrderStatus!) { setOrderStatus(orderNo: $orderNo, status: $to) { status } }',
    { orderNo, to },
  )

type Asked = { subdomain?: string; phone?: string; ip?: string; headers?: Record<string, string> }

function follow(by: (typeof interfaces)[number], orderNo: string, asked: Asked = {}): Promise<EventReader> {
  const { subdomain = store.subdomain, phone = PHONE, ...caller } = asked
  const site = `${base}/api/sites/${subdomain}`
  if (by === 'GraphQL') {
    const body = { query: SUBSCRIPTION, variables: { orderNo, phone } }
    return openEvents(`${site}/graphql`, { ...caller, body })
  }
  return openEvents(`${site}/orders/${encodeURIComponent(orderNo)}/events?${new URLSearchParams({ phone })}`, caller)
}

const orderIn = ({ data }: { data: any }) => data.order ?? data.data.order
const followers = () => shop.services.orderWatch.followers()
const refusalIn = (body: any): string => body.error ?? body.errors[0].message

/** As another process does it: nobody in this one is notified. */
const changeElsewhere = (orderNo: string, data: object) =>
  shop.database.prisma.order.update({
    where: { storeId_orderNo: { storeId: store.id, orderNo } },
    data: { ...data, version: { increment: 1 } },
  })

describe.each(interfaces)('over %s', (by) => {
  it('an order is sent as it is, and again after each change', async () => {
    const { orderNo } = await place('confirmed')
    const events = await follow(by, orderNo)
    expect(events.status).toBe(200)
    expect(orderIn(await events.next())).toMatchObject({
      order_no: orderNo,
      status: by === 'REST' ? 'confirmed' : 'CONFIRMED',
    })
    await move(orderNo, 'SHIPPED')
    expect(orderIn(await events.next()).status.toLowerCase()).toBe('shipped')
    await move(orderNo, 'DELIVERED')
    expect(orderIn(await events.next()).status.toLowerCase()).toBe('delivered')
    events.close()
    await vi.waitFor(() => expect(followers()).toBe(0), 60_000)
  })

  it('what another process has changed is sent', async () => {
    const { orderNo } = await place('confirmed')
    const events = await follow(by, orderNo)
    await events.next()
    await changeElsewhere(orderNo, { status: 'SHIPPED' })
    expect(orderIn(await events.next()).status.toLowerCase()).toBe('shipped')
    events.close()
  })

  it('the stream ends when the order can change no more', async () => {
    const { orderNo } = await place('confirmed')
    const events = await follow(by, orderNo)
    await events.next()
    await changeElsewhere(orderNo, { status: 'CANCELLED', paymentStatus: 'REFUNDED' })
    const [last, end, ...more] = await events.rest()
    expect(orderIn(last as { data: any }).payment_status.toLowerCase()).toBe('refunded')
    expect([end, ...more]).toEqual([
      by === 'REST' ? { event: 'end', data: { final: true } } : { event: 'complete', data: null },
    ])
    const again = await follow(by, orderNo)
    expect((await again.rest()).map(({ event }) => event)).toEqual(
      by === 'REST' ? ['order', 'end'] : ['next', 'complete'],
    )
    await vi.waitFor(() => expect(followers()).toBe(0), 60_000)
  })

  it('nobody is sent more once it is erased who bought', async () => {
    const { orderNo } = await place('confirmed')
    const events = await follow(by, orderNo)
    await events.next()
    await changeElsewhere(orderNo, { buyerPhoneDigits: '', erasedAt: new Date() })
    expect((await events.rest()).map(({ event }) => event)).toEqual([by === 'REST' ? 'end' : 'complete'])
  })

  it.each([
    ['another phone', { phone: '1111' }, 404, 'Order not found. Check your order number and phone.'],
    ['no phone', { phone: '' }, 400, 'Order number and phone required'],
    ['another store', { subdomain: 'other' }, 404, 'Order not found. Check your order number and phone.'],
    ['a store that is none', { subdomain: 'nowhere' }, 404, 'Site not found'],
  ] satisfies [string, Asked, number, string][])(
    'as tracking does, it refuses %s',
    async (_, asked: Asked, status, message) => {
      const { orderNo } = await place('pending')
      const subdomain = asked.subdomain === 'other' ? (await shop.addStore()).subdomain : asked.subdomain
      const refused = await follow(by, orderNo, { ...asked, ...(subdomain && { subdomain }) })
      expect(refused.status).toBe(status)
      expect(refusalIn(await refused.json())).toBe(message)
    },
  )

  it('opening counts as tracking', async () => {
    const ip = by === 'REST' ? '192.0.2.33' : '192.0.2.34'
    for (let call = 0; call < 20; call += 1) expect((await follow(by, 'none', { ip })).status).toBe(404)
    const refused = await follow(by, 'none', { ip })
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(refusalIn(await refused.json())).toBe('Too many lookups')
  })

  it('an address follows a few orders at once, and others when it has closed one', async () => {
    const { orderNo } = await place('confirmed')
    const ip = by === 'REST' ? '192.0.2.35' : '192.0.2.36'
    const open = await Promise.all([1, 2, 3].map(() => follow(by, orderNo, { ip })))
    const refused = await follow(by, orderNo, { ip })
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('10')
    expect(refusalIn(await refused.json())).toBe(
      '3 orders are followed from this address already. Close one of them first.',
    )
    open[0]?.close()
    await vi.waitFor(() => expect(followers()).toBe(2), 60_000)
    const fourth = await follow(by, orderNo, { ip })
    expect(fourth.status).toBe(200)
    for (const events of [...open, fourth]) events.close()
    await vi.waitFor(() => expect(followers()).toBe(0), 60_000)
  })

  it('many who follow orders of a store cost one statement per look', async () => {
    const orders = await Promise.all([1, 2, 3, 4].map(() => place('confirmed')))
    const readers = await Promise.all(Array.from({ length: 40 }, (_, at) => follow(by, orders[at % 4]?.orderNo ?? '')))
    for (const events of readers) await events.next()
    const refused = await follow(by, orders[0]?.orderNo ?? '')
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('10')
    expect(refusalIn(await refused.json())).toBe('Too many orders are being followed now. Please try again.')
    shop.statements()
    const at = new Date('2026-02-03T04:05:06Z')
    await shop.database.executeSql(
      `UPDATE orders SET carrier = 'Bike', updated_at = $2, version = version + 1 WHERE store_id = $1::uuid`,
      [store.id, at],
    )
    const reported = await Promise.all(readers.map((events) => events.next()))
    expect(reported).toHaveLength(40)
    const asked = shop.statements().filter((sql) => /FROM orders/.test(sql))
    expect(asked.filter((sql) => /unnest/.test(sql)).length).toBeLessThanOrEqual(4)
    expect(asked.filter((sql) => !/unnest/.test(sql))).toEqual([])
    for (const events of readers) events.close()
    await vi.waitFor(() => expect(followers()).toBe(0), 60_000)
  })
})

it('a proxy passes each event on at once, and nobody keeps it', async () => {
  const { orderNo } = await place('pending')
  const events = await follow('REST', orderNo, { headers: { 'accept-encoding': 'gzip, br' } })
  expect(Object.fromEntries(events.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'access-control-allow-origin': '*',
  })
  expect(events.headers.has('content-encoding')).toBe(false)
  events.close()
})

it('who comes back with the id of what they have is sent what is new only', async () => {
  const { orderNo } = await place('confirmed')
  const first = await follow('REST', orderNo)
  const { id, data } = await first.next()
  first.close()
  expect(data).toMatchObject({ businessName: 'Tea House', order: { order_no: orderNo, payment_status: 'paid' } })
  const again = await follow('REST', orderNo, { headers: { 'last-event-id': String(id) } })
  await move(orderNo, 'SHIPPED')
  const next = await again.next()
  expect(next).toMatchObject({ event: 'order', id: String(Number(id) + 1), data: { order: { status: 'shipped' } } })
  again.close()
})

it('a subscription shows the refunds of each version', async () => {
  const { orderNo } = await place('confirmed')
  const events = await follow('GraphQL', orderNo)
  expect(orderIn(await events.next()).refunds).toEqual([])
  await refundBy(owner, orderNo, { amount: 1 })
  await vi.waitFor(async () =>
    expect(orderIn(await events.next()).refunds).toEqual([{ amount: 1, status: 'PROCESSED' }]),
  )
  events.close()
})

it.each(['application/json', 'application/graphql-response+json', '*/*', 'text/html'])(
  'a subscription is refused to who accepts %s',
  async (accept) => {
    const { orderNo } = await place('pending')
    const refused = await follow('GraphQL', orderNo, { headers: { accept } })
    expect(refused.status).toBe(406)
    expect((await refused.json()).errors).toEqual([
      {
        message: 'Subscriptions are answered as text/event-stream, which Accept must name',
        extensions: { code: 'BAD_USER_INPUT' },
      },
    ])
    expect(followers()).toBe(0)
  },
)

it('a subscription is of one order', async () => {
  const query = 'subscription { order(orderNo: "x", phone: "y") { id } store: __typename }'
  const events = await openEvents(`${base}/api/sites/${store.subdomain}/graphql`, { body: { query } })
  const { data } = await events.next()
  expect(data.errors[0].message).toBe('Anonymous Subscription must select only one top level field.')
})
