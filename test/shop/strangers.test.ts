import { describe, expect, it } from 'vitest'
import { forms, pages } from '../../src/shop/pages.ts'
import { forAllTests, openShop, unlimited } from '../support/shop.ts'

const shop = await forAllTests(openShop({ policies: { read: unlimited } }))

/** Two stores that name the same things alike, and say different things of them. */
const twin = (word: string) => ({
  store: {
    businessName: `${word} House`,
    ownerEmail: `${word}@owner.example`,
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
  customers: [{ name: `${word} Asha`, phone: '9876543210', password: 'secret1', email: `${word}@customer.example` }],
  discounts: [{ code: `${word.toUpperCase()}10`, type: 'percent', value: 10 }],
})
const one = await shop.addStore(twin('kettle'))
const other = await shop.addStore(twin('saucer'))

const values: Record<string, string> = { ':category': 'Tea', ':idOrSlug': 'assam', ':part': '1' }
const paths = pages.flatMap((page) => {
  const { path } = page
  const filled = path.replaceAll(/:(?!subdomain)\w+/g, (name) => values[name] ?? name)
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
        cookie: `token=${token}`,
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

it('all forms check where they come from', async () => {
  expect(forms.length).toBeGreaterThan(0)
  for (const { path } of forms) {
    const answer = await shop.app.inject({
      method: 'POST',
      url: urlOf(path, one.subdomain),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
      payload: 'email=a%40b.example',
    })
    expect([path, answer.statusCode]).toEqual([path, 403])
  }
})
