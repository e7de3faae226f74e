import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { forAllTests, openShop, unlimited } from '../support/shop.ts'
import { customerOf, visitorOf } from '../support/visitor.ts'

const shop = await forAllTests(openShop({ policies: { read: unlimited, cart: unlimited } }))
const withoutTags = (body: string): string => body.replaceAll(/<[^>]+>/g, '')

describe('what a store with a flat fee says before the cart', () => {
  it('is tax, delivery and returns on the product’s page, and what is missing until it is free in the cart', async () => {
    const { id: storeId, subdomain } = await shop.addStore({
      store: {
        ...{ tax: { rate: 18, inclusive: false }, shipping: { fee: 50, freeFrom: 999 } },
        appearance: { links: [{ label: 'Returns and refunds', url: 'https://example.com/returns' }] },
      },
      products: [
        { slug: 'assam', name: 'Assam', price: 499 },
        { slug: 'book', name: 'Book', price: 300, taxRate: 5 },
      ],
    })
    const tab = visitorOf(shop, subdomain)
    const page = (await tab.get('/p/assam')).body
    expect(page).toContain('plus 18% tax')
    expect(page).toContain('<dt>Delivery</dt><dd>₹50, free from ₹999</dd>')
    expect(page).toMatch(/<dt>Returns<\/dt><dd><a href="https:\/\/example.com\/returns"/)
    expect((await tab.get('/p/book')).body).toContain('plus 5% tax')
    const { id } = await shop.database.prisma.product.findFirstOrThrow({ where: { storeId, slug: 'assam' } })
    await tab.post('/cart/add', { id, qty: '1' })
    expect((await tab.get('/cart')).body).toContain('₹500 more for free delivery')
    await tab.post('/cart/line', { id, qty: '3' })
    expect((await tab.get('/cart')).body).not.toContain('more for free delivery')
  })

  it('is that prices include all taxes, where they do', async () => {
    const { id: storeId, subdomain } = await shop.addStore({
      store: { tax: { rate: 5, inclusive: true }, shipping: { fee: 0 } },
      products: [{ slug: 'assam', name: 'Assam', price: 210 }],
    })
    const tab = visitorOf(shop, subdomain)
    const page = (await tab.get('/p/assam')).body
    expect(page).toContain('incl. of all taxes')
    expect(page).toContain('<dt>Delivery</dt><dd>Free</dd>')
    const { id } = await shop.database.prisma.product.findFirstOrThrow({ where: { storeId, slug: 'assam' } })
    await tab.post('/cart/add', { id, qty: '1' })
    expect((await tab.get('/cart')).body).toContain('Incl. of all taxes (₹10)')
  })
})

describe('a store with zones', async () => {
  const india = await shop.addStore(JSON.parse(readFileSync('examples/india-store.json', 'utf8')))
  const { id } = await shop.database.prisma.product.findFirstOrThrow({
    where: { storeId: india.id, slug: 'masala-chai' },
  })

  it('asks once for the postal code, and goes by it on all pages, without script', async () => {
    const tab = visitorOf(shop, india.subdomain)
    const page = (await tab.get('/p/masala-chai')).body
    expect(page).toContain('name="delivery.postalCode"')
    expect(page).toContain('<dt>Payment</dt><dd dir="auto">Online, Cash on delivery')
    const { to } = await tab.post('/delivery', { product: id, variantId: '', 'delivery.postalCode': '560001' })
    expect(to).toBe(`/delivery?product=${id}&variant=`)
    const answer = withoutTags((await tab.get(String(to))).body)
    expect(answer).toMatch(/To 560001Same day: ₹99, free from ₹2,499\w/)
    const mine = await tab.get(`/mine?product=${id}&delivery=1`)
    expect(withoutTags(mine.body)).toContain('To 560001')
    await tab.post('/cart/add', { id, qty: '1' })
    expect(withoutTags((await tab.get('/cart')).body)).toContain('Delivery to 560001')
    expect((await tab.get('/checkout')).body).toMatch(/name="delivery.postalCode"[^>]*value="560001"/)
    // In the cart by now, which goes before what the browser remembers.
    await tab.post('/delivery', { next: '/cart', 'delivery.postalCode': '110001' })
    expect(withoutTags((await tab.get('/cart')).body)).toContain('Delivery to 110001')
  })

  it('keeps it out of the page that all visitors are sent', async () => {
    const asked = visitorOf(shop, india.subdomain)
    await asked.post('/delivery', { 'delivery.postalCode': '560001' })
    const theirs = await asked.get('/p/masala-chai')
    expect(theirs.body).not.toContain('560001')
    expect(theirs.body).toBe((await visitorOf(shop, india.subdomain).get('/p/masala-chai')).body)
    expect(theirs.headers['cache-control']).toBe('public, max-age=1')
  })

  it('promises nothing free that the flat fee of before was free from', async () => {
    const method = { code: 'post', name: 'Post', tiers: [{ from: 0, fee: 40 }] }
    const zone = { code: 'pune', name: 'Pune', countries: ['IN'], postalCodes: ['4110*'], methods: [method] }
    const store = await shop.addStore({
      store: { shipping: { fee: 50, freeFrom: 999, zones: [zone] } },
      products: [{ slug: 'pav', name: 'Pav', price: 120 }],
    })
    const pav = await shop.database.prisma.product.findFirstOrThrow({ where: { storeId: store.id } })
    const tab = visitorOf(shop, store.subdomain)
    await tab.post('/cart/add', { id: pav.id, qty: '1' })
    const { body } = await tab.get('/cart')
    expect(body).toContain('Choose where to deliver.')
    expect(body).not.toContain('more for free delivery')
  })

  it('refuses a code that no address can have beside its field, and ignores a cookie with one', async () => {
    const tab = visitorOf(shop, india.subdomain)
    const refused = await tab.post('/delivery', { product: id, variantId: '', 'delivery.postalCode': '12' })
    expect([refused.status, refused.body]).toEqual([400, expect.stringContaining('f-delivery-postalCode-mistake')])
    expect(tab.cookie('place')).toBeNull()
    const forged = { country: 'IN', region: null, postalCode: '12' }
    tab.cookies.set(`shop-place-${india.subdomain}`, Buffer.from(JSON.stringify(forged)).toString('base64url'))
    expect((await tab.get('/delivery')).status).toBe(200)
  })

  it('goes by a customer’s default address in the cart', async () => {
    const customer = await customerOf(shop, india.subdomain)
    await customer.post('/account/addresses/new', {
      ...{ name: 'Asha Rao', lines: '12 Church Street', city: 'Bengaluru', postalCode: '560001', country: 'IN' },
      isDefault: '1',
    })
    await customer.post('/cart/add', { id, qty: '1' })
    expect(withoutTags((await customer.get('/cart')).body)).toContain('Delivery to 560001')
  })
})
