import type { Redis } from 'ioredis'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { createLogger } from '../../src/platform/logger.ts'
import { connectRedis } from '../../src/platform/redis/redis.ts'
import { openSellingStore } from '../checkout/selling-store.ts'
import { ownAddress } from '../support/addresses.ts'
import { buyer, dataOf } from '../support/buying.ts'
import type { Outcome } from '../support/call.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { addressOf, openEvents } from '../support/events.ts'
import { generousHolds, openShop } from '../support/shop.ts'

const RIGHT = '3210'

let redis: Redis | undefined

if (process.env.REDIS_URL) {
  redis = connectRedis(process.env.REDIS_URL, createLogger('silent'))
  await vi.waitUntil(() => redis?.status === 'ready', { timeout: 5_000 })
}
const shop = await openShop({ ...(redis && { redis }), holdLimits: generousHolds })
const { store, item } = await openSellingStore(shop)
afterAll(async () => {
  await shop.close()
  redis?.disconnect()
})

async function placed(ip = ownAddress()): Promise<string> {
  const client = clientOf(shop, store.subdomain, 'REST')
  const { orderNo } = await dataOf(client.checkout({ items: [item('pot')], buyer }, { ip }))
  return orderNo
}

const track = (by: (typeof interfaces)[number], orderNo: string, phone: string, ip = ownAddress()) =>
  clientOf(shop, store.subdomain, by).trackOrder({ orderNo, phone }, { ip })

const notFound = { status: 404, error: 'Order not found. Check your order number and phone.' }
const tooMany = { status: 429, error: 'Too many lookups', retryAfter: expect.any(Number) }
const countOf = (outcomes: Outcome[], status: number) =>
  outcomes.filter((outcome) => 'status' in outcome && outcome.status === status).length

async function guessTen(orderNo: string): Promise<void> {
  for (let guess = 0; guess < 10; guess += 1) {
    const phone = String(1000 + guess)
    expect(await track(guess % 2 ? 'REST' : 'GraphQL', orderNo, phone)).toEqual(notFound)
  }
}

describe.each(interfaces)('over %s', (by) => {
  it('ten addresses guess at an order in an hour, and no more: not even with the right digits', async () => {
    const orderNo = await placed()
    await guessTen(orderNo)
    for (const phone of ['1234', RIGHT]) {
      const refused = await track(by, orderNo, phone)
      expect(refused).toEqual(tooMany)
      expect(refused).toMatchObject({ retryAfter: expect.toSatisfy((seconds) => seconds > 3_000 && seconds <= 3_600) })
    }
    expect(await track(by, await placed(), RIGHT)).toHaveProperty('data.order')
  })

  it('who has found the order before still finds it, and so does who placed it', async () => {
    const [home, away] = [ownAddress(), ownAddress()]
    const orderNo = await placed(home)
    expect(await track(by, orderNo, RIGHT, away)).toHaveProperty('data.order')
    await guessTen(orderNo)
    expect(await track(by, orderNo, RIGHT)).toEqual(tooMany)
    for (const ip of [home, away]) expect(await track(by, orderNo, RIGHT, ip)).toHaveProperty('data.order')
  })

  it('right look-ups count nothing', async () => {
    const orderNo = await placed()
    for (let time = 0; time < 12; time += 1) expect(await track(by, orderNo, RIGHT)).toHaveProperty('data.order')
  })

  it('an address that has found the order guesses ten times an hour, too', async () => {
    const ip = ownAddress()
    const orderNo = await placed(ip)
    for (let guess = 0; guess < 10; guess += 1) expect(await track(by, orderNo, '1234', ip)).toEqual(notFound)
    expect(await track(by, orderNo, '1234', ip)).toEqual(tooMany)
    expect(await track(by, orderNo, RIGHT)).toHaveProperty('data.order')
  })

  it('a number that no order has is answered like one that an order has', async () => {
    const orderNo = `ORD-000000000${by === 'REST' ? 'A' : 'B'}`
    await guessTen(orderNo)
    expect(await track(by, orderNo, '1234')).toEqual(tooMany)
  })

  it('guesses at the same moment are ten, however the number is written', async () => {
    const orderNo = await placed()
    const guess = (_: unknown, at: number) => track(by, at % 2 ? orderNo.toLowerCase() : orderNo, String(1000 + at))
    const outcomes = await Promise.all(Array.from({ length: 30 }, guess))
    expect([countOf(outcomes, 404), countOf(outcomes, 429)]).toEqual([10, 20])
  })
})

it('following an order counts as tracking it does', async () => {
  const home = ownAddress()
  const orderNo = await placed(home)
  const site = `${await addressOf(shop)}/api/sites/${store.subdomain}`
  const follow = (phone: string, ip: string) => openEvents(`${site}/orders/${orderNo}/events?phone=${phone}`, { ip })
  for (let guess = 0; guess < 10; guess += 1) {
    const phone = String(1000 + guess)
    const query = `subscription { order(orderNo: "${orderNo}", phone: "${phone}") { status } }`
    const wrong =
      guess % 2 ? await follow(phone, ownAddress()) : await openEvents(`${site}/graphql`, { body: { query } })
    expect([wrong.status, JSON.stringify(await wrong.json())]).toEqual([404, expect.stringContaining(notFound.error)])
  }
  const refused = await follow(RIGHT, ownAddress())
  expect([refused.status, await refused.json()]).toEqual([429, { error: tooMany.error }])
  expect(await track('GraphQL', orderNo, RIGHT)).toEqual(tooMany)
  const followed = await follow(RIGHT, home)
  expect((await followed.next()).data.order).toMatchObject({ order_no: orderNo })
  followed.close()
  shop.app.server.closeAllConnections()
})
