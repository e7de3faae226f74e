import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { newPhone } from '../support/phones.ts'
import { forAllTests, openShop, unlimited } from '../support/shop.ts'
import { visitorOf } from '../support/visitor.ts'

const shop = await forAllTests(
  openShop({ policies: { read: unlimited, cart: unlimited, track: unlimited, checkout: unlimited } }),
)
const india = await shop.addStore(JSON.parse(readFileSync('examples/india-store.json', 'utf8')))
const chai = await shop.database.prisma.product.findFirstOrThrow({
  where: { storeId: india.id, slug: 'masala-chai' },
  include: { variants: true },
})
const line = { id: chai.id, variantId: chai.variants[0]?.id ?? '', qty: '1' }

const shownIn = (body: string): string =>
  (/name="shown" value="([^"]*)"/.exec(body)?.[1] ?? '').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** A visitor with tea in the cart, and what the form sends. */
async function checkoutWith(more: Record<string, string>) {
  const tab = visitorOf(shop, india.subdomain)
  await tab.post('/cart/add', line)
  const fields = {
    ...{ 'buyer.name': 'Asha', 'buyer.phone': newPhone(), 'buyer.address': '14 Chapel Road', 'buyer.city': 'Pune' },
    ...{ 'delivery.country': 'IN', 'delivery.region': '', 'delivery.postalCode': '560001' },
    ...{ 'delivery.method': 'standard', paymentMethod: '', ...more },
  }
  const { body } = await tab.post('/checkout/update', fields)
  return { tab, body, order: await tab.post('/checkout', { ...fields, shown: shownIn(body) }) }
}

it.each([
  [{ 'buyer.phone': '12' }, 'buyer-phone', 'Enter a phone number that can be called.'],
  [{ 'buyer.phone': '9999999999' }, 'buyer-phone', 'Enter a phone number that can be called.'],
  [{ 'buyer.email': 'asha@x' }, 'buyer-email', 'Enter an email address that can be reached.'],
  [{ 'buyer.address': ' ', 'buyer.city': '' }, 'buyer-address', 'Enter the address to deliver to.'],
  [{ 'buyer.address': ' ' }, 'buyer-address', 'Enter the house number and street.'],
  [{ 'buyer.city': ' ' }, 'buyer-city', 'Enter the city or town.'],
])('%j is refused beside its field', async (more, field, message) => {
  const { order } = await checkoutWith(more)
  expect(order.status).toBe(400)
  expect(order.body).toMatch(new RegExp(`id="f-${field}-mistake">${message}`))
})

it.each([
  { 'buyer.phone': '+49 30 123456' },
  { 'buyer.email': 'asha@example.com' },
  { 'buyer.address': '', 'buyer.city': '', 'delivery.method': 'pickup' },
])('%j is taken', async (more) => {
  expect((await checkoutWith(more)).order.to).toMatch(/^\/pay\//)
})

it('asks for what an earlier zone goes by, and orders nothing at the prices of a later one', async () => {
  const without = await checkoutWith({ 'delivery.postalCode': '', 'delivery.method': '' })
  expect(without.body).toContain('Choose where to deliver. The postal code is missing.')
  expect(without.order.status).toBe(400)
  expect(without.body).toMatch(/id="f-delivery-postalCode"[^>]* required/)
  const elsewhere = await checkoutWith({ 'delivery.postalCode': '682001', 'delivery.method': '' })
  expect(elsewhere.body).toContain('Choose where to deliver. The state or region is missing.')
  const kerala = { 'delivery.postalCode': '682001', 'delivery.region': 'IN-KL' }
  expect((await checkoutWith(kerala)).order.to).toMatch(/^\/pay\//)
})

it('lists the states of the country by name', async () => {
  const { body } = await checkoutWith({ 'delivery.postalCode': '682001', 'delivery.region': 'kerala' })
  expect(body).toMatch(/<option value="IN-KL" selected>Kerala<\/option>/)
  const abroad = await checkoutWith({ 'delivery.country': 'CA', 'delivery.postalCode': '', 'delivery.region': 'IN-KL' })
  expect(abroad.body).toContain('<option value="CA-QC">Quebec</option>')
  expect(abroad.body).toMatch(/<label for="f-delivery-region">Province/)
  const other = await checkoutWith({ 'delivery.country': 'LK', 'delivery.postalCode': '', 'delivery.region': '' })
  // Without a list, only where delivery depends on it.
  expect(other.body).not.toContain('name="delivery.region"')
})

it('refuses a postal code that nobody has, beside its field', async () => {
  const { body } = await checkoutWith({ 'delivery.postalCode': 'hello' })
  expect(body).toMatch(/id="f-delivery-postalCode-mistake">Enter a postal code of India, such as 560001\./)
  expect(body).not.toContain('The postal code is missing.')
})
