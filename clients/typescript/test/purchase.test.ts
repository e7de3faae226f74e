import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ownerOf } from '../../../test/support/owner.ts'
import { newPhone } from '../../../test/support/phones.ts'
import { memoryStorage, StorefrontError } from '../src/index.ts'
import { buyer, openTeaHouse, pay, type TeaHouse } from './tea-house.ts'

let house: TeaHouse

beforeAll(async () => {
  house = await openTeaHouse()
})
afterAll(() => house.close())

it('buys as a guest, from the list to the confirmed order', async () => {
  const shop = house.visit()
  expect((await shop.store()).store.name).toBe('Tea House')
  const { products, total } = await shop.products({ q: 'assam', option: { size: '250g' }, include: ['variants'] })
  expect(total).toBe(1)
  const [assam] = products
  const variantId = assam?.variants?.find(({ options }) => options.size === '250g')?.id ?? ''
  expect(await shop.findCart()).toBeNull()
  const cart = await shop.changeCart({ add: [{ id: assam?.id ?? '', variantId, qty: 2 }] })
  expect(cart.breakdown.subtotal).toBe(800)
  expect(await shop.findCart()).toEqual(cart)
  const fuller = await shop.changeCart({ add: [{ id: assam?.id ?? '', variantId, qty: 1 }] })
  expect(fuller).toMatchObject({ id: cart.id, items: [{ qty: 3 }] })

  const order = await shop.checkout({ buyer })
  expect(order).toMatchObject({ amount: fuller.breakdown.total * 100, notices: [] })
  const receipt = await pay(shop, order.providerOrderId)
  expect(await shop.verifyPayment(receipt)).toEqual({ success: true })
  const { order: tracked } = await shop.trackOrder({ orderNo: order.orderNo, phone: buyer.phone })
  expect(tracked).toMatchObject({ status: 'confirmed', total: fuller.breakdown.total })
  expect((await shop.findCart())?.items).toEqual([])
})

it('buys on a page over plain http, where there is no crypto.randomUUID', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  try {
    const shop = house.visit()
    const { product } = await shop.product({ idOrSlug: 'cup' })
    await shop.changeCart({ add: [{ id: product.id, qty: 1 }] })
    const [first, second] = [await shop.checkout({ buyer }), await shop.checkout({ buyer })]
    expect(second.orderNo).not.toBe(first.orderNo)
  } finally {
    vi.unstubAllGlobals()
  }
})

it('buys as a customer, who keeps what the guest had in the cart', async () => {
  const storage = memoryStorage()
  const shop = house.visit({ storage })
  const { product } = await shop.product({ idOrSlug: 'cup' })
  const guests = await shop.changeCart({ set: [{ id: product.id, qty: 2 }], remove: [] })
  const phone = newPhone()
  expect(await shop.isLoggedIn()).toBe(false)
  await shop.signUp({ name: 'Asha', phone, password: 'secret1' })
  expect(await shop.isLoggedIn()).toBe(true)
  expect(await shop.authHeaders()).toEqual({ Authorization: expect.stringMatching(/^Bearer \S+$/) })
  expect((await shop.me()).customer.phone).toBe(phone)
  expect(await shop.findCart()).toMatchObject({ id: guests.id, items: [{ qty: 2 }] })
  await expect(house.visit().cart({ cartId: guests.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })

  const { address } = await shop.addAddress({ name: 'Asha', lines: ['14 Chapel Road'], city: 'Mumbai' })
  const placed = await shop.checkout({ buyer: { name: 'Asha', phone }, addressId: address.id })
  await shop.verifyPayment(await pay(shop, placed.providerOrderId))
  const { orders } = await shop.orders({ first: 1 })
  expect(orders).toMatchObject([{ order_no: placed.orderNo, status: 'confirmed' }])

  await shop.addToWishlist({ productId: product.id })
  expect((await shop.wishlist({ include: ['available'] })).wishlist).toMatchObject([{ slug: 'cup', available: true }])
  await shop.removeFromWishlist({ productId: product.id })
  expect(await shop.updateMe({ name: 'Asha Rao' })).toMatchObject({ customer: { name: 'Asha Rao' } })
  await shop.logOut()
  expect(await shop.isLoggedIn()).toBe(false)
  await expect(shop.me()).rejects.toThrow(StorefrontError)
})

it('merges a guest’s cart into the customer’s when they log in', async () => {
  const phone = newPhone()
  const { product } = await house.visit().product({ idOrSlug: 'cup' })
  const home = house.visit()
  await home.signUp({ name: 'Asha', phone, password: 'secret1' })
  await home.changeCart({ add: [{ id: product.id, qty: 1 }] })
  const away = house.visit()
  await away.changeCart({ add: [{ id: product.id, qty: 2 }] })
  await away.logIn({ phone, password: 'secret1' })
  expect(await away.findCart()).toMatchObject({ items: [{ qty: 3 }] })
  await away.changeCart({ add: [{ id: product.id, qty: 1 }] })
  expect(await home.findCart()).toMatchObject({ items: [{ qty: 4 }] })
})

it('creates a cart with everything that a change has, and takes points and codes', async () => {
  const shop = house.visit()
  const { product } = await shop.product({ idOrSlug: 'cup' })
  const cart = await shop.changeCart({ set: [{ id: product.id, qty: 0 }], discountCode: 'NONE', loyaltyPoints: 5 })
  expect(cart).toMatchObject({ items: [], discountCode: 'NONE', loyaltyPoints: 5 })
  await shop.deleteCart({ cartId: cart.id })
  expect(await shop.findCart()).toBeNull()
  expect(await shop.changeCart({ items: [{ id: product.id, qty: 1 }] })).toMatchObject({ items: [{ qty: 1 }] })
})

it('opens a store with a password', async () => {
  const store = await house.shop.addStore()
  const owner = await ownerOf(house.shop, store)
  await owner.ask('mutation { setAccessPassword(password: "open sesame", protection: SITE) { protected } }')
  const shop = house.visit({ store: store.subdomain })
  await expect(shop.products()).rejects.toMatchObject({ code: 'UNAUTHENTICATED', message: 'Password required' })
  await shop.unlock({ password: 'open sesame' })
  expect((await shop.products()).total).toBe(0)
  expect((await shop.store()).store.unlocked).toBe(true)
})

it('follows an order as it changes, and stops when it is final', async () => {
  const shop = house.visit()
  const { product } = await shop.product({ idOrSlug: 'cup' })
  const placed = await shop.checkout({ buyer, items: [{ id: product.id, qty: 1 }] })
  const seen: string[] = []
  for await (const { order } of shop.followOrder({ orderNo: placed.orderNo, phone: buyer.phone })) {
    seen.push(order.status)
    if (order.status === 'pending') await shop.verifyPayment(await pay(shop, placed.providerOrderId))
    if (order.status === 'confirmed') break
  }
  expect(seen).toEqual(['pending', 'confirmed'])
})
