import { afterAll, expect, it, vi } from 'vitest'
import { createOwnerKey, revokeOwnerKey } from '../../src/commerce/owners/owner-key.ts'
import { openSellingStore } from '../checkout/selling-store.ts'
import { buy, buyer, dataOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { addressOf, type EventReader, openEvents } from '../support/events.ts'
import { ownerOf } from '../support/owner.ts'
import { refundBy } from '../support/refunding.ts'
import { generousHolds, openShop } from '../support/shop.ts'

const shop = await openShop({ holdLimits: generousHolds, storeWatch: { perHolder: 2, perStore: 4, perProcess: 5 } })
const { store, item } = await openSellingStore(shop)
const other = await openSellingStore(shop)
const owner = await ownerOf(shop, store)
const base = await addressOf(shop)
afterAll(() => {
  shop.app.server.closeAllConnections()
  return shop.close()
})

const SUBSCRIPTION = `subscription {
  orderChanges { orderNo kind at order { orderNo status version events { kind actor } refunds { status } } }
}`
const client = clientOf(shop, store.subdomain, 'REST')
const cart = () => ({ items: [item('pot')], buyer })
const newKey = () => createOwnerKey(shop.services, store.id, 'Packing', ['orders'])

interface Asked {
  key?: string
  query?: string
  subdomain?: string
  headers?: Record<string, string>
}

const follow = ({ key = owner.key, query = SUBSCRIPTION, subdomain = store.subdomain, headers }: Asked = {}) =>
  openEvents(`${base}/api/sites/${subdomain}/owner/graphql`, {
    headers: { authorization: `Bearer ${key}`, ...headers },
    body: { query },
  })

const changeIn = ({ data }: { data: any }) => data.data.orderChanges
const nextKind = async (events: EventReader) => changeIn(await events.next()).kind
const followers = () => shop.services.storeWatch.followers()
const nobodyFollows = () => vi.waitFor(() => expect(followers()).toBe(0), 60_000)
const refusalIn = async (events: EventReader) => (await events.json()).errors[0]

const ship = (orderNo: string) =>
  owner.ask('mutation ($orderNo: String!) { setOrderStatus(orderNo: $orderNo, status: SHIPPED) { status } }', {
    orderNo,
  })

it('each new order and each change is sent, with the order as it is then', async () => {
  const earlier = await buy(shop, client, cart())
  const events = await follow()
  expect(events.status).toBe(200)
  expect(events.headers.get('content-type')).toBe('text/event-stream')

  const { orderNo } = await dataOf(client.checkout(cart()))
  const placed = changeIn(await events.next())
  expect(placed).toMatchObject({ orderNo, kind: 'PLACED', order: { orderNo, status: 'PENDING', version: 1 } })
  expect(Date.parse(placed.at)).toBeGreaterThan(Date.now() - 10_000)

  await ship(earlier.orderNo)
  expect(changeIn(await events.next())).toMatchObject({
    orderNo: earlier.orderNo,
    kind: 'SHIPPED',
    order: {
      status: 'SHIPPED',
      events: [{ kind: 'PLACED' }, { kind: 'PAID' }, { kind: 'SHIPPED', actor: 'owner: test' }],
    },
  })

  await refundBy(owner, earlier.orderNo, { amount: 1 })
  expect(changeIn(await events.next())).toMatchObject({ kind: 'REFUNDING' })
  const refunded = changeIn(await events.next())
  expect(refunded).toMatchObject({ kind: 'REFUNDED', order: { refunds: [{ status: 'PROCESSED' }] } })
  events.close()
  await nobodyFollows()
})

it('what another process commits is sent within a second or so, also when it began long before', async () => {
  const { id } = await shop.database.prisma.order.findFirstOrThrow({ where: { storeId: store.id } })
  const write = (age: number, kind: string) => {
    const at = new Date(Date.now() - age)
    const ms = at.getTime().toString(16).padStart(12, '0')
    const eventId = `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-${Math.random().toString(16).slice(2, 14).padEnd(12, '0')}`
    return shop.database.executeSql(
      `INSERT INTO order_events (store_id, id, order_id, actor, kind, created_at) VALUES ($1, $2, $3, 'operator', $4, $5)`,
      [store.id, eventId, id, kind, at],
    )
  }
  await write(5_000, 'resolved')
  const events = await follow()
  const startedAt = performance.now()
  await write(0, 'delivered')
  expect(await nextKind(events)).toBe('DELIVERED')
  expect(performance.now() - startedAt).toBeLessThan(20_000)
  await write(30_000, 'attention')
  expect(await nextKind(events)).toBe('ATTENTION')
  events.close()
  await nobodyFollows()
})

it('25 purchases at once are all sent, each of their changes once', async () => {
  const events = await follow({ query: 'subscription { orderChanges { orderNo kind } }' })
  const bought = await Promise.all(
    Array.from({ length: 25 }, async (_, at) => {
      const buyer = { name: 'Ravi', phone: `98765 ${String(at).padStart(5, '0')}` }
      return (await buy(shop, client, { items: [item('pot')], buyer })).orderNo as string
    }),
  )
  const expected = bought.flatMap((orderNo) => [`${orderNo} PAID`, `${orderNo} PLACED`]).sort()
  const seen: string[] = []
  while (seen.length < expected.length) {
    const { orderNo, kind } = changeIn(await events.next())
    seen.push(`${orderNo} ${kind}`)
  }
  expect(seen.sort()).toEqual(expected)
  await expect(events.next(3_000)).rejects.toThrow('No event came')
  events.close()
  await nobodyFollows()
}, 30_000)

it('a store hears of its own orders only, and its key opens no other store', async () => {
  const events = await follow()
  const theirs = await ownerOf(shop, other.store)
  const elsewhere = await follow({ key: theirs.key, subdomain: other.store.subdomain })
  const { orderNo } = await dataOf(
    clientOf(shop, other.store.subdomain, 'REST').checkout({ items: [other.item('pot')], buyer }),
  )
  expect(changeIn(await elsewhere.next())).toMatchObject({ orderNo, kind: 'PLACED' })
  const own = await dataOf(client.checkout(cart()))
  expect(changeIn(await events.next()).orderNo).toBe(own.orderNo)
  const refused = await follow({ subdomain: other.store.subdomain })
  expect(refused.status).toBe(401)
  events.close()
  elsewhere.close()
  await nobodyFollows()
})

it('it ends within two seconds once the key is revoked, and for nobody else', async () => {
  const { key, ownerKey } = await newKey()
  const [revoked, events] = [await follow({ key }), await follow()]
  await revokeOwnerKey(shop.services, store.id, ownerKey.id)
  const startedAt = performance.now()
  expect(await revoked.rest()).toEqual([{ event: 'complete', data: null }])
  expect(performance.now() - startedAt).toBeLessThan(20_000)
  expect((await follow({ key })).status).toBe(401)
  await dataOf(client.checkout(cart()))
  expect(await nextKind(events)).toBe('PLACED')
  events.close()
  await nobodyFollows()
})

it('a key, a store and a process have so many streams open at once', async () => {
  const open = [await follow(), await follow()]
  const third = await follow()
  expect([third.status, third.headers.get('retry-after')]).toEqual([429, '10'])
  expect(await refusalIn(third)).toEqual({
    message: '2 streams are open with this key already. Close one of them first.',
    path: ['orderChanges'],
    extensions: { code: 'RATE_LIMITED', retryAfter: 10 },
  })
  const { key } = await newKey()
  open.push(await follow({ key }), await follow({ key }))
  const full = await follow({ key: (await newKey()).key })
  expect([full.status, full.headers.get('retry-after')]).toEqual([503, '10'])
  expect((await refusalIn(full)).message).toBe('Too many streams are open now. Please try again.')
  open[0]?.close()
  await vi.waitFor(() => expect(followers()).toBe(3), 60_000)
  const again = await follow()
  expect(again.status).toBe(200)
  for (const events of [...open, again]) events.close()
  await nobodyFollows()
})

it('a request that does not accept a stream is refused, and so is a key without the scope', async () => {
  const json = await follow({ headers: { accept: 'application/json' } })
  expect(json.status).toBe(406)
  expect((await refusalIn(json)).message).toBe(
    'Subscriptions are answered as text/event-stream, which Accept must name',
  )
  const { key } = await createOwnerKey(shop.services, store.id, 'Shelf', ['catalogue'])
  const refused = await follow({ key })
  expect(refused.status).toBe(403)
  expect(await refusalIn(refused)).toMatchObject({
    message: 'This key does not have the scope "orders".',
    extensions: { code: 'FORBIDDEN' },
  })
  const reader = await createOwnerKey(shop.services, store.id, 'Screen', ['read'])
  const events = await follow({ key: reader.key })
  expect(events.status).toBe(200)
  events.close()
  await nobodyFollows()
})

it('it opens by GET as well', async () => {
  const query = new URLSearchParams({ query: 'subscription { orderChanges { orderNo } }' })
  const events = await openEvents(`${base}/api/sites/${store.subdomain}/owner/graphql?${query}`, {
    headers: { authorization: `Bearer ${owner.key}` },
  })
  const { orderNo } = await dataOf(client.checkout(cart()))
  expect(changeIn(await events.next())).toEqual({ orderNo })
  events.close()
  await nobodyFollows()
})

it('the database is asked as often for four who listen as for one', async () => {
  const keys = [(await newKey()).key, (await newKey()).key]
  const readers = await Promise.all([...keys, ...keys].map((key) => follow({ key })))
  shop.statements()
  await new Promise((resolve) => setTimeout(resolve, 1_700))
  const asked = shop.statements().filter((sql) => /order_events|owner_keys|console_sessions/.test(sql))
  // Two for each look, of which there are two or three.
  expect(asked.length).toBeGreaterThanOrEqual(2)
  expect(asked.length).toBeLessThanOrEqual(6)
  for (const events of readers) events.close()
  await nobodyFollows()
})

it('nobody asks the database while nobody listens', async () => {
  await nobodyFollows()
  shop.statements()
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(shop.statements().filter((sql) => /order_events/.test(sql))).toEqual([])
})
