import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  balanceOf,
  buy,
  buyer,
  dataOf,
  orderRow,
  pay,
  productIdOf,
  signUpWithPoints,
  stockOf,
} from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { ownerOf } from '../support/owner.ts'
import { openShop } from '../support/shop.ts'

const HOUR_MS = 3_600_000
const WARN = 40

afterEach(() => {
  vi.useRealTimers()
})

describe('when the clock of the machine steps', () => {
  it.each([
    ['an hour ahead', HOUR_MS],
    ['an hour back', -HOUR_MS],
  ])('%s, what was begun is finished, once, and customers stay logged in', async (_, step) => {
    const shop = await openShop()
    const store = await shop.addStore({
      store: { payments: { provider: 'sandbox' }, loyalty: { enabled: true, earnRate: 0.1, redeemRate: 1 } },
      products: [{ slug: 'tea', name: 'Tea', price: 100, stock: 10 }],
    })
    const owner = await ownerOf(shop, store)
    const rest = clientOf(shop, store.subdomain, 'REST')
    const asha = await signUpWithPoints(shop, store, rest, 50)
    const id = await productIdOf(shop, store, 'tea')
    const cart = { buyer, items: [{ id, qty: 1 }], loyaltyPoints: 10 }
    const caller = { token: asha.token, headers: { 'idempotency-key': 'once' } }
    const placed = await dataOf(rest.checkout(cart, caller))

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + step })
    expect(await dataOf(rest.me({ token: asha.token }))).toMatchObject({ customer: { name: 'Asha' } })
    expect(await dataOf(rest.checkout(cart, caller))).toEqual(placed)
    const receipt = await pay(shop, placed.providerOrderId)
    await dataOf(rest.verify(receipt))
    await dataOf(rest.verify(receipt))
    expect(await orderRow(shop, store, placed.orderNo)).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID' })
    await buy(shop, rest, { items: [{ id, qty: 2 }] }, { token: asha.token })
    expect(await stockOf(shop, store, 'tea')).toBe(7)
    // 50, less 10, and a tenth of 90 and of 200.
    expect(await balanceOf(shop, store, asha.id)).toBe(69)

    const { product } = await owner.ask('{ product(slug: "tea") { version } }')
    await owner.ask('mutation ($input: ProductInput!) { upsertProduct(input: $input) { slug } }', {
      input: { slug: 'tea', version: product.version, price: 120 },
    })
    expect((await dataOf(rest.products())).products[0].price).toBe(120)
    const levels = shop.secrets.lines.map((line) => JSON.parse(line).level)
    expect(levels.filter((level) => level >= WARN)).toEqual([])
    await shop.close()
  })
})
