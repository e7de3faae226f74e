import { expect, it } from 'vitest'
import { newPhone } from '../support/phones.ts'
import { forAllTests, openShop, unlimited } from '../support/shop.ts'
import { customerOf, visitorOf } from '../support/visitor.ts'

const shop = await forAllTests(
  openShop({ policies: { read: unlimited, cart: unlimited, quoteCode: unlimited, checkout: unlimited } }),
)
const store = await shop.addStore({
  store: {
    payments: { provider: 'sandbox' },
    paymentMethods: [{ code: 'cod', kind: 'cod', name: 'Cash on delivery', confirm: 'auto' }],
  },
  products: [
    { slug: 'assam', name: 'Assam', price: 500, stock: 100 },
    { slug: 'rare', name: 'Rare', price: 900, stock: 0 },
  ],
  discounts: [{ code: 'ONCE', type: 'percent', value: 20, usageLimit: 100, perCustomerLimit: 1 }],
})
const { prisma } = shop.database
const product = (slug: string) => prisma.product.findFirstOrThrow({ where: { storeId: store.id, slug } })
const ordersOf = (phone: string) => prisma.order.findMany({ where: { storeId: store.id, buyerPhone: phone } })
const fieldIn = (body: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1] ?? ''

/** What the page of the checkout would send. */
async function formOf(tab: ReturnType<typeof visitorOf>, phone: string) {
  const { body } = await tab.get('/checkout')
  return formIn(body, phone)
}

const formIn = (body: string, phone: string) => ({
  ...{ 'buyer.name': 'Asha', 'buyer.phone': phone, 'buyer.address': '14 Chapel Road', paymentMethod: 'cod' },
  ...{ cartVersion: fieldIn(body, 'cartVersion'), expectedTotal: fieldIn(body, 'expectedTotal') },
})

it('an order is not confirmed at a total that only its phone shows, until that was seen', async () => {
  const phone = newPhone()
  const tab = visitorOf(shop, store.subdomain)
  const { id } = await product('assam')
  await tab.post('/cart/add', { id, qty: '1' })
  await tab.post('/cart/code', { code: 'once' })
  expect((await tab.post('/checkout', await formOf(tab, phone))).status).toBe(303)
  await tab.post('/cart/add', { id, qty: '1' })
  await tab.post('/cart/code', { code: 'once' })
  await tab.post('/checkout/update', { paymentMethod: 'cod' })
  const shown = await formOf(tab, phone)
  expect(shown.expectedTotal).toBe('400')
  const refused = await tab.post('/checkout', shown)
  expect([refused.status, refused.headers['error-code']]).toEqual([409, 'CONFLICT'])
  expect(refused.body).toContain('The total is now ₹500.00. Please check it, then order again.')
  expect(refused.body).toContain('With your phone number, the order costs ₹500.')
  expect(refused.body).toContain('Order for ₹500')
  expect(refused.body).toContain(`value="${phone}"`)
  expect(await ordersOf(phone)).toHaveLength(1)
  expect((await tab.post('/checkout', formIn(refused.body, phone))).status).toBe(303)
  expect((await ordersOf(phone)).map(({ total }) => total).sort()).toEqual([40_000n, 50_000n])
})

it('an order is not confirmed at a price that has risen since', async () => {
  const phone = newPhone()
  const tab = visitorOf(shop, store.subdomain)
  const { id } = await product('assam')
  await tab.post('/cart/add', { id, qty: '2' })
  const shown = await formOf(tab, phone)
  await prisma.product.update({ where: { storeId_id: { storeId: store.id, id } }, data: { price: 60_000n } })
  const refused = await tab.post('/checkout', shown)
  expect([refused.status, refused.body]).toEqual([409, expect.stringContaining('The total is now ₹1,200.00.')])
  expect(await ordersOf(phone)).toEqual([])
  expect((await tab.post('/checkout', formIn(refused.body, phone))).status).toBe(303)
  await prisma.product.update({ where: { storeId_id: { storeId: store.id, id } }, data: { price: 50_000n } })
})

it('an order that was refused is placed by the same form once nothing is in its way', async () => {
  const phone = newPhone()
  const tab = visitorOf(shop, store.subdomain)
  const { id } = await product('rare')
  await prisma.product.update({ where: { storeId_id: { storeId: store.id, id } }, data: { stock: 1 } })
  await tab.post('/cart/add', { id, qty: '1' })
  const shown = await formOf(tab, phone)
  await prisma.product.update({ where: { storeId_id: { storeId: store.id, id } }, data: { stock: 0 } })
  const refused = await tab.post('/checkout', shown)
  expect([refused.status, refused.body]).toEqual([
    400,
    expect.stringContaining('There is not enough of Rare in stock.'),
  ])
  await prisma.product.update({ where: { storeId_id: { storeId: store.id, id } }, data: { stock: 1 } })
  expect((await tab.post('/checkout', shown)).status).toBe(303)
  expect((await tab.post('/checkout', shown)).status).toBe(303)
  expect(await ordersOf(phone)).toHaveLength(1)
})

it('a cart is there again after a session has ended and begun anew', async () => {
  const { phone, ...asha } = await customerOf(shop, store.subdomain)
  const { id } = await product('assam')
  await asha.post('/cart/add', { id, qty: '3' })
  const placed = await asha.post('/checkout', { ...(await formOf(asha, phone)), paymentMethod: 'cod' })
  expect((await asha.get(String(placed.to))).status).toBe(200)
  await asha.post('/cart/add', { id, qty: '3' })
  const laptop = visitorOf(shop, store.subdomain)
  await laptop.post('/log-in', { phone, password: 'a long password' })
  await laptop.post('/log-out', { everywhere: '1' })

  await asha.get('/mine')
  const checkout = await asha.get('/checkout')
  expect(checkout.body).toContain('/log-in?next=%2Fcheckout">Log in</a> to have it back.')
  expect((await asha.get('/cart')).body).toContain('/log-in?next=%2Fcart">Log in</a> to have it back.')
  // Somebody else may have the device now.
  expect(asha.cookie('orders')).toBeNull()
  expect((await asha.get(String(placed.to))).to).toMatch(/^\/track\?order=/)
  await asha.post('/log-in', { phone, password: 'a long password' })
  expect((await asha.get('/cart')).body).toContain('₹1,500')
})
