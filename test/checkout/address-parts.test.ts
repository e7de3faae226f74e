import { expect, it } from 'vitest'
import { addressText } from '../../src/shared/address-forms.ts'
import { dataOf, orderRow, productIdOf } from '../support/buying.ts'
import { rest } from '../support/call.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { ownerOf } from '../support/owner.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'
import { customerOf, visitorOf } from '../support/visitor.ts'

const shop = await forAllTests(openShop({ limitsOff: true, holdLimits: generousHolds }))
const products = [{ slug: 'tea', name: 'Tea', price: 100 }]
const plain = await shop.addStore({ store: { payments: { provider: 'sandbox' } }, products })
const zone = {
  code: 'all',
  name: 'All',
  countries: [],
  methods: [{ code: 'post', name: 'Post', tiers: [{ from: 0, fee: 5 }] }],
}
const zoned = await shop.addStore({
  store: { payments: { provider: 'sandbox' }, shipping: { zones: [zone] } },
  products,
})
const delivery = { region: 'Karnataka', postalCode: '560 001' }
const parts = { street: '12 Church Street', city: 'Bengaluru', region: 'IN-KA', postalCode: '560 001', country: 'IN' }
const whole = '12 Church Street\nBengaluru, Karnataka 560 001\nIndia'

it.each([
  [parts, whole],
  [
    { ...parts, street: 'Torstr. 1\nHinterhaus', city: 'Berlin', region: null, postalCode: '10115', country: 'DE' },
    'Torstr. 1\nHinterhaus\n10115 Berlin\nGermany',
  ],
  [
    { ...parts, city: 'London', region: null, postalCode: 'E1 6AN', country: 'GB' },
    '12 Church Street\nLondon, E1 6AN\nUnited Kingdom',
  ],
  [{ ...parts, region: null, postalCode: null, country: null }, '12 Church Street\nBengaluru'],
])('%j is written as its country does', (address, text) => {
  expect(addressText(address)).toBe(text)
})

it.each(interfaces.flatMap((by) => [[by, 'without', plain] as const, [by, 'with', zoned] as const]))(
  'over %s, an address in parts is kept whole and in parts, in a store %s zones',
  async (by, _, store) => {
    const items = [{ id: await productIdOf(shop, store, 'tea'), qty: 1 }]
    const order = async (buyer: object) => {
      const all = { name: 'Asha', phone: newPhone(), address: '12 Church Street', ...buyer }
      const { orderNo } = await dataOf(clientOf(shop, store.subdomain, by).checkout({ items, buyer: all, delivery }))
      const { buyerAddress, buyerAddressParts } = await orderRow(shop, store, orderNo)
      return { orderNo, buyerAddress, buyerAddressParts }
    }
    const { orderNo, ...kept } = await order({ city: 'Bengaluru' })
    expect(kept).toEqual({ buyerAddress: whole, buyerAddressParts: parts })
    expect(await order({})).toMatchObject({ buyerAddress: '12 Church Street', buyerAddressParts: null })
    const owner = await ownerOf(shop, store)
    const shown = await owner.ask(
      `{ order(orderNo: "${orderNo}") { buyerAddress buyerAddressParts { street city region regionName postalCode country } } }`,
    )
    expect(shown.order).toEqual({ buyerAddress: whole, buyerAddressParts: { ...parts, regionName: 'Karnataka' } })
  },
)

it('a postal code that the country cannot have is refused in an address in parts, and where nothing depends on it left as it was', async () => {
  const items = [{ id: await productIdOf(shop, plain, 'tea'), qty: 1 }]
  const send = (buyer: object) =>
    rest(shop, 'POST', `/api/sites/${plain.subdomain}/checkout`, {
      ...{ items, delivery: { postalCode: '5600' } },
      buyer: { name: 'Asha', phone: newPhone(), address: '12 Church Street', ...buyer },
    })
  const refused = await send({ city: 'Bengaluru' })
  expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining('Enter a postal code of India')])
  expect((await send({})).status).toBe(200)
})

const fields = {
  ...{ 'buyer.name': 'Asha', 'buyer.address': '12 Church Street', 'buyer.city': 'Bengaluru' },
  ...{ 'delivery.postalCode': '560 001', 'delivery.region': 'IN-KA', 'delivery.country': 'IN' },
}

it('the shop asks for an address in parts in a store without zones, and orders at the first press', async () => {
  const tab = visitorOf(shop, plain.subdomain)
  await tab.post('/cart/add', { id: await productIdOf(shop, plain, 'tea'), qty: '1' })
  const { body } = await tab.get('/checkout')
  const asked = ['street-address', 'address-level2', 'postal-code', 'address-level1', 'country']
  expect(asked.filter((token) => !body.includes(`autocomplete="${token}"`))).toEqual([])
  expect(body).toContain('<option value="IN" selected>India')
  const shown = '[null,"",""]'
  const typed = { ...fields, 'buyer.phone': newPhone(), shown }
  const wrong = await tab.post('/checkout', { ...typed, 'delivery.postalCode': '5600' })
  expect([wrong.status, wrong.body]).toEqual([400, expect.stringContaining('id="f-delivery-postalCode-mistake"')])
  expect((await tab.post('/checkout', typed)).to).toMatch(/^\/pay\//)
  const order = await shop.database.prisma.order.findFirstOrThrow({
    where: { storeId: plain.id, buyerPhone: typed['buyer.phone'] },
  })
  expect(order).toMatchObject({ buyerAddress: whole, buyerAddressParts: parts })
  const abroad = await tab.post('/checkout/update', { ...typed, 'delivery.country': 'US', 'delivery.region': '' })
  expect(abroad.body).toContain('<option value="US-TX">Texas')
})

it('an order to one of the customer’s addresses has its parts as well', async () => {
  const customer = await customerOf(shop, plain.subdomain)
  await customer.post('/account/addresses/new', {
    ...{
      name: 'Asha Rao',
      lines: '4 Hill Road\nFlat 2',
      city: 'Pune',
      region: 'Maharashtra',
      postalCode: '411001',
      country: 'IN',
    },
  })
  await customer.post('/cart/add', { id: await productIdOf(shop, plain, 'tea'), qty: '1' })
  const { body } = await customer.get('/checkout')
  const addressId = /name="addressId" value="([^"]+)"/.exec(body)?.[1] ?? ''
  const phone = newPhone()
  const placed = await customer.post('/checkout', { ...fields, 'buyer.phone': phone, addressId, shown: '[null,"",""]' })
  expect(placed.to).toMatch(/^\/pay\//)
  const order = await shop.database.prisma.order.findFirstOrThrow({ where: { storeId: plain.id, buyerPhone: phone } })
  expect(order.buyerAddressParts).toEqual({
    street: '4 Hill Road\nFlat 2',
    city: 'Pune',
    region: 'IN-MH',
    postalCode: '411001',
    country: 'IN',
  })
  expect(order.buyerAddress).toContain('Asha Rao, 4 Hill Road')
})
