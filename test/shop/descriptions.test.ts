import { parseDocument } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { forAllTests, openShop, unlimited } from '../support/shop.ts'
import { expectHarmless } from './harmless.ts'

const shop = await forAllTests(openShop({ policies: { read: unlimited } }))

/** As an export of Shopify has it. */
const described = `<meta charset="utf-8"><h1>The story</h1>
<p><span style="font-weight: 400;">Picked <strong>by hand</strong> in <a href="https://assam.example/map" target="_blank" onclick="steal()">Assam</a>.</span></p>
<h3>Contents</h3>
<ul><li>Tea<ul><li>250 g</li></ul></li><li>See <a href="/pages/brewing">how to brew</a></li></ul>
<table width="900"><tbody><tr><th>Size</th><td>S</td></tr></tbody></table>
<script>steal()</script><p>&nbsp;</p>`

const plain = 'Malty & strong.\nGood with milk.\n\n5 < 10, says <me@example.com>'

const attacks = [
  '<script>alert(1)</script>',
  '<ScRiPt src=//evil.example/x.js></sCrIpT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<p onmouseover="alert(1)" style="background:url(javascript:alert(1))">p</p>',
  '<a href="jAvAsCrIpT:alert(1)">a</a>',
  '<a href="java&#x09;script:alert(1)">a</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD4=">a</a>',
  '<svg><animate onbegin=alert(1)><script>alert(1)</script></svg>',
  '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<form action=//evil.example><input name=password autofocus onfocus=alert(1)></form>',
  '<base href=//evil.example><meta http-equiv=refresh content="0;url=//evil.example"><link rel=stylesheet href=//evil.example>',
  '</div></main></body><script>alert(1)</script>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<table><td background="javascript:alert(1)"><style><img src="</style><img src=x onerror=alert(1)>">',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '"><script>alert(1)</script>\'--><!--><img src=x onerror=alert(1)>-->',
  '<p id="cart" name="body" class="button" data-island="buy">p</p>',
  `${'<b>'.repeat(1000)}<script>alert(1)</script>`,
]

const product = (slug: string, description: string) => ({ slug, name: slug, description, price: 5 })
const store = await shop.addStore({
  products: [
    product('rich', described),
    product('plain', plain),
    ...attacks.map((attack, index) => product(`attack-${index}`, `Before ${attack} after`)),
  ],
})
const get = async (slug: string) =>
  (await shop.app.inject({ url: `/shop/${store.subdomain}/p/${slug}`, headers: { host: 'shop.example' } })).body
const proseOf = (body: string) => /<div class="prose">(.*?)<\/div><\/div><\/div>/s.exec(body)?.[1] ?? ''

describe('the description of a product', () => {
  it('is shown with headings, lists, tables and links of its HTML, and nothing else of it', async () => {
    const body = await get('rich')
    expectHarmless(body)
    expect(proseOf(body)).toBe(
      [
        '<h2 dir="auto">The story</h2>',
        '<p dir="auto">Picked <strong>by hand</strong> in <a href="https://assam.example/map" rel="nofollow noopener">Assam</a>.</p>',
        '<h3 dir="auto">Contents</h3>',
        `<ul dir="auto"><li>Tea<ul dir="auto"><li>250 g</li></ul></li><li>See <a href="/shop/${store.subdomain}/pages/brewing">how to brew</a></li></ul>`,
        '<section class="wide-table" aria-label="Table" tabindex="0"><table><tbody><tr><th dir="auto">Size</th><td dir="auto">S</td></tr></tbody></table></section>',
      ].join(''),
    )
  })

  it('keeps its line breaks where it has no HTML', async () => {
    expect(proseOf(await get('plain'))).toBe(
      '<p dir="auto" class="loose">Malty &amp; strong.\nGood with milk.</p><p dir="auto" class="loose">5 &lt; 10, says &lt;me@example.com></p>',
    )
  })

  it('is text for search engines, in the search and for who shares the page, and as given over the API', async () => {
    const body = await get('rich')
    const text = 'The story Picked by hand in Assam. Contents Tea 250 g See how to brew Size S'
    expect(body).toContain(`<meta name="description" content="${text}"/>`)
    expect(body).toContain(`<meta property="og:description" content="${text}"/>`)
    const [entry] = [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = '']) =>
      JSON.parse(json),
    )
    expect(entry.description).toBe(
      'The story\nPicked by hand in Assam.\nContents\nTea\n250 g\nSee how to brew\nSize\nS',
    )
    const search = async (word: string) =>
      (await shop.app.inject(`/api/sites/${store.subdomain}/products?q=${word}`)).json().products.length
    expect([await search('picked'), await search('strong'), await search('onclick')]).toEqual([1, 1, 0])
    const { product } = (await shop.app.inject(`/api/sites/${store.subdomain}/products/rich`)).json()
    expect(product.description).toBe(described)
  })

  it.each(attacks.map((attack, index) => [attack.slice(0, 80), index] as const))(
    'runs nothing of %s',
    async (_, index) => {
      const body = await get(`attack-${index}`)
      expectHarmless(body)
      const prose = proseOf(body)
      expect(prose).toContain('Before')
      const attributes = new Set<string>()
      const walk = (node: { attribs?: Record<string, string>; children?: any[] }) => {
        for (const name of Object.keys(node.attribs ?? {})) attributes.add(name)
        for (const child of node.children ?? []) walk(child)
      }
      walk(parseDocument(prose) as any)
      const known = ['class', 'dir', 'aria-label', 'tabindex']
      expect([...attributes].filter((name) => !known.includes(name))).toEqual([])
    },
  )
})
