import { expect, it } from 'vitest'
import { forAllTests, openShop, unlimited } from '../support/shop.ts'
import { visitorOf } from '../support/visitor.ts'
import { expectHarmless, marked } from './harmless.ts'

const shop = await forAllTests(openShop({ policies: { read: unlimited, cart: unlimited, track: unlimited } }))
const flat = { kind: 'delivery', basis: 'flat', tiers: [{ from: 0, fee: 10 }] }
const store = await shop.addStore({
  store: {
    payments: { provider: 'sandbox' },
    businessName: marked('business'),
    shipping: {
      country: 'IN',
      zones: [
        {
          code: 'all',
          name: marked('zone').slice(0, 100),
          methods: [
            { ...flat, code: 'post', name: marked('method').slice(0, 100), description: marked('description') },
            {
              ...{ ...flat, code: 'pickup', kind: 'pickup', name: 'Pickup' },
              pickup: { address: marked('place'), hours: marked('hours').slice(0, 200) },
            },
          ],
        },
      ],
    },
    paymentMethods: [
      { code: 'cod', kind: 'cod', name: marked('cash').slice(0, 100), instructions: marked('instructions') },
    ],
  },
  products: [
    {
      slug: 'assam',
      name: marked('product'),
      media: [{ url: "https://images.example/a.jpg?'onerror='x&quot;onload=&quot;x", alt: marked('alt') }],
      variants: [{ options: { 'size<script>': marked('option') }, price: 5, stock: 9 }],
      price: 5,
    },
  ],
})
const tab = visitorOf(shop, store.subdomain)

it('nothing that owner or buyer have written is markup in cart, checkout, payment and order', async () => {
  const product = await shop.database.prisma.product.findFirstOrThrow({
    where: { storeId: store.id },
    include: { variants: true },
  })
  const line = { id: product.id, variantId: product.variants[0]?.id ?? '', qty: '1' }
  await tab.post('/cart/add', line)
  await tab.post('/cart/code', { code: marked('code') })
  const cart = await tab.get('/cart')
  expect(cart.body).toContain('product&lt;/title>')
  expectHarmless(cart.body)
  expectHarmless((await tab.post('/cart/line', { ...line, qty: marked('qty') })).body)

  const typed = {
    'buyer.name': marked('buyer'),
    'buyer.phone': '98765 43210',
    'buyer.email': marked('email'),
    'buyer.address': marked('address'),
    'buyer.notes': marked('notes'),
    'delivery.postalCode': marked('code').slice(0, 20),
    'delivery.method': marked('method'),
    shown: marked('shown'),
    again: marked('again'),
  }
  for (const path of ['/checkout', '/checkout/update']) {
    const { body } = await tab.post(path, typed)
    expect(body).toContain('notes&lt;/title>')
    expectHarmless(body)
  }
  const { 'buyer.email': _email, shown: _shown, 'delivery.method': _method, ...others } = typed
  const good = { ...others, 'delivery.postalCode': '560001' }
  for (const terms of [{ paymentMethod: 'cod' }, { paymentMethod: '' }]) {
    await tab.post('/cart/add', line)
    const placed = await tab.post('/checkout', { ...good, ...terms })
    expect(placed.status).toBe(303)
    const path = String(placed.to)
    const { body } = await tab.get(path)
    expect(body).toContain('buyer&lt;/title>')
    expectHarmless(body)
  }
  expectHarmless((await tab.post('/track', { orderNo: marked('order').slice(0, 90), phone: marked('1') })).body)
  expectHarmless((await tab.get(`/track?order=${encodeURIComponent(marked('order'))}`)).body)
  expectHarmless((await tab.get(`/checkout?again=${encodeURIComponent(marked('again'))}`)).body)
})
