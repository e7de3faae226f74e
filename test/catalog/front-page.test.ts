import { describe, expect, it } from 'vitest'
import { dataOf } from '../support/buying.ts'
import { rest } from '../support/call.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { pictureAt } from '../support/pictures.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const product = (slug: string, fields: object = {}) => ({ slug, name: slug, price: 100, ...fields })

const shop = await forAllTests(openShop())
const store = await shop.addStore({
  store: {
    businessName: 'Tea House',
    tax: { rate: 12.5, inclusive: true },
    shipping: { fee: 49.5, freeFrom: 999 },
    loyalty: { enabled: true, earnRate: 0.1, redeemRate: 0.5 },
    chat: { enabled: true },
    access: { password: 'letmein' },
  },
  products: [
    product('gaiwan', { category: 'Teaware', displayOrder: 9 }),
    product('sencha', { category: 'green tea', displayOrder: 4, images: ['/pictures/sencha.svg'] }),
    product('gyokuro', { category: 'Green tea', displayOrder: 3 }),
    product('matcha', { category: ' GREEN TEA', displayOrder: 5, images: ['https://images.example/matcha.jpg'] }),
    product('hidden', { category: 'Green tea', displayOrder: 1, images: ['/pictures/hidden.svg'], active: false }),
    product('gone', { category: 'Coffee', active: false }),
    product('voucher'),
  ],
})

describe.each(interfaces)('the front page over %s', (by) => {
  const client = (subdomain = store.subdomain) => clientOf(shop, subdomain, by)
  const caller = { headers: { host: 'shop.example' } }
  const sencha = 'http://shop.example/pictures/sencha.svg'

  it('has the categories that have something to sell, as their first product spells them', async () => {
    expect(await client().categories(caller)).toEqual({
      data: {
        categories: [
          { name: 'Green tea', count: 3, image: sencha, picture: pictureAt(sencha) },
          { name: 'Teaware', count: 1, image: null, picture: null },
        ],
      },
    })
  })

  it('reads the categories in one statement', async () => {
    const { subdomain } = await shop.addStore({
      products: Array.from({ length: 510 }, (_, at) => product(`p-${at}`, { category: `c-${1000 + at}` })),
    })
    await client(subdomain).store()
    shop.statements()
    const { categories } = await dataOf(client(subdomain).categories())
    expect(shop.statements()).toHaveLength(1)
    expect(categories).toHaveLength(500)
    expect(categories[0]).toEqual({ name: 'c-1000', count: 1, image: null, picture: null })
  })

  it('has what visitors may know of the store', async () => {
    const shown = {
      subdomain: store.subdomain,
      ...{ name: 'Tea House', currency: 'INR' },
      tax: { rate: 12.5, inclusive: true },
      shipping: { fee: 49.5, free_from: 999 },
      loyalty: { enabled: true, earn_rate: 0.1, redeem_rate: 0.5 },
      ...{ storefront_url: null, cancellable_minutes: 0, chat_enabled: true, sends_mails: false },
      ...{ protected: true, protection: 'hint', unlocked: false },
    }
    expect(await client().store()).toEqual({ data: { store: shown } })
    const { access_token } = await dataOf(client().unlock('letmein'))
    const opened = await client().store({ headers: { 'x-access-token': access_token } })
    expect(opened).toEqual({ data: { store: { ...shown, unlocked: true } } })
    expect(await client().store()).toEqual({ data: { store: shown } })
  })

  it('shows plain settings of a store that has set nothing', async () => {
    const { subdomain } = await shop.addStore()
    expect(await client(subdomain).categories()).toEqual({ data: { categories: [] } })
    expect((await dataOf(client(subdomain).store())).store).toMatchObject({
      shipping: { fee: 0, free_from: null },
      ...{ loyalty: { enabled: false }, protected: false, unlocked: true },
    })
  })

  it('is not there for a store that is unknown, or inactive', async () => {
    const inactive = await shop.addStore({ store: { active: false } })
    for (const subdomain of ['unknown', inactive.subdomain]) {
      const refusal = { status: 404, error: 'Site not found' }
      expect(await client(subdomain).store()).toEqual(refusal)
      expect(await client(subdomain).categories()).toEqual(refusal)
    }
  })
})

it('is kept by no one between the visitor and the service where it depends on the visitor', async () => {
  const { headers } = await rest(shop, 'GET', `/api/sites/${store.subdomain}/store`)
  expect(headers['cache-control']).toBe('no-store')
})
