import { expect, it } from 'vitest'
import { newPhone } from '../support/phones.ts'
import { forAllTests, openShop, unlimited } from '../support/shop.ts'
import { visitorOf } from '../support/visitor.ts'

const shop = await forAllTests(
  openShop({
    policies: { read: unlimited, cart: unlimited, quoteCode: unlimited, checkout: unlimited, track: unlimited },
  }),
)
const store = await shop.addStore({
  store: { payments: { provider: 'sandbox' } },
  products: [{ slug: 'assam', name: 'Assam', price: 500 }],
  discounts: [{ code: 'TEN', type: 'percent', value: 10, usageLimit: 1 }],
})
const { id } = await shop.database.prisma.product.findFirstOrThrow({ where: { storeId: store.id } })

it('who pays an order after having ordered the goods again is told of the other order first', async () => {
  const tab = visitorOf(shop, store.subdomain)
  const order = async (cartVersion: string) => {
    await tab.post('/cart/add', { id, qty: '1' })
    await tab.post('/cart/code', { code: 'TEN' })
    const buyer = { cartVersion, 'buyer.name': 'Asha', 'buyer.phone': phone, 'buyer.address': '14 Chapel Road' }
    return String((await tab.post('/checkout', buyer)).to)
  }
  const phone = newPhone()
  const first = await order('1')
  expect((await tab.get(first)).body).not.toContain('ordered these goods again')
  const second = await order('2')
  expect(second).not.toBe(first)
  for (const path of [first, first.replace('/pay/', '/order/')]) {
    const { body } = await tab.get(path)
    const said = body.replaceAll(/<[^>]*>/g, '')
    expect(said).toContain(`You have ordered these goods again since then: ${second.replace('/pay/', '')} for ₹900.`)
    expect(said).toContain('and the other may have used up its discount code.')
    expect(body).toContain(`href="/shop/${store.subdomain}${second.replace('/pay/', '/order/')}"`)
  }
  expect((await tab.get(second)).body).not.toContain('ordered these goods again')
})
