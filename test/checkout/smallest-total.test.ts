import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { dataOf, holdsOf, productIdOf, razorpay, signUpWithPoints } from '../support/buying.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { startFakeProvider } from '../support/fake-provider.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const provider = await forAllTests(startFakeProvider(razorpay))
const shop = await forAllTests(openShop({ paymentsUrl: provider.url }))

async function openStore(kind: (typeof interfaces)[number], { currency = 'INR', payments = razorpay as object } = {}) {
  const store = await shop.addStore({
    store: { currency, payments, loyalty: { enabled: true, earnRate: 0, redeemRate: 1 } },
    products: [
      { slug: 'tea', name: 'Tea', price: 100, stock: 10 },
      { slug: 'clip', name: 'Clip', price: 0.99, stock: 10 },
    ],
  })
  const client = clientOf(shop, store.subdomain, kind)
  const ids = { tea: await productIdOf(shop, store, 'tea'), clip: await productIdOf(shop, store, 'clip') }
  const cart = (slug: 'tea' | 'clip', more: object = {}) => ({
    ...{ items: [{ id: ids[slug], qty: 1 }], buyer: { name: 'Ravi', phone: '9876543210' } },
    ...more,
  })
  return { store, client, cart }
}

const tooLittle = {
  status: 400,
  error: 'The total of ₹0.99 is below ₹1.00, the least that can be paid. Add something, or take less off.',
}

describe.each(interfaces)('over %s', (kind) => {
  it('a total that the provider would not take is refused before anything is reserved or asked', async () => {
    const { store, client, cart } = await openStore(kind)
    const before = provider.requests.length
    const caller = { headers: { 'idempotency-key': randomUUID() } }
    for (let call = 0; call < 2; call += 1) expect(await client.checkout(cart('clip'), caller)).toEqual(tooLittle)
    expect(await client.checkout(cart('tea'), caller)).toMatchObject({ status: 409 })
    expect(provider.requests).toHaveLength(before)
    expect(await holdsOf(shop, store)).toBe(0)
    expect(await shop.database.prisma.order.count({ where: { storeId: store.id } })).toBe(0)
  })

  it('points may leave the least, or nothing', async () => {
    const { store, client, cart } = await openStore(kind)
    const { token } = await signUpWithPoints(shop, store, client, 500)
    const least = await dataOf(client.checkout(cart('tea', { loyaltyPoints: 99 }), { token }))
    expect(least.amount).toBe(100)
    expect(least.providerOrderId).toMatch(/^order_/)
    const free = await dataOf(client.checkout(cart('tea', { loyaltyPoints: 100 }), { token }))
    expect(free.amount).toBe(0)
    expect(free.providerOrderId).toBe(`free_${free.orderNo}`)
  })

  it('other currencies and play money have no least amount that we know of', async () => {
    for (const other of [{ currency: 'USD' }, { payments: { provider: 'sandbox' } }]) {
      const { client, cart } = await openStore(kind, other)
      expect((await dataOf(client.checkout(cart('clip')))).amount).toBe(99)
    }
  })
})
