import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violations } from '../support/axe.ts'
import { looks, noBrowser, openBrowser, openPage, picture, started } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, openShop, unlimited } from '../support/shop.ts'
import { customerOf, visitorOf } from '../support/visitor.ts'

const shop = await forAllTests(
  openShop({ policies: { read: unlimited, cart: unlimited, track: unlimited, checkout: unlimited } }),
)
const india = await shop.addStore(JSON.parse(readFileSync('examples/india-store.json', 'utf8')))
const chai = await shop.database.prisma.product.findFirstOrThrow({
  where: { storeId: india.id, slug: 'masala-chai' },
  include: { variants: true },
})
const line = { id: chai.id, variantId: chai.variants[0]?.id ?? '', qty: '1' }
const buyer = {
  'delivery.country': 'IN',
  'buyer.name': 'Asha',
  'buyer.phone': '98765 43210',
  'buyer.address': '14 Chapel Road',
  'buyer.city': 'Bengaluru',
}

const shownIn = (body: string): string =>
  (/name="shown" value="([^"]*)"/.exec(body)?.[1] ?? '').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
const methodIn = (body: string) => /name="delivery.method" value="([^"]+)" checked/.exec(body)?.[1]
const totalIn = (body: string): string => /Total<\/dt><dd>([^<]*)/.exec(body)?.[1] ?? ''

describe('checkout in a store with zones, without script', () => {
  it('places no order for a total that was not seen', async () => {
    const tab = visitorOf(shop, india.subdomain)
    await tab.post('/cart/add', line)
    const first = await tab.get('/checkout')
    const shown = shownIn(first.body)
    const chosen = { ...buyer, shown, 'delivery.postalCode': '560001', 'delivery.method': 'standard' }
    const asked = await tab.post('/checkout', chosen)
    expect([asked.status, asked.body]).toEqual([
      200,
      expect.stringContaining('This is the total for what you have chosen now.'),
    ])
    expect(totalIn(asked.body)).not.toBe(totalIn(first.body))
    expect(asked.body).toContain('value="560001"')
    expect(asked.body).toContain('14 Chapel Road</textarea>')
    expect(asked.body).toContain('Same day')
    const placed = await tab.post('/checkout', {
      ...chosen,
      'delivery.method': 'pickup',
      shown: shownIn(asked.body).replace('"pickup"', '"x"'),
    })
    expect(placed.status).toBe(200)
    const last = { ...chosen, 'delivery.method': 'pickup', shown: shownIn(placed.body) }
    expect((await tab.post('/checkout', last)).to).toMatch(/\/pay\//)
  })

  it('says what to send where more must be known, and that it does not deliver', async () => {
    const tab = visitorOf(shop, india.subdomain)
    await tab.post('/cart/add', line)
    const abroad = await tab.post('/checkout/update', { ...buyer, 'delivery.country': 'FR' })
    expect([abroad.status, abroad.body]).toEqual([200, expect.stringContaining('We do not deliver there.')])
    const refused = await tab.post('/checkout', { ...buyer, 'delivery.country': 'FR' })
    expect([refused.status, refused.body]).toEqual([400, expect.stringContaining('We do not deliver there.')])
    const unknown = await tab.post('/checkout/update', { ...buyer, 'delivery.region': 'Atlantis' })
    expect([unknown.status, unknown.body]).toEqual([
      400,
      expect.stringContaining('Enter the name of the state in India'),
    ])
    expect(unknown.body).toContain('id="f-delivery-region-mistake"')
  })

  it('asks for no region of which nothing depends, and drops one of another country', async () => {
    const tab = visitorOf(shop, india.subdomain)
    await tab.post('/cart/add', line)
    const filled = { ...buyer, 'delivery.country': 'LK', 'delivery.region': 'Western' }
    const { status, body } = await tab.post('/checkout/update', filled)
    expect([status, body]).toEqual([200, expect.stringContaining('We do not deliver there.')])
    expect(body).not.toContain('name="delivery.region"')
    const moved = await tab.post('/checkout/update', { ...filled, 'delivery.region': 'IN-KA' })
    expect([moved.status, JSON.parse(shownIn(moved.body))[0]]).toEqual([200, '["","LK","",""]'])
  })

  it('takes an order to pay on delivery, and says what to have ready', async () => {
    const tab = visitorOf(shop, india.subdomain)
    await tab.post('/cart/add', line)
    const terms = {
      ...buyer,
      'delivery.region': 'IN-DL',
      'delivery.postalCode': '110001',
      'delivery.method': 'standard',
      paymentMethod: 'cod',
    }
    const { body } = await tab.post('/checkout/update', terms)
    expect(body).toContain('Cash on delivery')
    const placed = await tab.post('/checkout', { ...terms, shown: shownIn(body) })
    const path = String(placed.to)
    expect(path).toMatch(/^\/order\//)
    expect((await tab.get(path)).body).toContain('Please have the exact amount ready')
  })

  it('takes an order whose postal code has a blank at its end', async () => {
    const tab = visitorOf(shop, india.subdomain)
    await tab.post('/cart/add', line)
    const chosen = {
      ...{ ...buyer, 'buyer.phone': newPhone() },
      ...{ 'delivery.region': ' Karnataka', 'delivery.postalCode': '560001 ', 'delivery.method': 'standard' },
    }
    const asked = await tab.post('/checkout', { ...chosen, shown: shownIn((await tab.get('/checkout')).body) })
    expect([asked.status, methodIn(asked.body)]).toEqual([200, 'standard'])
    expect((await tab.post('/checkout', { ...chosen, shown: shownIn(asked.body) })).to).toMatch(/^\/pay\//)
  })

  const cash = { 'delivery.postalCode': '560001', 'delivery.method': 'standard', paymentMethod: 'cod' }
  it.each([
    ['is not offered for another delivery method', '1', 'pickup'],
    ['is not offered for such a total', '30', 'standard'],
  ])('takes an order to pay online where the payment method of the cart %s', async (_, qty, method) => {
    const tab = visitorOf(shop, india.subdomain)
    await tab.post('/cart/add', line)
    expect((await tab.post('/checkout/update', { ...buyer, ...cash })).body).toContain('value="cod" checked')
    await tab.post('/cart/add', { ...line, qty })
    const { body } = await tab.post('/checkout/update', { ...buyer, ...cash, 'delivery.method': method })
    expect(body).toContain('This payment method is not available.')
    const paidOnline = { 'buyer.phone': newPhone(), 'delivery.method': method, paymentMethod: '' }
    const online = { ...buyer, ...cash, ...paidOnline }
    const asked = await tab.post('/checkout', { ...online, shown: shownIn(body) })
    expect([asked.status, asked.body]).toEqual([
      200,
      expect.stringContaining('This is the total for what you have chosen now.'),
    ])
    expect(asked.body).not.toContain('This payment method is not available.')
    expect(methodIn(asked.body)).toBe(method)
    expect((await tab.post('/checkout', { ...online, shown: shownIn(asked.body) })).to).toMatch(/^\/pay\//)
  })
})

it('an address of the customer’s account decides what delivery costs, and the order goes there', async () => {
  const customer = await customerOf(shop, india.subdomain)
  await customer.post('/account/addresses/new', {
    ...{ name: 'Asha Rao', lines: '12 Church Street', city: 'Bengaluru', postalCode: '560001', country: 'IN' },
    isDefault: '1',
  })
  await customer.post('/cart/add', line)
  const first = await customer.get('/checkout')
  const addressId = /name="addressId" value="([^"]+)"/.exec(first.body)?.[1] ?? ''
  expect(first.body).toContain('12 Church Street, Bengaluru')
  expect(first.body).toContain(`value="${addressId}" checked`)
  expect(first.body).toContain('Same day')
  // What is hidden is not asked for: a browser would not send the form.
  expect(first.body).not.toMatch(/<(input|select|textarea)[^>]*(delivery\.|buyer\.address)[^>]*required/)
  // As a browser sends the fields of another address, which are hidden.
  const hidden = { 'delivery.country': '', 'delivery.region': '', 'delivery.postalCode': '' }
  const terms = { ...buyer, ...hidden, addressId, shown: shownIn(first.body) }
  const asked = await customer.post('/checkout', terms)
  expect([asked.status, asked.body]).toEqual([200, expect.stringContaining('Same day')])
  expect(asked.body).toContain(`value="${addressId}" checked`)
  const cheapest = methodIn(asked.body) ?? ''
  const placed = await customer.post('/checkout', { ...terms, 'delivery.method': cheapest, shown: shownIn(asked.body) })
  expect([cheapest, placed.to]).toEqual(['standard', expect.stringMatching(/^\/pay\//)])
  const { buyerAddress } = await shop.database.prisma.order.findFirstOrThrow({
    where: { storeId: india.id, buyerName: 'Asha' },
    orderBy: { createdAt: 'desc' },
  })
  expect(buyerAddress).toContain('12 Church Street')
})

describe('checkout in a store with zones, in Chromium', needs(noBrowser), () => {
  let browser: Browser
  let origin: string
  beforeAll(async () => {
    origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  it('shows each choice’s total at once, and keeps what is typed', async () => {
    const { page, complaints, close } = await openPage(browser, looks[0])
    await page.goto(`${origin}/shop/${india.subdomain}/p/masala-chai`)
    await started(page, 'buy')
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByText('It is in your cart.').waitFor()
    await page.goto(`${origin}/shop/${india.subdomain}/checkout`)
    await started(page, 'live')
    await page.getByLabel('Name').first().fill('Asha Rao')
    await page.getByLabel('Phone').fill('98765 43210')
    await page.getByLabel('Address').fill('14 Church Street')
    await page.getByLabel('City or town').fill('Bengaluru')
    await page.getByLabel('Postal code').fill('560001')
    await page.getByLabel('Notes for the shop').focus()
    await page.getByText('Same day').waitFor()
    await page.getByText('Same day').click()
    await page.getByText('Cash on delivery').click()
    await page.getByRole('button', { name: /^Order for/ }).waitFor()
    expect(await page.getByLabel('Address').inputValue()).toBe('14 Church Street')
    expect(await violations(page)).toEqual([])
    await picture(page, 'shop-delivery-light-360')
    await page.getByRole('button', { name: /^Order for/ }).click()
    await page.waitForURL(/\/order\//)
    await page.getByText('Please pay').waitFor()
    expect(await violations(page)).toEqual([])
    await picture(page, 'shop-cash-light-360')
    expect(complaints).toEqual([])
    await close()
  })
})
