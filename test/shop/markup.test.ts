import { describe, expect, it } from 'vitest'
import { forAllTests, openShop, unlimited } from '../support/shop.ts'
import { expectHarmless, marked } from './harmless.ts'

const shop = await forAllTests(openShop({ policies: { read: unlimited } }))

const store = await shop.addStore({
  store: {
    businessName: marked('business'),
    appearance: {
      name: marked('name').slice(0, 100),
      heroText: marked('hero'),
      logo: { url: '/pictures/assam.svg?"><script>', alt: marked('logo') },
      heroPicture: { url: "https://images.example/'onload='x", alt: marked('picture') },
      links: [{ label: 'terms</a><script>x()', url: "https://owner.example/'onclick='x" }],
    },
  },
  products: [
    {
      slug: 'assam',
      name: marked('product'),
      description: marked('description'),
      category: marked('category'),
      brand: marked('brand'),
      attributes: [{ name: 'Origin<script>', value: marked('value') }],
      media: [{ url: "https://images.example/a.jpg?'onerror='x&quot;onload=&quot;x", alt: marked('alt') }],
      seo: { title: marked('seo'), description: marked('seo-text') },
      variants: [{ options: { 'size<script>': marked('option') }, price: 5, stock: 1 }],
      price: 5,
    },
  ],
  reviews: [
    {
      product: 'assam',
      name: marked('reviewer').slice(0, 100),
      rating: 5,
      title: marked('title'),
      body: marked('body'),
      approved: true,
    },
  ],
})
const base = `/shop/${store.subdomain}`
const category = encodeURIComponent(marked('category'))
const words = encodeURIComponent(marked('words').slice(0, 100))

describe.each([
  ['home', base],
  ['a category', `${base}/c/${category}`],
  ['a search', `${base}/search?q=${words}&brand=${words}&option.${words}=${words}&min_price=${words}`],
  ['a search for nothing', `${base}/search?q=${words}`],
  ['a product', `${base}/p/assam`],
  ['a product’s variant', `${base}/p/assam?variant=${words}&reviews=`],
  ['a page that there is not', `${base}/p/${words}`],
  ['a path that there is not', `${base}/${words}`],
  ['a shop that there is not', `/shop/${words}`],
])('%s', (_, url) => {
  it('shows markup of other people as text', async () => {
    const { body, headers } = await shop.app.inject({ url, headers: { host: 'shop.example', accept: 'text/html' } })
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expectHarmless(body)
  })
})

it('a link of the owner leads to a web page, never to a script', async () => {
  await expect(
    shop.addStore({ store: { appearance: { links: [{ label: 'x', url: 'javascript:alert(1)' }] } } }),
  ).rejects.toThrow('a URL that starts with http://, https://, mailto: or tel:, or a path')
  await expect(shop.addStore({ store: { appearance: { accentColor: 'red;}' } } })).rejects.toThrow('a colour like')
})
