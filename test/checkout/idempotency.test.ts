import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Context } from '../../src/api/context.ts'
import { bindKey, type Claim, claimKey, storeAnswer, storeFailure } from '../../src/commerce/checkout/idempotency.ts'
import { buyer, dataOf, holdsOf, productIdOf, signUpWithPoints } from '../support/buying.ts'
import { clientOf, interfaces, type StorefrontClient } from '../support/client.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'
import { openSellingStore } from './selling-store.ts'

const MINUTE = 60_000
const running = { code: 'CONFLICT', message: expect.stringContaining('still running') }
let now = new Date()
let key: string

const shop = await forAllTests(openShop({ clock: () => now, holdLimits: generousHolds }))
const store = await shop.addStore({
  store: { payments: { provider: 'sandbox' } },
  products: [{ slug: 'tea', name: 'Tea', price: 100, stock: 5 }],
})
const selling = await openSellingStore(shop)
const input = { items: [{ id: await productIdOf(shop, store, 'tea'), qty: 3 }], buyer }
beforeEach(() => {
  now = new Date('2026-06-01T10:00:00Z')
  key = randomUUID()
})

const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
// Claims look at nothing else of the context.
const context = () => ({ services: shop.services, store, viewer: async () => null }) as unknown as Context
const claim = async () => (await claimKey(context(), key, { cart: 1 })) as Claim
const bind = (mine: Claim, orderId: string) => shop.database.prisma.$transaction((tx) => bindKey(tx, mine, orderId))

it('a request that has lost its key to a later one places no order, and does not free the key', async () => {
  const slow = await claim()
  await expect(claim()).rejects.toMatchObject(running)
  later(MINUTE)
  const next = await claim()
  await expect(bind(slow, randomUUID())).rejects.toMatchObject(running)
  await storeFailure(context(), slow, new Error('It gave up'))
  await expect(claim()).rejects.toMatchObject(running)
  const orderId = randomUUID()
  await bind(next, orderId)
  await storeAnswer(context(), slow, { orderId: randomUUID(), keyId: 'key' })
  await storeAnswer(context(), next, { orderId, keyId: 'key' })
  expect(await claim()).toEqual({ placed: { orderId, keyId: 'key' } })
})

it('a later request goes on with the order that an earlier one has placed', async () => {
  const orderId = randomUUID()
  await bind(await claim(), orderId)
  later(MINUTE)
  expect(await claim()).toMatchObject({ orderId })
})

it('a request that is taken over stays the same for what its order’s payment leaves in its cart', async () => {
  const buy = (content: string | null) => claimKey(context(), key, { cartId: 1 }, content)
  const orderId = randomUUID()
  const dead = (await buy('two')) as Claim
  await shop.database.prisma.$transaction((tx) => bindKey(tx, dead, orderId, 'none'))
  for (const content of ['two', 'none', null]) {
    later(MINUTE)
    expect(await buy(content)).toMatchObject({ orderId })
    await expect(buy('three')).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('another') })
  }
})

it('a request whose hashes the version before has stored in one column stays the same', async () => {
  const buy = (content: string) => claimKey(context(), key, { cartId: 1 }, content)
  await buy('two')
  const where = { storeId: store.id, caller: 'guest', key }
  const { requestHash, cartHash } = await shop.database.prisma.idempotencyKey.findFirstOrThrow({ where })
  const data = { requestHash: `${requestHash}.${cartHash}`, cartHash: null }
  await shop.database.prisma.idempotencyKey.updateMany({ where, data })
  later(MINUTE)
  await expect(buy('three')).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('another') })
  expect(await buy('two')).toMatchObject({ key })
})

it('of many that take over a dead request’s key at once, one does', async () => {
  await claim()
  later(MINUTE)
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, claim))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

it('an order that was placed and never offered is not offered any more once its hold has run out', async () => {
  const client = clientOf(shop, store.subdomain, 'REST')
  const caller = { headers: { 'idempotency-key': key } }
  const dead = await dataOf(client.checkout(input, caller))
  const where = { storeId: store.id }
  // As a process leaves it that dies before the provider is asked.
  const order = { storeId_id: { storeId: store.id, id: dead.orderId } }
  await shop.database.prisma.order.update({ where: order, data: { providerOrderId: null } })
  await shop.database.prisma.$executeRaw`UPDATE idempotency_keys SET answer = NULL WHERE key = ${key}`

  later(2 * MINUTE)
  await expect(client.checkout(input)).resolves.toMatchObject({ status: 400 })
  later(14 * MINUTE)
  const placed = await dataOf(client.checkout(input, caller))
  expect(placed.orderNo).not.toBe(dead.orderNo)
  expect(await dataOf(client.checkout(input, caller))).toEqual(placed)
  const orders = await shop.database.prisma.order.findMany({ where, orderBy: { createdAt: 'asc' } })
  expect(orders.map(({ orderNo, status }) => [orderNo, status])).toEqual([
    [dead.orderNo, 'FAILED'],
    [placed.orderNo, 'PENDING'],
  ])
  expect(await holdsOf(shop, store)).toBe(1)
})

describe.each(interfaces)('an Idempotency-Key over %s', (by) => {
  let client: StorefrontClient
  beforeAll(() => {
    client = clientOf(shop, selling.store.subdomain, by)
  })
  const keyed = (key: string, token?: string) => ({ headers: { 'idempotency-key': key }, token })

  it('gives the same answer and no second order', async () => {
    const key = randomUUID()
    const input = { items: [selling.item('pot')], buyer: { ...buyer, name: key } }
    const first = await dataOf(client.checkout(input, keyed(key)))
    expect(await dataOf(client.checkout(input, keyed(key)))).toEqual(first)
    expect(await shop.database.prisma.order.count({ where: { storeId: selling.store.id, buyerName: key } })).toBe(1)
  })

  it('makes one order of 20 identical requests at once', async () => {
    const key = randomUUID()
    const input = { items: [selling.item('pot')], buyer: { ...buyer, name: key } }
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => client.checkout(input, keyed(key))))
    expect(await shop.database.prisma.order.count({ where: { storeId: selling.store.id, buyerName: key } })).toBe(1)
    const orders = new Set(outcomes.flatMap((outcome) => ('data' in outcome ? [outcome.data.orderNo] : [])))
    expect(orders.size).toBe(1)
    for (const outcome of outcomes) if (!('data' in outcome)) expect(outcome.status).toBe(409)
  })

  it('is refused for another body', async () => {
    const key = randomUUID()
    await dataOf(client.checkout({ items: [selling.item('pot')], buyer }, keyed(key)))
    expect(await client.checkout({ items: [selling.item('pot', 2)], buyer }, keyed(key))).toEqual({
      status: 409,
      error: 'This Idempotency-Key belongs to another request. Use a new key for a new order.',
    })
  })

  it('keeps a refusal', async () => {
    const key = randomUUID()
    const input = { items: [selling.item('few', 4)], buyer }
    for (let call = 0; call < 2; call += 1) {
      expect(await client.checkout(input, keyed(key))).toEqual({ status: 400, error: 'No valid items in cart' })
    }
  })

  it('belongs to one caller and one store', async () => {
    const key = randomUUID()
    const input = { items: [selling.item('pot')], buyer }
    const { token } = await signUpWithPoints(shop, selling.store, client, 0)
    const guest = await dataOf(client.checkout(input, keyed(key)))
    const known = await dataOf(client.checkout(input, keyed(key, token)))
    expect(known.orderNo).not.toBe(guest.orderNo)
  })

  it('is forgotten after 24 hours', async () => {
    const key = randomUUID()
    const input = { items: [selling.item('pot')], buyer }
    const first = await dataOf(client.checkout(input, keyed(key)))
    now = new Date(now.getTime() + 24 * 3_600_000)
    expect((await dataOf(client.checkout(input, keyed(key)))).orderNo).not.toBe(first.orderNo)
  })

  it.each(['has space', 'x'.repeat(256)])('is refused when it is ill-formed: %.10s', async (key) => {
    expect(await client.checkout({ items: [selling.item('pot')], buyer }, keyed(key))).toMatchObject({ status: 400 })
  })
})
