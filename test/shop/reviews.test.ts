import { expect, it } from 'vitest'
import { buy } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { forAllTests, openShop } from '../support/shop.ts'
import { customerOf, visitorOf } from '../support/visitor.ts'

const shop = await forAllTests(openShop())
const { subdomain, id: storeId } = await shop.addStore({
  store: { payments: { provider: 'sandbox' } },
  products: [{ slug: 'assam', name: 'Assam', price: 5, category: 'Tea' }],
})
const { id } = await shop.database.prisma.product.findFirstOrThrow({ where: { storeId } })
const typed = { id, rating: '4', title: 'Malty', body: 'Strong and bright.', name: 'Ravi' }
const reviewBy = (reviewerName: string) => shop.database.prisma.review.findFirst({ where: { storeId, reviewerName } })

it('the form on a product’s page takes a review, which waits for the owner', async () => {
  const ravi = visitorOf(shop, subdomain)
  const page = (await ravi.get('/p/assam')).body
  expect(page).toContain(`<form class="review-form" method="post" action="/shop/${subdomain}/p/assam/review">`)
  expect(page).toContain(`<input type="hidden" name="id" value="${id}"/>`)
  expect(await ravi.post('/p/assam/review', typed)).toMatchObject({ status: 303, to: '/thanks/review' })
  expect((await ravi.get('/thanks/review')).body).toContain('Your review will be shown here once')
  expect(await reviewBy('Ravi')).toMatchObject({ rating: 4, title: 'Malty', verified: false, status: 'PENDING' })
  expect((await ravi.get('/p/assam')).body).not.toContain('Malty')
})

it('a customer’s has the name of the account, and says whether they have bought it', async () => {
  const meera = await customerOf(shop, subdomain, { name: 'Meera' })
  await buy(
    shop,
    clientOf(shop, subdomain, 'REST'),
    { items: [{ id, qty: 1 }] },
    {
      token: meera.cookie('customer')?.split('~')[0] ?? '',
    },
  )
  const form = (await meera.get('/p/assam/review')).body
  expect(form).toContain('It appears as <b dir="auto">Meera</b>')
  expect(form).not.toContain('name="name"')
  await meera.post('/p/assam/review', { ...typed, name: 'Somebody else' })
  expect(await reviewBy('Meera')).toMatchObject({ verified: true })
  expect(await reviewBy('Somebody else')).toBeNull()
})

it('a refused one is shown again with what was typed, and its mistakes at the fields', async () => {
  const ravi = visitorOf(shop, subdomain)
  const refused = await ravi.post('/p/assam/review', { ...typed, rating: '', body: 'No.', title: '<i>' })
  expect([refused.status, refused.headers['error-code']]).toEqual([400, 'BAD_USER_INPUT'])
  expect(refused.body).toContain('id="f-rating-mistake">Rating must be 1-5')
  expect(refused.body).toContain('id="f-body-mistake">Review too short')
  expect(refused.body).toContain('>No.</textarea>')
  expect(refused.body).toContain('value="&lt;i>"')
  expect(refused.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
  for (const rating of ['0', '6', '4.5', '99999999999', 'x'])
    expect([rating, (await visitorOf(shop, subdomain).post('/p/assam/review', { ...typed, rating })).status]).toEqual([
      ...[rating, 400],
    ])
  expect((await ravi.post('/p/assam/review', { ...typed, body: 'No.', rating: '2' })).body).toMatch(
    /<input type="radio" name="rating" value="2" checked/,
  )
})

it('of a product that there is not is refused', async () => {
  expect((await visitorOf(shop, subdomain).get('/p/none/review')).status).toBe(404)
  expect((await visitorOf(shop, subdomain).post('/p/assam/review', { ...typed, id: 'none' })).status).toBe(404)
  expect((await visitorOf(shop, subdomain).post('/p/none/review', { ...typed, id: 'none' })).status).toBe(404)
})

it('the sixth in an hour is refused with what was typed, and says when to come again', async () => {
  const ravi = visitorOf(shop, subdomain)
  for (let sent = 0; sent < 5; sent += 1) expect((await ravi.post('/p/assam/review', typed)).status).toBe(303)
  const refused = await ravi.post('/p/assam/review', typed)
  expect([refused.status, refused.headers['error-code']]).toEqual([429, 'RATE_LIMITED'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
  expect(refused.body).toMatch(/Please come again in \d+ minutes\./)
  expect(refused.body).toContain('>Strong and bright.</textarea>')
  const foreign = await ravi.post('/p/assam/review', typed, { 'sec-fetch-site': 'cross-site' })
  expect([foreign.status, foreign.body]).toEqual([403, expect.not.stringContaining('Strong and bright.')])
})
