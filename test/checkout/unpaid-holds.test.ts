import { beforeEach, describe, expect, it } from 'vitest'
import { changeOrderStatus } from '../../src/commerce/orders/status/change-status.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { ownAddress } from '../support/addresses.ts'
import { atOnce, buy, dataOf, holdsOf, pay, productIdOf, signUpWithPoints, tally } from '../support/buying.ts'
import { clientOf, interfaces, type StorefrontClient } from '../support/client.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, openShop, unlimited } from '../support/shop.ts'
import { addStoreOfFew, cartOf } from '../support/store-of-few.ts'

const TOO_MANY = { status: 400, error: 'Too many unpaid orders. Please pay one, or wait a few minutes.' }
let store: Store
let ids: Awaited<ReturnType<typeof addStoreOfFew>>['ids']

let now: Date = new Date('2026-06-01T10:00:00Z')
const shop = await forAllTests(openShop({ clock: () => now, policies: { checkout: unlimited, quoteCode: unlimited } }))
beforeEach(async () => {
  const added = await addStoreOfFew(shop)
  store = added.store
  ids = added.ids
})

const pass = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}

describe.each(interfaces)('unpaid orders over %s', (by) => {
  let client: StorefrontClient
  beforeEach(() => {
    client = clientOf(shop, store.subdomain, by)
  })

  it('are five orders: a sixth is refused, until one is paid, has failed, is cancelled or has run out', async () => {
    const phone = newPhone()
    const order = (at = client) => at.checkout(cartOf(ids.wrapping, 1, phone))
    const placed = []
    for (let count = 0; count < 5; count += 1) placed.push(await dataOf(order()))
    expect(await order()).toEqual(TOO_MANY)
    expect(await client.checkout(cartOf(ids.wrapping, 1))).toHaveProperty('data')

    await dataOf(client.verify(await pay(shop, placed[0].providerOrderId)))
    expect(await order()).toHaveProperty('data')
    expect(await order()).toEqual(TOO_MANY)

    await client.verify(await pay(shop, placed[1].providerOrderId, 'fail'))
    expect(await order()).toHaveProperty('data')
    expect(await order()).toEqual(TOO_MANY)

    await changeOrderStatus({ services: shop.services, store }, placed[2].orderNo, 'CANCELLED', 'owner:test')
    expect(await order()).toHaveProperty('data')
    expect(await order()).toEqual(TOO_MANY)

    pass(15)
    for (let count = 0; count < 5; count += 1) expect(await order()).toHaveProperty('data')
    expect(await order()).toEqual(TOO_MANY)
  })

  it('of a customer are five orders of different goods; one more of the same goods replaces one of them', async () => {
    const { token } = await signUpWithPoints(shop, store, client, 0)
    const others = [...Array(4).keys()].map((at) => ({ slug: `tin-${at}`, name: 'Tin', price: 10, stock: 9 }))
    const own = await shop.addStore({
      store: { subdomain: store.subdomain, payments: { provider: 'sandbox' } },
      products: others,
    })
    const goods = [ids.rare, ids.many, ...(await Promise.all(others.map(({ slug }) => productIdOf(shop, own, slug))))]
    const order = (id: string) => client.checkout(cartOf(id, 1), { token })
    for (const id of goods.slice(0, 5)) expect(await order(id)).toHaveProperty('data')
    expect(await order(goods[5] ?? '')).toEqual(TOO_MANY)
    for (const id of goods.slice(0, 5)) expect(await order(id)).toHaveProperty('data')
  })

  it('end with the payment: who pays may order as often as they like', async () => {
    const caller = { ip: ownAddress() }
    for (let count = 0; count < 7; count += 1) {
      await buy(shop, client, cartOf(ids.rare, 2, '9000033333'), caller)
    }
    expect(await holdsOf(shop, store)).toBe(0)
    expect(await shop.database.prisma.orderHolder.count({ where: { storeId: store.id } })).toBe(0)
  })

  it('count in each store by itself', async () => {
    const phone = newPhone()
    for (let count = 0; count < 5; count += 1) await dataOf(client.checkout(cartOf(ids.wrapping, 1, phone)))
    const other = await shop.addStore({
      store: { payments: { provider: 'sandbox' } },
      products: [{ slug: 'tea', name: 'Tea', price: 10 }],
    })
    const cart = cartOf(await productIdOf(shop, other, 'tea'), 1, phone)
    expect(await clientOf(shop, other.subdomain, by).checkout(cart)).toHaveProperty('data')
  })

  it('of 60 checkouts at once by guests behind one address are 50 orders', async () => {
    const ip = ownAddress()
    const outcomes = await atOnce(60, () => client.checkout(cartOf(ids.wrapping, 1), { ip }))
    expect(tally(outcomes)).toEqual({ ok: 50, [`400 ${TOO_MANY.error}`]: 10 })
  })
})
