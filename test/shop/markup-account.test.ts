import { expect, it } from 'vitest'
import { forAllTests, openShop, unlimited } from '../support/shop.ts'
import { customerOf } from '../support/visitor.ts'
import { expectHarmless, marked } from './harmless.ts'

const shop = await forAllTests(openShop({ showsMails: true, policies: { read: unlimited, account: unlimited } }))
const store = await shop.addStore({
  store: {
    businessName: marked('business'),
    chat: { enabled: true, context: `Shipping ${marked('shipping')}.` },
    payments: { provider: 'sandbox' },
  },
  products: [{ slug: 'assam', name: marked('product'), category: marked('category'), price: 5 }],
})
const { id } = await shop.database.prisma.product.findFirstOrThrow({ where: { storeId: store.id } })
const asha = await customerOf(shop, store.subdomain, { name: marked('customer') })
await asha.post('/account/addresses/new', {
  ...{ name: marked('recipient'), city: marked('city').slice(0, 100), lines: marked('line').slice(0, 100) },
})
await shop.database.prisma.customerAddress.updateMany({ where: { storeId: store.id }, data: { phone: '<b>1</b>' } })
await asha.post('/account/profile', { name: marked('customer'), address: marked('home') })
await asha.post('/account/wishlist', { id })
const [, address = ''] = /addresses\/([0-9a-f-]{36})"/.exec((await asha.get('/account/addresses')).body) ?? []

/** What a page says, in its texts and attributes. */
const textOf = (body: string): string =>
  body.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

const script = encodeURIComponent('/"><script>x</script>')

it.each([
  ['/account', marked('recipient')],
  ['/account/addresses', marked('recipient')],
  ['/account/addresses/new', marked('customer')],
  [`/account/addresses/${address}`, marked('recipient')],
  ['/account/profile', marked('home')],
  ['/account/wishlist', marked('product')],
  ['/contact', marked('customer')],
  ['/p/assam/review', marked('customer')],
  [`/log-in?next=${script}`, '/"><script>x'],
  [`/sign-up?ref=${script}&next=${script}`, '/"><script>x'],
])('%s shows markup of a customer as text', async (path, text) => {
  const { status, body } = await asha.get(path)
  expect(status).toBe(200)
  expectHarmless(body)
  expect(textOf(body)).toContain(text)
})

const typed = marked('typed')

it.each([
  ['/log-in', { phone: typed, password: 'x', next: typed }],
  ['/sign-up', { name: typed, phone: typed, email: typed, refCode: typed }],
  ['/forgot-password', { phone: typed }],
  ['/account/profile', { name: typed, email: typed, address: typed }],
  ['/account/addresses/new', { name: typed, lines: typed, city: typed, region: typed, country: typed }],
  ['/p/assam/review', { title: typed, body: 'x', name: typed, rating: typed }],
  ['/contact', { name: typed, email: typed, message: typed }],
  ['/chat', { message: typed.repeat(9), history: JSON.stringify([{ role: 'ASSISTANT', content: typed }]) }],
])('%s shows again as text what was typed', async (path, fields) => {
  const { status, body } = await asha.post(path, fields as Record<string, string>)
  expect(status).toBeGreaterThanOrEqual(400)
  expectHarmless(body)
  expect(textOf(body)).toContain(typed)
})

it('what the chat replies is text', async () => {
  const { status, body } = await asha.post('/chat', { message: 'How much is shipping?' })
  expect([status, textOf(body)]).toEqual([200, expect.stringContaining('Shipping shipping')])
  expectHarmless(body)
})
