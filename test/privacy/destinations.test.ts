import { describe, expect, it } from 'vitest'
import { dataOf, orderRow, productIdOf, signUpWithPoints } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { ownerOf } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ limitsOff: true }))
const method = { code: 'post', name: 'Post', tiers: [{ from: 0, fee: 50 }], minDays: 1, maxDays: 2 }
const store = await shop.addStore({
  store: {
    payments: { provider: 'sandbox' },
    shipping: { zones: [{ code: 'india', name: 'India', countries: ['IN'], methods: [method] }] },
    paymentMethods: [{ code: 'cash', kind: 'cod', name: 'Cash', fee: 10 }],
  },
  products: [{ slug: 'tea', name: 'Tea', price: 100 }],
})
const client = clientOf(shop, store.subdomain, 'REST')
const owner = await ownerOf(shop, store)
const items = [{ id: await productIdOf(shop, store, 'tea'), qty: 1 }]
const delivery = { region: 'Assam', postalCode: '785001' }

describe('what is known of where a person lives', () => {
  it('is in their data, and gone with them but for the region', async () => {
    const { id, token } = await signUpWithPoints(shop, store, client, 0)
    const { phone } = await shop.database.prisma.customer.findUniqueOrThrow({
      where: { storeId_id: { storeId: store.id, id } },
    })
    await dataOf(client.createCart({ items, delivery, paymentMethod: 'cash' }, { token }))
    const buyer = { name: 'Asha', phone, address: '1 Hill lane' }
    const { orderNo } = await dataOf(client.checkout({ items, buyer, delivery }, { token }))

    const { customerData } = await owner.ask('query ($phone: String!) { customerData(phone: $phone) }', { phone })
    expect(customerData.carts).toMatchObject([
      {
        delivery: { method: null, country: null, region: 'Assam', postal_code: '785001' },
        payment_method: 'cash',
      },
    ])
    expect(customerData.orders).toMatchObject([
      { delivery: { method: 'post', fee: 50, country: 'IN', region: 'IN-AS', postal_code: '785001' } },
    ])

    await owner.ask('mutation ($phone: String!) { eraseCustomer(phone: $phone) { orders } }', { phone })
    expect((await orderRow(shop, store, orderNo)).delivery).toMatchObject({
      method: 'post',
      destination: { country: 'IN', region: 'IN-AS', postalCode: null },
    })
  })
})
