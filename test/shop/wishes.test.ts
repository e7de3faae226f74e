import { expect, it } from 'vitest'
import { forAllTests, openShop, unlimited } from '../support/shop.ts'
import { customerOf, PASSWORD, visitorOf } from '../support/visitor.ts'

const shop = await forAllTests(openShop({ policies: { read: unlimited } }))
const { subdomain, id: storeId } = await shop.addStore({
  products: [
    { slug: 'assam', name: 'Assam <b>', price: 5 },
    { slug: 'rare', name: 'Rare', price: 9, stock: 0 },
  ],
})
const idOf = async (slug: string) =>
  (await shop.database.prisma.product.findFirstOrThrow({ where: { storeId, slug } })).id
const assam = await idOf('assam')
const rare = await idOf('rare')

it('a customer wishes for products, also for sold out ones, and thinks better of it', async () => {
  const asha = await customerOf(shop, subdomain)
  expect((await asha.get('/account/wishlist')).body).toContain('There is nothing on it.')
  for (const id of [assam, rare, assam])
    expect(await asha.post('/account/wishlist', { id })).toMatchObject({ status: 303, to: '/account/wishlist' })
  const list = (await asha.get('/account/wishlist')).body
  expect(list.match(/class="card-name"/g)).toHaveLength(2)
  expect(list).toContain('Remove<span class="unseen"> Assam &lt;b></span>')
  await asha.post('/account/wishlist', { id: rare, remove: '1' })
  expect((await asha.get('/account/wishlist')).body).not.toContain('Rare')
})

it('the page of a product is the same for all; what is wished for is loaded separately', async () => {
  const [asha, ravi, stranger] = [
    await customerOf(shop, subdomain),
    await customerOf(shop, subdomain),
    visitorOf(shop, subdomain),
  ]
  await asha.post('/account/wishlist', { id: assam })
  const pages = await Promise.all([asha, ravi, stranger].map((visitor) => visitor.get('/p/assam')))
  expect(pages.map(({ body }) => body.includes('Add to your wishlist'))).toEqual([true, true, true])
  const fragments = await Promise.all([asha, ravi, stranger].map((visitor) => visitor.get(`/mine?product=${assam}`)))
  expect(fragments.map(({ body }) => /(Add to|Remove from) your wishlist/.exec(body)?.[1] ?? null)).toEqual([
    ...['Remove from', 'Add to', null],
  ])
  expect((await asha.get(`/mine?product=${rare}`)).body).toContain('Add to your wishlist')
  expect((await asha.get('/mine')).body).not.toContain('wishlist')
})

it('a stranger is asked to log in, has the wish then, and comes back to the product', async () => {
  const stranger = visitorOf(shop, subdomain)
  const from = (referer: string) => stranger.post('/account/wishlist', { id: assam }, { referer })
  const here = `http://shop.example/shop/${subdomain}/p/assam?variant=x`
  expect(await from(here)).toMatchObject({ status: 303, to: `/log-in?next=%2Fp%2Fassam%3Fvariant%3Dx&wish=${assam}` })
  for (const elsewhere of ['https://evil.example/shop/x', 'http://shop.example/shop/other/p/x', 'nonsense'])
    expect(await from(elsewhere)).toMatchObject({ status: 303, to: `/log-in?wish=${assam}` })
  const { body } = await stranger.get(`/log-in?next=%2Fp%2Fassam&wish=${assam}`)
  expect(body).toContain(`name="wish" value="${assam}"`)
  expect(body).toContain(`/sign-up?next=%2Fp%2Fassam&amp;wish=${assam}`)
  const asha = await customerOf(shop, subdomain)
  const logIn = { phone: asha.phone, password: PASSWORD, next: '/p/assam', wish: assam }
  expect(await stranger.post('/log-in', logIn)).toMatchObject({ status: 303, to: '/p/assam' })
  expect((await stranger.get('/account/wishlist')).body).toContain('Assam &lt;b>')
  const ravi = await customerOf(shop, subdomain, { wish: rare })
  expect((await ravi.get('/account/wishlist')).body).toContain('Rare')
  // What is gone meanwhile keeps nobody from logging in.
  const gone = { ...logIn, wish: '01980f5e-7b02-7d11-8f3a-9c4e2d6b1a04' }
  expect(await visitorOf(shop, subdomain).post('/log-in', gone)).toMatchObject({ status: 303, to: '/p/assam' })
})

it.each(['x', '01980f5e-7b02-7d11-8f3a-9c4e2d6b1a04', ''])(
  'a product that there is not, %j, is refused',
  async (id) => {
    const asha = await customerOf(shop, subdomain)
    const refused = await asha.post('/account/wishlist', { id })
    expect([refused.status, refused.headers['error-code']]).toEqual([404, 'NOT_FOUND'])
    expect(refused.body).toContain('Product not found')
  },
)
