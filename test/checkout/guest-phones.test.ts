import { beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import { buy, dataOf, pay, productIdOf } from '../support/buying.ts'
import { graphql } from '../support/call.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'

let store: Store
let items: object[]

const shop = await forAllTests(openShop({ holdLimits: generousHolds }))

describe.each(interfaces)('a code for one use per customer, over %s', (by) => {
  beforeAll(async () => {
    store = await shop.addStore({
      store: { payments: { provider: 'sandbox' } },
      products: [{ slug: 'tea', name: 'Tea', price: 100 }],
      discounts: [
        { code: 'ONCE', type: 'fixed', value: 10, perCustomerLimit: 1 },
        { code: 'ANYONE', type: 'fixed', value: 10 },
      ],
    })
    items = [{ id: await productIdOf(shop, store, 'tea'), qty: 1 }]
  })

  const cartOf = (phone: string, discountCode = 'ONCE') => ({ items, buyer: { name: 'Ravi', phone }, discountCode })
  const discountOf = async (phone: string, discountCode?: string) => {
    const client = clientOf(shop, store.subdomain, by)
    return (await dataOf(client.checkout(cartOf(phone, discountCode)))).breakdown.discount
  }

  it('is used once by a guest who writes a phone with and without the country’s and the trunk’s digits', async () => {
    expect(await discountOf('98765 12345')).toBe(10)
    for (const phone of ['+91 98765 12345', '098765 12345', '0091-98765-12345', '(98765) 12345', 'call 9876512345']) {
      expect({ phone, discount: await discountOf(phone) }).toEqual({ phone, discount: 0 })
    }
    expect(await discountOf('98765 12346')).toBe(10)
  })

  it('stays used once the order is paid', async () => {
    await buy(shop, clientOf(shop, store.subdomain, by), cartOf('+91 91234 56789'))
    expect(await discountOf('91234 56789')).toBe(0)
  })

  it('counts a payment that comes after the hold has run out for the same phone', async () => {
    const client = clientOf(shop, store.subdomain, by)
    const placed = await dataOf(client.checkout(cartOf('+91 95555 56789')))
    await shop.database.prisma.discountUse.deleteMany({ where: { storeId: store.id, orderId: placed.orderId } })
    await dataOf(client.verify(await pay(shop, placed.providerOrderId)))
    expect(await discountOf('95555 56789')).toBe(0)
  })

  it('distinguishes short phones by all their digits', async () => {
    expect(await discountOf('555 123')).toBe(10)
    expect(await discountOf('1555 123')).toBe(10)
    expect(await discountOf('555-123')).toBe(0)
  })

  it('is not for guests whose phone has no digits, whom nothing distinguishes', async () => {
    expect([await discountOf('ask Ravi'), await discountOf('ask Meera')]).toEqual([0, 0])
    expect(await discountOf('ask Ravi', 'ANYONE')).toBe(10)
  })
})

it('a guest whose phone has no digits is told why the code takes nothing off', async () => {
  const answer = await graphql(
    shop,
    store.subdomain,
    'mutation ($input: CheckoutInput!) { checkout(input: $input) { notices { code message item } } }',
    { input: { items, buyer: { name: 'Ravi', phone: 'ask Ravi' }, discountCode: 'ONCE' } },
  )
  expect(answer.body.data.checkout.notices).toEqual([
    { code: 'DISCOUNT_NOT_APPLIED', message: 'This discount code needs a phone number with digits.', item: null },
  ])
})
