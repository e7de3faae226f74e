import { parseDocument } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { forAllTests, openShop, unlimited } from '../support/shop.ts'

const shop = await forAllTests(openShop({ policies: { read: unlimited } }))

/** Each is a text that a page must show, and that must never become an element, an attribute or the end of a script. */
const marked = (name: string) =>
  `${name}</title></script></style><script>alert('${name}')</script><img src=x onerror="alert(1)">"'><b onclick=a>&amp;`

const store = await shop.addStore({
  store: {
    businessName: marked('business'),
    appearance: {
      name: marked('name').slice(0, 100),
      heroText: marked('hero'),
      logo: { url: '/pictures/assam.svg?"><script>', alt: marked('logo') },
      heroPicture: { url: 'https://images.example/"onload="x', alt: marked('picture') },
      links: [{ label: 'terms</a><script>x()', url: 'https://owner.example/"onclick="x' }],
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
      media: [{ url: 'https://images.example/a.jpg?"onerror="x', alt: marked('alt') }],
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

interface Node {
  type: string
  name?: string
  attribs?: Record<string, string>
  children?: Node[]
}

function* elements(node: Node): Generator<Node> {
  if (node.name && node.type !== 'directive') yield node
  for (const child of node.children ?? []) yield* elements(child)
}

const known = new Set(
  'html head meta title link style script body a header div span search form label input button svg circle path nav ul li main section h1 h2 h3 p img article b small s footer ol select option fieldset legend dl dt dd time i'.split(
    ' ',
  ),
)

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
    expect(body).not.toContain('<script>')
    const found = [...elements(parseDocument(body) as unknown as Node)]
    expect(found.length).toBeGreaterThan(8)
    for (const { name = '', attribs = {} } of found) {
      expect([name, known.has(name)]).toEqual([name, true])
      const names = Object.keys(attribs)
      expect(names.filter((attribute) => attribute.startsWith('on') || attribute === 'style')).toEqual([])
      expect(names.filter((attribute) => !/^[a-z-]+$/.test(attribute))).toEqual([])
      if (name === 'script') expect([attribs.type]).toEqual([expect.stringMatching(/^(module|application\/ld\+json)$/)])
    }
  })
})

it('a link of the owner leads to a web page, never to a script', async () => {
  await expect(
    shop.addStore({ store: { appearance: { links: [{ label: 'x', url: 'javascript:alert(1)' }] } } }),
  ).rejects.toThrow('a URL that starts with http:// or https://')
  await expect(shop.addStore({ store: { appearance: { accentColor: 'red;}' } } })).rejects.toThrow('a colour like')
})
