import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { newPhone } from '../support/phones.ts'
import { forAllTests, openShop, unlimited } from '../support/shop.ts'
import { customerOf, PASSWORD, visitorOf } from '../support/visitor.ts'

const shop = await forAllTests(
  openShop({ policies: { read: unlimited, cart: unlimited, track: unlimited, checkout: unlimited, login: unlimited } }),
)
const india = await shop.addStore(JSON.parse(readFileSync('examples/india-store.json', 'utf8')))
const { subdomain, id: storeId } = india
const chai = await shop.database.prisma.product.findFirstOrThrow({
  where: { storeId, slug: 'masala-chai' },
  include: { variants: true },
})
const home = { name: 'Asha Rao', lines: '12 Church Street', city: 'Bengaluru', isDefault: '1' }
const CALL = 'Enter a phone number that can be called.'
const MAIL = 'Enter an email address that can be reached.'

describe('a saved address', () => {
  it.each([
    [{ postalCode: 'hello' }, 'postalCode', 'Enter a postal code of India, such as 560001.'],
    [{ region: 'Atlantis' }, 'region', 'Enter the name of the state in India, such as Andaman and Nicobar Islands.'],
    [{ country: 'AR', postalCode: '560001' }, 'postalCode', 'Enter a postal code of Argentina, such as C1425DKA.'],
    [{ phone: '12' }, 'phone', CALL],
  ])('with %j is refused beside its field', async (wrong, field, message) => {
    const customer = await customerOf(shop, subdomain)
    const { status, body } = await customer.post('/account/addresses/new', { ...home, ...wrong })
    expect(status).toBe(400)
    expect(body).toMatch(new RegExp(`id="f-${field}-mistake">${message}`))
  })

  it.each([
    [{ postalCode: 'hello', region: 'Karnataka' }, 'The postal code of this address, “hello”, is not one of India.'],
    [{ postalCode: null, region: 'Karnataka' }, 'The postal code of this address is missing.'],
    [
      { postalCode: '682001', region: 'Atlantis' },
      'The state or region of this address, “Atlantis”, is not one of India.',
    ],
  ])('from before, with %j, is named at checkout, which leads to it and back', async (place, said) => {
    const customer = await customerOf(shop, subdomain)
    expect((await customer.post('/account/addresses/new', home)).to).toBe('/account/addresses')
    const address = await shop.database.prisma.customerAddress.findFirstOrThrow({
      where: { storeId },
      orderBy: { createdAt: 'desc' },
    })
    await shop.database.prisma.customerAddress.updateMany({ where: { storeId, id: address.id }, data: place })
    await customer.post('/cart/add', { id: chai.id, variantId: chai.variants[0]?.id ?? '', qty: '1' })
    const { body } = await customer.get('/checkout')
    expect(body.replaceAll('<span dir="auto">', '').replaceAll('</span>', '')).toContain(said)
    expect(body).not.toContain('Choose where to deliver. The')
    const path = `/account/addresses/${address.id}?next=%2Fcheckout`
    expect(body).toContain(`href="/shop/${subdomain}${path}">Change this address</a>`)
    expect((await customer.get(path)).body).toContain('<input type="hidden" name="next" value="/checkout"/>')

    const buyer = { 'buyer.name': 'Asha', 'buyer.phone': newPhone(), addressId: address.id }
    const shown = (/name="shown" value="([^"]*)"/.exec(body)?.[1] ?? '').replaceAll('&quot;', '"')
    const order = await customer.post('/checkout', { ...buyer, shown })
    expect([order.status, order.body]).toEqual([400, expect.stringContaining('Change this address</a>')])
    expect(order.body).not.toContain('Please check the fields that are marked.')

    const right = { ...home, postalCode: '560001', region: 'karnataka', next: '/checkout' }
    expect((await customer.post(`/account/addresses/${address.id}`, right)).to).toBe('/checkout')
    expect((await customer.get('/checkout')).body).not.toContain('Change this address')
  })
})

describe('who cannot be reached', () => {
  const person = { name: 'Asha', password: PASSWORD }

  it.each([
    ['/sign-up', { ...person, phone: '12' }, 'phone', CALL],
    ['/sign-up', { ...person, phone: newPhone(), email: 'asha@x' }, 'email', MAIL],
    ['/contact', { message: 'Hello', phone: '12' }, 'phone', CALL],
    ['/contact', { message: 'Hello', email: 'asha@x' }, 'email', MAIL],
    ['/account/profile', { name: 'Asha', email: 'asha@x' }, 'email', MAIL],
  ])('is told so by %s with %j', async (path, fields, field, message) => {
    const tab = path.startsWith('/account') ? await customerOf(shop, subdomain) : visitorOf(shop, subdomain)
    const { status, body } = await tab.post(path, fields)
    expect(status).toBe(400)
    expect(body).toContain(`id="f-${field}-mistake">${message}`)
  })

  it('is not written to: the newsletter does not take their address', async () => {
    const { status, body } = await visitorOf(shop, subdomain).post('/newsletter', { email: 'asha@x' })
    expect([status, body]).toEqual([400, expect.stringContaining(MAIL)])
  })

  it('is nobody who leaves their phone from abroad', async () => {
    const tab = visitorOf(shop, subdomain)
    expect((await tab.post('/contact', { message: 'Hello', phone: '+49 30 123456' })).to).toBe('/thanks/message')
    const german = await customerOf(shop, subdomain, { phone: '+49 30 123457' })
    expect((await german.get('/contact')).body).toContain('value="+4930123457"')
  })
})
