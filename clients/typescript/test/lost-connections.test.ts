import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CuttableProxy, startCuttableProxy } from '../../../test/platform/cuttable-proxy.ts'
import { type Answer, memoryStorage, type Storefront, type StorefrontOptions } from '../src/index.ts'
import { buyer, openTeaHouse, type TeaHouse } from './tea-house.ts'

/** A purchase through a proxy that cuts the connection. Its steps share what they have found out. */

let house: TeaHouse
let proxy: CuttableProxy
let baseUrl: string

beforeAll(async () => {
  house = await openTeaHouse()
  proxy = await startCuttableProxy(house.baseUrl)
  baseUrl = proxy.url.replace('redis:', 'http:')
})
afterAll(async () => {
  await proxy.close()
  await house.close()
})
beforeEach(async () => {
  await house.shop.database.prisma.idempotencyKey.deleteMany()
})

const visit = (options: Partial<StorefrontOptions> = {}) => house.visit({ baseUrl, ...options })

interface Purchase {
  shop: Storefront
  cup: string
  order: Answer<'checkout'>
  receipt: Answer<'payInSandbox'>
}

const steps: [string, (so: Purchase) => Promise<unknown>][] = [
  [
    'products',
    async (so) => {
      so.cup = (await so.shop.products({ q: 'cup' })).products[0]?.id ?? ''
    },
  ],
  ['a new cart', ({ shop, cup }) => shop.changeCart({ items: [{ id: cup, qty: 1 }] })],
  ['a changed cart', ({ shop, cup }) => shop.changeCart({ set: [{ id: cup, qty: 2 }] })],
  ['a cart that is read', ({ shop }) => shop.findCart()],
  [
    'checkout',
    async (so) => {
      so.order = await so.shop.checkout({ buyer })
    },
  ],
  [
    'verification',
    async (so) => {
      so.receipt = await house.visit().payInSandbox({ providerOrderId: so.order.providerOrderId })
      await so.shop.verifyPayment(so.receipt)
    },
  ],
  ['tracking', ({ shop, order }) => shop.trackOrder({ orderNo: order.orderNo, phone: buyer.phone })],
]

const troubles: [string, () => Promise<void>][] = [
  ['whose answer is lost', async () => proxy.loseAnswers(1)],
  [
    'that does not arrive',
    async () => {
      await proxy.cut()
      void wait(100).then(() => proxy.mend())
    },
  ],
]

describe.each(troubles)('a purchase with a request %s', (_, trouble) => {
  it.each(steps.map(([name]) => name))('at the step %s places and pays one order', async (troubled) => {
    const before = await house.orders()
    // Filled by the steps, each of which needs what those before it have found.
    const so = { shop: visit() } as Purchase
    for (const [name, step] of steps) {
      if (name === troubled) await trouble()
      await step(so)
    }
    expect(await house.orders()).toBe(before + 1)
    const { order } = await so.shop.trackOrder({ orderNo: so.order.orderNo, phone: buyer.phone })
    expect(order).toMatchObject({ status: 'confirmed', subtotal: 180 })
    expect((await so.shop.findCart())?.items).toEqual([])
  })
})

describe('a checkout that has failed for good', () => {
  const orderOf = async (shop: Storefront, qty = 1) => {
    const { product } = await shop.product({ idOrSlug: 'cup' })
    return shop.checkout({ buyer, items: [{ id: product.id, qty }] })
  }

  it('is the same order when the shopper tries again after a new start', async () => {
    const before = await house.orders()
    const storage = memoryStorage()
    const shop = visit({ storage, retries: 1 })
    await shop.store()
    const { product } = await shop.product({ idOrSlug: 'cup' })
    const items = [{ id: product.id, qty: 1 }]
    proxy.loseAnswers(2)
    await expect(shop.checkout({ buyer, items })).rejects.toMatchObject({ code: 'NO_ANSWER' })
    const placed = await visit({ storage }).checkout({ buyer, items })
    expect(await house.orders()).toBe(before + 1)
    expect(placed.breakdown.subtotal).toBe(90)
    // What is answered is over: the next is another.
    expect((await visit({ storage }).checkout({ buyer, items })).orderNo).not.toBe(placed.orderNo)
  })

  it('is another order when the shopper has decided otherwise', async () => {
    const storage = memoryStorage()
    const shop = visit({ storage, retries: 0 })
    const { product } = await shop.product({ idOrSlug: 'cup' })
    proxy.loseAnswers(1)
    await expect(shop.checkout({ buyer, items: [{ id: product.id, qty: 1 }] })).rejects.toThrow()
    expect((await orderOf(shop, 3)).breakdown.subtotal).toBe(270)
  })

  it('is forgotten when it was refused', async () => {
    const shop = visit()
    await expect(shop.checkout({ buyer: { name: '', phone: '' }, items: [] })).rejects.toMatchObject({ status: 400 })
    expect((await orderOf(shop)).orderNo).toMatch(/^ORD-/)
  })
})

it('says that a log-out or a deletion was made whose answer was lost', async () => {
  const shop = visit()
  await shop.signUp({ name: 'Asha', phone: '7100000001', password: 'secret1' })
  const { address } = await shop.addAddress({ name: 'Asha', lines: ['14 Chapel Road'], city: 'Mumbai' })
  proxy.loseAnswers(1)
  expect(await shop.removeAddress({ addressId: address.id })).toEqual({ success: true })
  expect((await shop.addresses()).addresses).toEqual([])
  proxy.loseAnswers(1)
  expect(await shop.logOut()).toEqual({ success: true })
  expect(await shop.isLoggedIn()).toBe(false)
})

it('follows an order over connections that are cut, and misses and repeats nothing', async () => {
  const shop = visit()
  const { product } = await shop.product({ idOrSlug: 'cup' })
  const placed = await shop.checkout({ buyer, items: [{ id: product.id, qty: 1 }] })
  const receipt = await house.visit().payInSandbox({ providerOrderId: placed.providerOrderId })
  const seen: string[] = []
  for await (const { order } of shop.followOrder({ orderNo: placed.orderNo, phone: '+91 98765-43210' })) {
    seen.push(order.status)
    if (order.status !== 'pending') break
    await proxy.cut()
    await house.visit().verifyPayment(receipt)
    await proxy.mend()
  }
  expect(seen).toEqual(['pending', 'confirmed'])
})

describe('an order that is followed', () => {
  it('is refused as any other request', async () => {
    const events = house.visit().followOrder({ orderNo: 'ORD-0000000000', phone: buyer.phone })
    await expect(events.next()).rejects.toMatchObject({ code: 'NOT_FOUND', operation: 'followOrder' })
  })

  it('is left with its signal, also while it waits', async () => {
    const shop = house.visit()
    const { product } = await shop.product({ idOrSlug: 'cup' })
    const placed = await shop.checkout({ buyer, items: [{ id: product.id, qty: 1 }] })
    const leaving = new AbortController()
    const events = visit().followOrder({ orderNo: placed.orderNo, phone: '3210' }, { signal: leaving.signal })
    expect((await events.next()).value).toMatchObject({ order: { status: 'pending' } })
    const next = events.next()
    leaving.abort(new Error('The page is left'))
    await expect(next).rejects.toThrow('The page is left')
  })
})
