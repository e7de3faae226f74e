import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { forms, pages, personalPages } from '../../src/web/shop/pages.ts'
import { buy } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { forAllTests, openShop, unlimited } from '../support/shop.ts'
import { visitorOf } from '../support/visitor.ts'

const shop = await forAllTests(openShop({ policies: { read: unlimited } }))

const phones: Record<string, string> = { kettle: '9876543210', saucer: '9876500001' }

/** Two stores that name the same things alike, and say different things of them. */
const twin = (word: string) => ({
  store: {
    businessName: `${word} House`,
    ownerEmail: `${word}@owner.example`,
    payments: { provider: 'sandbox' },
    chat: { enabled: true, context: `${word} is open.` },
    appearance: { heroText: `${word} hero`, links: [{ label: `${word} terms`, url: `https://${word}.example` }] },
  },
  products: [
    {
      slug: 'assam',
      name: `${word} Assam`,
      description: `${word} text`,
      category: 'Tea',
      brand: `${word} brand`,
      price: 5,
    },
  ],
  reviews: [{ product: 'assam', name: `${word} Ravi`, rating: 5, title: word, body: `${word} body`, approved: true }],
  customers: [{ name: `${word} Asha`, phone: phones[word], password: 'secret1', email: `${word}@customer.example` }],
  discounts: [{ code: `${word.toUpperCase()}10`, type: 'percent', value: 10 }],
  pages: [{ slug: 'terms', title: `${word} terms`, markdown: `${word} text`, published: true }],
})
const one = await shop.addStore(twin('kettle'))
const other = await shop.addStore(twin('saucer'))

const values: Record<string, string> = {
  ':category': 'Tea',
  ':idOrSlug': 'assam',
  ':slug': 'terms',
  ':part': '1',
  ':what': 'review',
  ':orderNo': 'T-1',
}
const filledPath = (path: string) => path.replaceAll(/:(?!subdomain)\w+/g, (name) => values[name] ?? name)
const paths = pages.flatMap((page) => {
  const filled = filledPath(page.path)
  return [filled, `${filled}?q=assam&brand=saucer+brand&variant=x`]
})
const urlOf = (path: string, subdomain: string) => path.replace(':subdomain', subdomain)

describe.each(paths)('%s', (path) => {
  it('knows the parameters of its path', () => {
    expect(path.replace(':subdomain', '')).not.toContain(':')
  })

  it('shows nothing of another store, asked for before or after', async () => {
    const ask = async (subdomain: string) =>
      (await shop.app.inject({ url: urlOf(path, subdomain), headers: { host: 'shop.example' } })).body
    for (const [mine, theirs, store] of [
      ['kettle', 'saucer', one],
      ['saucer', 'kettle', other],
      ['kettle', 'saucer', one],
    ] as const) {
      const body = (await ask(store.subdomain)).replaceAll('saucer brand', '').replaceAll('saucer+brand', '')
      if (!path.includes('sitemap')) expect(body).toContain(mine)
      if (!path.includes('?')) expect(body).not.toContain(theirs)
      expect(body).not.toContain(`/shop/${(store === one ? other : one).subdomain}`)
    }
  })

  it('has nothing of a person, whoever asks', async () => {
    const logIn = await shop.app.inject({
      method: 'POST',
      url: `/api/sites/${one.subdomain}/customer/login`,
      payload: { phone: '9876543210', password: 'secret1' },
    })
    const { token } = logIn.json()
    expect(token).toEqual(expect.any(String))
    const url = urlOf(path, one.subdomain)
    const known = await shop.app.inject({
      url,
      headers: {
        host: 'a.example',
        authorization: `Bearer ${token}`,
        cookie: `shop-customer-${one.subdomain}=${token}~3210; shop-cart-${one.subdomain}=${randomUUID()}`,
        'x-access-token': token,
      },
    })
    const stranger = await shop.app.inject({ url, headers: { host: 'a.example' } })
    expect(known.body).toBe(stranger.body)
    expect(known.headers['set-cookie']).toBeUndefined()
    for (const secret of ['9876543210', 'kettle Asha', 'customer.example', 'owner.example', 'KETTLE10', token])
      expect(stranger.body).not.toContain(secret)
  })
})

/** Of each store the same person, with the same things in the cart, on the way and saved. */
async function shopperOf(store: typeof one, word: string) {
  const visitor = visitorOf(shop, store.subdomain)
  const product = await shop.database.prisma.product.findFirstOrThrow({ where: { storeId: store.id } })
  await visitor.post('/cart/add', { id: product.id })
  const phone = phones[word] ?? ''
  await visitor.post('/log-in', { phone, password: 'secret1' })
  await visitor.post('/account/wishlist', { id: product.id })
  await visitor.post('/account/addresses/new', { name: `${word} Asha`, lines: `${word} Road`, city: word })
  const client = clientOf(shop, store.subdomain, 'REST')
  const token = visitor.cookie('customer')?.split('~')[0] ?? ''
  const input = { items: [{ id: product.id, qty: 1 }], buyer: { name: `${word} Asha`, phone } }
  const { orderNo } = await buy(shop, client, input, { token })
  const { id } = await shop.database.prisma.customerAddress.findFirstOrThrow({ where: { storeId: store.id } })
  const own: Record<string, string> = { ...values, ':orderNo': orderNo, ':id': id }
  return {
    ...visitor,
    word,
    store,
    /** With the ids of what is this person's. */
    pathOf: (path: string) => path.replace('/shop/:subdomain', '').replaceAll(/:\w+/g, (name) => own[name] ?? name),
  }
}
const shoppers = [await shopperOf(one, 'kettle'), await shopperOf(other, 'saucer')] as const
const [kettle, saucer] = shoppers

describe.each(personalPages)('$path', (page) => {
  it.each([
    [kettle, saucer],
    [saucer, kettle],
  ])('shows its visitor their own, nothing of another store, and is kept by nobody', async (shopper, twin) => {
    const { status, body, headers } = await shopper.get(shopper.pathOf(page.path))
    expect(headers['cache-control']).toBe('no-store')
    const isFound = page.isFragment || page.description || headers.location
    expect(headers['x-robots-tag']).toBe(isFound ? undefined : 'noindex')
    if (!headers.location) expect([status, body]).toEqual([200, expect.stringMatching(`${shopper.word}|mine`)])
    for (const foreign of [twin.word, twin.store.subdomain]) expect(body).not.toContain(foreign)
  })

  it('shows nothing of another store to who asks for it by its id', async () => {
    const path = kettle.pathOf(page.path)
    const { body, status } = await saucer.get(path)
    expect(body).not.toContain('kettle')
    if (path !== saucer.pathOf(page.path)) expect([303, 404]).toContain(status)
  })

  it('takes the cookies of another store for none', async () => {
    const thief = visitorOf(shop, other.subdomain)
    for (const [name, value] of kettle.cookies) thief.cookies.set(name.replace(one.subdomain, other.subdomain), value)
    const { status, to, body } = await thief.get(saucer.pathOf(page.path))
    expect(body).not.toMatch(/kettle|Asha/)
    if (page.needsCustomer) expect([status, to]).toEqual([303, expect.stringMatching(/^\/log-in\?next=%2F/)])
    else expect([200, 303, 404]).toContain(status)
    const stranger = visitorOf(shop, one.subdomain)
    expect((await stranger.get(kettle.pathOf(page.path))).body).not.toContain('Asha')
  })
})

const POSTED = { 'content-type': 'application/x-www-form-urlencoded' }

it('all forms check where they come from', async () => {
  expect(forms.length).toBeGreaterThan(0)
  for (const { path } of forms) {
    const answer = await shop.app.inject({
      method: 'POST',
      url: urlOf(path, one.subdomain),
      headers: { ...POSTED, 'sec-fetch-site': 'cross-site' },
      payload: 'email=a%40b.example',
    })
    expect([path, answer.statusCode]).toEqual([path, 403])
  }
})

it('another site uses up nothing of what its visitor may do here', async () => {
  const strict = await openShop({ policies: { login: { points: 1, seconds: 600 }, cart: { points: 1, seconds: 600 } } })
  try {
    const { subdomain } = await strict.addStore()
    const victim = visitorOf(strict, subdomain, '198.51.100.9')
    for (const from of ['cross-site', 'same-site', 'none'])
      for (const path of ['/log-in', '/cart/add'])
        expect(await victim.post(path, { id: 'x' }, { 'sec-fetch-site': from })).toMatchObject({ status: 403 })
    expect(await victim.post('/log-in', { phone: '1', password: 'wrong pw' })).toMatchObject({ status: 401 })
    expect(await victim.post('/log-in', { phone: '1', password: 'wrong pw' })).toMatchObject({ status: 429 })
  } finally {
    await strict.close()
  }
})

it.each(personalPages.filter(({ file, isFragment }) => file || isFragment))(
  '$path is not loaded by pages of other sites, nor of other shops',
  async ({ path }) => {
    const { headers } = await kettle.get(kettle.pathOf(path))
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
  },
)
