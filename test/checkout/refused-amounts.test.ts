import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { buyer, dataOf, holdsOf, productIdOf, razorpay, receiptOf } from '../support/buying.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { startFakeProvider } from '../support/fake-provider.ts'
import { ownerOf } from '../support/owner.ts'
import { refundBy } from '../support/refunding.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const provider = await forAllTests(startFakeProvider(razorpay))
const shop = await forAllTests(openShop({ paymentsUrl: provider.url }))
beforeEach(() => {
  provider.mode = 'ok'
})

async function openStore(by: (typeof interfaces)[number], { currency = 'INR', price = 100 } = {}) {
  const store = await shop.addStore({
    store: { currency, payments: razorpay },
    products: [{ slug: 'tea', name: 'Tea', price, stock: 10 }],
  })
  const id = await productIdOf(shop, store, 'tea')
  const client = clientOf(shop, store.subdomain, by)
  const checkout = (qty: number, caller = {}) => client.checkout({ items: [{ id, qty }], buyer }, caller)
  return { store, client, checkout }
}

describe.each(interfaces)('over %s, an amount that the provider refuses', (by) => {
  it.each([
    ['above its most', 'INR', 600_000, 'The payment provider takes ₹1.00 to ₹5,00,000.00.'],
    ['below its least', 'EUR', 0.5, 'The payment provider says: The amount must be atleast EUR 1.00'],
    ['in a currency that it does not take', 'CUP', 5, ''],
  ])('%s is 400 and says so; nothing stays reserved', async (_, currency, price, why) => {
    const { store, checkout } = await openStore(by, { currency, price })
    const refused = { status: 400, error: `This amount cannot be paid online. ${why}`.trim() }
    const caller = { headers: { 'idempotency-key': randomUUID() } }
    const before = provider.requests.length
    expect(await checkout(1, caller)).toEqual(refused)
    expect(await holdsOf(shop, store)).toBe(0)
    const orders = await shop.database.prisma.order.findMany({ where: { storeId: store.id } })
    expect(orders).toMatchObject([{ status: 'FAILED', paymentStatus: 'FAILED', providerOrderId: null }])

    expect(await checkout(1, caller)).toEqual(refused)
    expect(provider.requests).toHaveLength(before + 1)
    expect(await checkout(2, caller)).toMatchObject({ status: 409 })
  })

  it('is no other refusal: wrong keys, another field, or what is broken at the provider', async () => {
    const { store, checkout } = await openStore(by)
    const unavailable = { status: 502, error: 'Payment provider unavailable' }
    for (const mode of ['refuse', 'serverError', 'repeatSecrets'] as const) {
      provider.mode = mode
      expect(await checkout(1)).toEqual(unavailable)
    }
    const sealedKeySecret = shop.services.seal.seal(store.id, 'another-secret-than-the-provider-has')
    await shop.database.prisma.paymentAccount.update({ where: { storeId: store.id }, data: { sealedKeySecret } })
    provider.mode = 'ok'
    expect(await checkout(1)).toEqual(unavailable)
  })
})

describe.each(interfaces)('over %s, an order in a currency of three decimals', (by) => {
  it('comes to an amount that the provider takes, and its parts add up', async () => {
    const { store, client, checkout } = await openStore(by, { currency: 'KWD', price: 1.023 })
    const placed = await dataOf(checkout(2))
    expect(placed).toMatchObject({ amount: 2050, currency: 'KWD' })
    expect(placed.breakdown).toMatchObject({ subtotal: 2.05, discount: 0, shipping: 0, tax: 0, total: 2.05 })
    expect(await client.verify(receiptOf(provider.pay(placed.providerOrderId)))).toMatchObject({ data: {} })

    const owner = await ownerOf(shop, store)
    await expect(refundBy(owner, placed.orderNo, { amount: 0.005 })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      message: 'amount must be a multiple of 0.01 KWD, because payment providers take no other amounts',
    })
    expect(await refundBy(owner, placed.orderNo, { amount: 0.05 })).toMatchObject({ status: 'PROCESSED' })
    expect(await refundBy(owner, placed.orderNo)).toMatchObject({ amount: 2, status: 'PROCESSED' })
  })
})

describe('a price with a third decimal that is not 0', () => {
  it('is refused when the owner saves it', async () => {
    const { store } = await openStore('REST', { currency: 'KWD', price: 1 })
    const owner = await ownerOf(shop, store)
    const document = `mutation ($price: Float!) {
      upsertProduct(input: { slug: "karak", name: "Karak", price: $price }) { price }
    }`
    const { body } = await owner.post(document, { price: 1.125 })
    expect(body.errors).toMatchObject([
      {
        message: expect.stringContaining('price: expected a multiple of 0.01 KWD, because payment providers'),
        extensions: { code: 'BAD_USER_INPUT' },
      },
    ])
    expect((await owner.post(document, { price: 1.12 })).body.errors).toBeUndefined()
  })
})
