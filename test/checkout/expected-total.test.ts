import { describe, expect, it } from 'vitest'
import { dataOf, orderRow, productIdOf } from '../support/buying.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop())
const discounts = [{ code: 'ONCE', type: 'percent', value: 20, usageLimit: 100, perCustomerLimit: 1 }]
const paymentMethods = [{ code: 'cod', kind: 'cod', name: 'Cash on delivery', confirm: 'auto' }]

describe.each(interfaces)('a checkout with the total that was shown, over %s', async (by) => {
  const store = await shop.addStore({
    store: { payments: { provider: 'sandbox' }, paymentMethods },
    products: [{ slug: 'assam', name: 'Assam', price: 49.9, stock: 50 }],
    discounts,
  })
  const client = clientOf(shop, store.subdomain, by)
  const id = await productIdOf(shop, store, 'assam')
  const orders = () => shop.database.prisma.order.count({ where: { storeId: store.id } })
  const buyer = () => ({ name: 'Asha', phone: newPhone(), address: '4 Hill Road' })
  const order = (more: object = {}, headers = {}) =>
    client.checkout({ items: [{ id, qty: 1 }], buyer: buyer(), ...more } as any, { headers })

  it('is placed at it', async () => {
    expect(await dataOf(order({ expectedTotal: 49.9 }))).toMatchObject({ amount: 4_990 })
  })

  it.each([49.89, 49.900001, 0, -1, 4990])(
    'is refused at another, such as %d, and orders nothing',
    async (expectedTotal) => {
      const before = await orders()
      expect(await order({ expectedTotal })).toMatchObject({
        status: 409,
        error: 'The total is now ₹49.90. Please check it, then order again.',
      })
      expect(await orders()).toBe(before)
    },
  )

  // GraphQL’s own types refuse it there.
  const noNumbers = by === 'REST' ? ['49.9', true, {}] : []
  it.each(noNumbers)('is refused when it is no number, as %j', async (expectedTotal) => {
    expect(await order({ expectedTotal })).toMatchObject({
      status: 400,
      error: 'expectedTotal must be a number',
    })
  })

  it('says why, confirms nothing to pay on delivery, and leaves the key to be used again', async () => {
    const person = buyer()
    const asked = { buyer: person, discountCode: 'ONCE', paymentMethod: 'cod' }
    expect(await dataOf(order({ ...asked, expectedTotal: 39.92 }))).toMatchObject({ amount: 3_992 })
    const headers = { 'idempotency-key': `again-${by}` }
    const again = () => order({ ...asked, expectedTotal: 39.92 }, headers)
    const { stock } = await shop.database.prisma.product.findFirstOrThrow({ where: { id } })
    const refused = await again()
    expect(refused).toMatchObject({
      status: 409,
      error: 'The total is now ₹49.90. Please check it, then order again.',
    })
    expect(await shop.database.prisma.product.findFirstOrThrow({ where: { id } })).toMatchObject({ stock })
    await shop.database.prisma.discount.updateMany({ where: { storeId: store.id }, data: { perCustomerLimit: 2 } })
    const { orderNo } = await dataOf(again())
    expect(await orderRow(shop, store, orderNo)).toMatchObject({ total: 3_992n, status: 'CONFIRMED' })
  })
})
