import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { localPath } from '../../src/web/shop/http/personal/form.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, openShop } from '../support/shop.ts'
import { customerOf, PASSWORD, visitorOf } from '../support/visitor.ts'

const shop = await forAllTests(openShop({ showsMails: true }))
const tea = { slug: 'assam', name: 'Assam', price: 5 }
const { subdomain, id: storeId } = await shop.addStore({
  store: { payments: { provider: 'sandbox' }, loyalty: { enabled: true, earnRate: 1, redeemRate: 0.5 } },
  products: [tea],
})
const product = await shop.database.prisma.product.findFirstOrThrow({ where: { storeId } })

describe('to sign up', () => {
  it('logs the customer in, who keeps the cart and goes on to where they wanted', async () => {
    const asha = visitorOf(shop, subdomain)
    await asha.post('/cart/add', { id: product.id, qty: '2' })
    const phone = newPhone()
    const fields = { name: 'Asha', phone, password: PASSWORD, email: '', next: '/cart' }
    expect(await asha.post('/sign-up', fields)).toMatchObject({ status: 303, to: '/cart' })
    expect(asha.cookie('customer')).toMatch(new RegExp(`^[\\w.-]+~${phone.slice(-4)}$`))
    expect((await asha.get('/cart')).body).toContain('value="2"')
    const page = await asha.get('/account')
    expect(page.body).toContain('Hello, <span dir="auto">Asha</span>')
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    const cart = await shop.database.prisma.cart.findFirstOrThrow({ where: { id: asha.cookie('cart') ?? '' } })
    expect(cart.customerId).not.toBeNull()
  })

  it('is refused beside the field, and what was typed stays, but for the password', async () => {
    const { phone } = await customerOf(shop, subdomain)
    const again = await visitorOf(shop, subdomain).post('/sign-up', {
      ...{ name: 'Not <b>Asha</b>', phone, password: PASSWORD, email: 'a@example.com', next: '/cart' },
    })
    expect([again.status, again.headers['error-code']]).toEqual([400, 'BAD_USER_INPUT'])
    expect(again.body).toMatch(/<p class="mistake" id="f-phone-mistake">An account with this phone already exists/)
    expect(again.body).toContain('value="Not &lt;b>Asha&lt;/b>"')
    expect(again.body).toContain('name="next" value="/cart"')
    expect(again.body).not.toContain(PASSWORD)
    expect(again.headers['set-cookie']).toBeUndefined()
    const short = await visitorOf(shop, subdomain).post('/sign-up', { name: 'A', phone: newPhone(), password: '12345' })
    expect([short.status, short.body]).toEqual([
      400,
      expect.stringContaining('id="f-password-mistake">Password must be'),
    ])
    const nothing = await visitorOf(shop, subdomain).post('/sign-up')
    expect([nothing.status, nothing.body]).toEqual([400, expect.stringContaining('Name, phone, and password required')])
  })

  it('takes a referral code from the link', async () => {
    const asha = await customerOf(shop, subdomain)
    const [, code = ''] = /sign-up\?ref=(\w+)"/.exec((await asha.get('/account')).body) ?? []
    expect((await visitorOf(shop, subdomain).get(`/sign-up?ref=${code}`)).body).toContain(`value="${code}"`)
    await customerOf(shop, subdomain, { refCode: code })
    expect((await asha.get('/account')).body).toContain('<p class="big-number">50</p>')
  })
})

describe('to log in', () => {
  it('takes phone and password, and brings the cart along', async () => {
    const { phone, ...asha } = await customerOf(shop, subdomain)
    await asha.post('/cart/add', { id: product.id })
    const elsewhere = visitorOf(shop, subdomain)
    await elsewhere.post('/cart/add', { id: product.id, qty: '2' })
    expect(await elsewhere.post('/log-in', { phone, password: PASSWORD })).toMatchObject({
      status: 303,
      to: '/account',
    })
    expect((await elsewhere.get('/cart')).body).toContain('value="3"')
    expect((await elsewhere.get('/log-in')).body).toContain('You are logged in as <b dir="auto">Asha Rao</b>')
  })

  it('with a wrong password shows the form again', async () => {
    const { phone } = await customerOf(shop, subdomain)
    const guess = { phone, password: 'not that one', next: '/account' }
    const refused = await visitorOf(shop, subdomain).post('/log-in', guess)
    expect([refused.status, refused.headers['error-code']]).toEqual([401, 'UNAUTHENTICATED'])
    expect(refused.body).toContain('Invalid phone or password')
    expect(refused.body).toContain(`value="${phone}"`)
    expect(refused.body).not.toContain('not that one')
    expect(refused.headers['set-cookie']).toBeUndefined()
  })

  it('after too many guesses says so on the same page', async () => {
    const { phone } = await customerOf(shop, subdomain)
    const guesser = visitorOf(shop, subdomain)
    const guess = () => guesser.post('/log-in', { phone, password: 'wrong' })
    for (let guesses = 0; guesses < 10; guesses += 1) expect((await guess()).status).toBe(401)
    const refused = await guess()
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)])
    expect(refused.body).toContain('Please come again in 15 minutes.')
    expect(refused.body).toContain(`value="${phone}"`)
  })

  it.each([
    ['/account', '/account'],
    ['/p/assam?variant=a%20b#reviews', '/p/assam?variant=a%20b#reviews'],
    ...['//evil.example', '/\\evil.example', 'https://evil.example', 'evil.example', '/\t/evil.example', ''].map(
      (bad) => [bad, '/account'],
    ),
    ...[
      '/../other-shop/p/tea',
      '/%2e%2e/other-shop',
      '/.%2E/other-shop',
      '/p/../../other-shop',
      '/..',
      '/..\\other-shop',
    ].map((bad) => [bad, '/account']),
  ])('with next=%j leads to %s', async (next, to) => {
    const { phone } = await customerOf(shop, subdomain)
    expect(await visitorOf(shop, subdomain).post('/log-in', { phone, password: PASSWORD, next })).toMatchObject({
      ...{ status: 303, to },
    })
  })

  it('stays in its shop whatever next is, as browsers read it', async () => {
    const part = fc.constantFrom(
      '..',
      '.',
      '%2e',
      '%2E.',
      '/',
      '\\',
      '//',
      'shop',
      'evil.example',
      ':',
      '@',
      '?',
      '#',
      '%2f',
      ';',
    )
    const address = fc.array(part, { maxLength: 8 }).map((parts) => `/${parts.join('')}`)
    fc.assert(
      fc.property(fc.oneof(address, fc.string({ unit: 'binary' }), fc.webUrl()), (next) => {
        const { href } = new URL(`/shop/tea${localPath(next, '/account')}`, 'https://shops.example')
        expect(href).toMatch(/^https:\/\/shops\.example\/shop\/tea\//)
      }),
    )
  })

  it('is asked of whoever opens an account, and leads back there', async () => {
    const { status, to } = await visitorOf(shop, subdomain).get('/account')
    expect([status, to]).toEqual([303, '/log-in?next=%2Faccount'])
    expect((await visitorOf(shop, subdomain).get(to ?? '')).body).toContain('name="next" value="/account"')
  })

  it('is offered in the cart to who might have points', async () => {
    const stranger = visitorOf(shop, subdomain)
    await stranger.post('/cart/add', { id: product.id })
    expect((await stranger.get('/cart')).body).toContain('/log-in?next=%2Fcart">Log in</a> to use your points')
    const asha = await customerOf(shop, subdomain)
    await asha.post('/cart/add', { id: product.id })
    expect((await asha.get('/cart')).body).not.toContain('/log-in')
  })
})

describe('to log out', () => {
  it('leaves nothing of the customer in the browser, and ends the token', async () => {
    const asha = await customerOf(shop, subdomain)
    await asha.post('/cart/add', { id: product.id })
    const stolen = new Map(asha.cookies)
    expect(await asha.post('/log-out')).toMatchObject({ status: 303, to: '/log-in' })
    expect([...asha.cookies]).toEqual([])
    const thief = visitorOf(shop, subdomain)
    for (const [name, value] of stolen) thief.cookies.set(name, value)
    expect(await thief.get('/account')).toMatchObject({ status: 303, to: '/log-in?next=%2Faccount' })
    expect(thief.cookie('customer')).toBeNull()
    expect((await thief.get('/cart')).body).toContain('Your earlier cart is not here any more')
  })

  it('everywhere ends the other tokens, too', async () => {
    const { phone, ...asha } = await customerOf(shop, subdomain)
    const phone2 = visitorOf(shop, subdomain)
    await phone2.post('/log-in', { phone, password: PASSWORD })
    await asha.post('/log-out')
    expect((await phone2.get('/account')).status).toBe(200)
    const tablet = visitorOf(shop, subdomain)
    await tablet.post('/log-in', { phone, password: PASSWORD })
    await tablet.post('/log-out', { everywhere: '1' })
    expect(await phone2.get('/account')).toMatchObject({ status: 303, to: '/log-in?next=%2Faccount' })
  })

  it('without being logged in leads to the log-in page', async () => {
    const referer = `http://shop.example/shop/${subdomain}/account`
    expect((await visitorOf(shop, subdomain).post('/log-out', {}, { referer })).to).toBe('/log-in?next=%2Faccount')
  })
})

it('a forgotten password has the same answer whether there is such an account or not', async () => {
  const { phone } = await customerOf(shop, subdomain)
  for (const number of [phone, newPhone()])
    expect(await visitorOf(shop, subdomain).post('/forgot-password', { phone: number })).toMatchObject({
      ...{ status: 303, to: '/thanks/password' },
    })
  expect((await visitorOf(shop, subdomain).get('/thanks/password')).body).toContain('If there is an account')
  const refused = await visitorOf(shop, subdomain).post('/forgot-password', { phone: 'mine' })
  expect([refused.status, refused.body]).toEqual([400, expect.stringContaining('Phone must contain digits only')])
})

it('a token of another store is no use', async () => {
  const other = await shop.addStore()
  const asha = await customerOf(shop, subdomain)
  const thief = visitorOf(shop, other.subdomain)
  for (const [name, value] of asha.cookies) thief.cookies.set(name.replace(subdomain, other.subdomain), value)
  const { status, to, body } = await thief.get('/account')
  expect([status, to, body]).toEqual([303, '/log-in?next=%2Faccount', ''])
  expect((await thief.get('/cart')).body).not.toContain('Asha')
})
