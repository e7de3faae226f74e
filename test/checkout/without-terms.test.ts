import { describe, expect, it } from 'vitest'
import { buyer, orderRow, productIdOf } from '../support/buying.ts'
import { rest } from '../support/call.ts'
import { clientOf } from '../support/client.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop())
const plain = await shop.addStore({
  store: { shipping: { fee: 30 }, payments: { provider: 'sandbox' } },
  products: [{ slug: 'tea', name: 'Tea', price: 100 }],
})
const client = clientOf(shop, plain.subdomain, 'REST')
const items = [{ id: await productIdOf(shop, plain, 'tea'), qty: 1 }]
const keys = (answer: object) => Object.keys(answer).sort()

describe('a store without zones and payment methods', () => {
  it('answers with the fields it had before there were any, whatever is asked', async () => {
    const asked = { delivery: { region: 'Atlantis', method: 'rocket' } }
    const path = (end: string) => `/api/sites/${plain.subdomain}${end}`
    for (const more of [{}, asked]) {
      const { body: quoted } = await rest(shop, 'POST', path('/quote'), { items, ...more })
      expect(keys(quoted)).toEqual(['breakdown', 'currency', 'notices'])
      expect(quoted.breakdown).toMatchObject({ shipping: 30, total: 130 })
      const { body: placed, status } = await rest(shop, 'POST', path('/checkout'), { items, buyer, ...more })
      expect({ status, keys: keys(placed) }).toEqual({
        status: 200,
        keys: [
          ...['amount', 'breakdown', 'businessName', 'currency', 'keyId', 'notices'],
          ...['orderId', 'orderNo', 'providerOrderId'],
        ],
      })
      const order = await orderRow(shop, plain, placed.orderNo)
      expect(order).toMatchObject({ delivery: null, paymentMethod: null, paymentTerms: null })
    }
    const { body: cart } = await rest(shop, 'POST', path('/cart'), { items })
    expect(keys(cart.cart)).toEqual([
      ...['breakdown', 'currency', 'discountCode', 'id', 'items', 'loyaltyPoints', 'notices', 'updatedAt'],
    ])
  })

  it('is serviceable everywhere, with its flat fee', async () => {
    const { body } = await rest(shop, 'GET', `/api/sites/${plain.subdomain}/delivery?country=FR`)
    expect(body).toEqual({ serviceable: true, methods: [], payment_methods: [] })
  })

  it('refuses a payment method that it does not have, with or without a payment account', async () => {
    const unknown = { status: 400, error: 'This payment method is not available.' }
    expect(await client.checkout({ items, buyer, paymentMethod: 'cod' })).toMatchObject(unknown)
    await shop.database.prisma.paymentAccount.deleteMany({ where: { storeId: plain.id } })
    expect(await client.checkout({ items, buyer, paymentMethod: 'cod' })).toMatchObject(unknown)
    expect(await client.checkout({ items, buyer })).toMatchObject({
      ...{ status: 503, error: 'Payments not configured' },
    })
  })
})
