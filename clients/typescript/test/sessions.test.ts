import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPhone } from '../../../test/support/phones.ts'
import { memoryStorage, type StorefrontStorage } from '../src/index.ts'
import { buyer, openTeaHouse, type TeaHouse } from './tea-house.ts'

let house: TeaHouse
let cup: string
let now = new Date()

beforeAll(async () => {
  house = await openTeaHouse({ clock: () => now })
  cup = (await house.visit().product({ idOrSlug: 'cup' })).product.id
})
afterAll(() => house.close())

const customer = () => ({ name: 'Asha', phone: newPhone(), password: 'secret1' })
const DAY_MS = 86_400_000

describe('a token that has expired', () => {
  it('is forgotten, and logging in again finds the cart', async () => {
    const shop = house.visit()
    const asha = customer()
    await shop.signUp(asha)
    await shop.changeCart({ add: [{ id: cup, qty: 2 }] })
    now = new Date(now.getTime() + 20 * DAY_MS)
    await shop.changeCart({ add: [{ id: cup, qty: 1 }] })
    now = new Date(now.getTime() + 15 * DAY_MS)
    expect(await shop.isLoggedIn()).toBe(true)
    await expect(shop.me()).rejects.toMatchObject({ code: 'UNAUTHENTICATED', message: 'Not logged in' })
    expect(await shop.isLoggedIn()).toBe(false)
    expect(await shop.findCart()).toBeNull()
    await shop.logIn(asha)
    expect(await shop.findCart()).toMatchObject({ items: [{ qty: 3 }] })
  })

  it('is no reason to forget one that another tab has got meanwhile', async () => {
    const storage = memoryStorage()
    const [one, two] = [house.visit({ storage }), house.visit({ storage })]
    const asha = customer()
    await one.signUp(asha)
    await one.logOutEverywhere()
    await one.logIn(asha)
    const old = await storage.getItem(`storefront:${house.store.subdomain}:token`)
    await two.logOutEverywhere()
    // The other tab logs in while this one's request with the old token is under way.
    let isRead = false
    const stale: StorefrontStorage = {
      ...storage,
      getItem(key) {
        if (isRead || !key.endsWith(':token')) return storage.getItem(key)
        isRead = true
        return old
      },
    }
    await two.logIn(asha)
    await expect(house.visit({ storage: stale }).me()).resolves.toMatchObject({ customer: { phone: asha.phone } })
    expect(await two.isLoggedIn()).toBe(true)
  })
})

describe('two tabs', () => {
  const tabs = () => {
    const storage = memoryStorage()
    return [house.visit({ storage }), house.visit({ storage })] as const
  }

  it('share the customer and the cart', async () => {
    const [one, two] = tabs()
    await one.signUp(customer())
    const cart = await one.changeCart({ add: [{ id: cup, qty: 1 }] })
    expect((await two.me()).customer.name).toBe('Asha')
    expect(await two.findCart()).toEqual(cart)
    await two.logOut()
    expect(await one.isLoggedIn()).toBe(false)
  })

  it('that fill a cart at once fill the same, whether there was none or an expired one', async () => {
    const [one, two] = tabs()
    for (const kept of [0, 1]) {
      if (kept) now = new Date(now.getTime() + 40 * DAY_MS)
      const add = [{ id: cup, qty: 1 }]
      await Promise.all([one.changeCart({ add }), two.changeCart({ add }), one.changeCart({ add })])
      expect(await two.findCart()).toMatchObject({ items: [{ qty: 3 }] })
    }
  })

  it('that check out at once place one order', async () => {
    const [one, two] = tabs()
    await one.changeCart({ add: [{ id: cup, qty: 1 }] })
    const before = await house.orders()
    const [first, second] = await Promise.all([one.checkout({ buyer }), two.checkout({ buyer })])
    expect(second).toEqual(first)
    expect(await house.orders()).toBe(before + 1)
  })
})

it('stores nothing of the shopper but what identifies them', async () => {
  const values = new Map<string, string>()
  const storage = {
    getItem: async (key: string) => values.get(key) ?? null,
    setItem: async (key: string, value: string) => void values.set(key, value),
    removeItem: async (key: string) => void values.delete(key),
  }
  const shop = house.visit({ storage })
  await shop.changeCart({ add: [{ id: cup, qty: 1 }] })
  await shop.signUp(customer())
  await shop.checkout({ buyer })
  const prefix = `storefront:${house.store.subdomain}:`
  expect([...values.keys()].sort()).toEqual([`${prefix}cart`, `${prefix}token`])
  await shop.deleteMe({ password: 'secret1' })
  expect([...values.keys()]).toEqual([])
})
