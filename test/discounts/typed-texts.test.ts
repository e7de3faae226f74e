import { describe, expect, it } from 'vitest'
import { dataOf, productIdOf } from '../support/buying.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const decomposed = (text: string) => text.normalize('NFD')

const shop = await forAllTests(openShop())
const store = await shop.addStore({
  store: { payments: { provider: 'sandbox' } },
  products: [{ slug: 'latte', name: 'Latte', price: 100, category: decomposed('Café'), brand: decomposed('Crème') }],
  discounts: [
    { code: decomposed('Café10'), type: 'percent', value: 10 },
    { code: 'SUMMER–20', type: 'percent', value: 20 },
  ],
})

describe.each(interfaces)('over %s', (by) => {
  const client = clientOf(shop, store.subdomain, by)

  it.each(['café10', decomposed('CAFÉ10'), ' Ｃafé１０ ', 'CAFÉ\u200b10', 'café१०'])(
    'a discount code applies as it is typed: %s',
    async (discountCode) => {
      const id = await productIdOf(shop, store, 'latte')
      const buyer = { name: 'Ravi', phone: newPhone() }
      const placed = await dataOf(client.checkout({ items: [{ id, qty: 1 }], buyer, discountCode }))
      expect(placed.breakdown.discount).toBe(10)
    },
  )

  it.each([
    'summer-20',
    'SUMMER–20',
    'Summer—20',
    'summer−20',
    'ＳＵＭＭＥＲ－２０',
    'ＳＵＭＭＥＲー２０',
    'summer\u201120',
  ])('a discount code applies with whatever dash it is made and typed: %s', async (discountCode) => {
    const items = [{ id: await productIdOf(shop, store, 'latte'), qty: 1 }]
    const placed = await dataOf(client.checkout({ items, buyer: { name: 'Ravi', phone: newPhone() }, discountCode }))
    expect(placed.breakdown.discount).toBe(20)
  })

  it.each(['Café', decomposed('CAFÉ'), ' café '])('a category is found however it is encoded: %s', async (category) => {
    expect((await dataOf(client.products({ category }))).products).toMatchObject([{ name: 'Latte' }])
  })

  it('an email is the same with marks that nobody sees, and in full width', async () => {
    for (const email of ['Asha@example.com\u200b', '\u202aasha@example.com\u202c', 'asha＠example.com']) {
      expect(await client.subscribe({ email })).toHaveProperty('data')
      expect(await client.submitLead({ email })).toHaveProperty('data')
    }
    expect(await shop.database.prisma.subscriber.findMany({ where: { storeId: store.id } })).toMatchObject([
      { email: 'asha@example.com' },
    ])
  })
})
