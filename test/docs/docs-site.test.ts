import { readFileSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { buildSchema, isEnumType, isInputObjectType, isIntrospectionType, isObjectType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { createServer } from '../../src/process/server.ts'
import { createFind } from '../../src/web/docs/browser/find.ts'
import { renderMarkdown } from '../../src/web/docs/render/markdown.ts'
import type { Document } from '../../src/web/docs/render/openapi-document.ts'
import { renderSite } from '../../src/web/docs/render/render-site.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop())
const files = await renderSite({ graphql: true })
const pages = new Map(
  files.flatMap(({ path, type, body }) => (type.startsWith('text/html') ? [[path, String(body)]] : [])),
)
const urlOf = (path: string) => (path === '' ? '/docs' : `/docs/${path}`)
const get = (url: string, headers: Record<string, string> = {}) =>
  shop.app.inject({ url, headers: { host: 'localhost:4000', ...headers } })
/** Without those of shown code. */
const linksOf = (html: string) =>
  [...html.replaceAll(/<pre.*?<\/pre>/gs, '').matchAll(/(?:href|src|data-index)="([^"]+)"/g)].map(
    ([, link = '']) => link,
  )
const index = JSON.parse(String(files.find(({ path }) => /search-.*json$/.test(path))?.body))
const find = createFind(index)
const document: Document = JSON.parse(readFileSync('schema/openapi.json', 'utf8'))

describe('a page of the documentation', () => {
  it('is served under a policy without inline scripts and styles, and has none', async () => {
    for (const path of ['', 'storefront', 'operations/backup', 'rest/checkout', 'graphql/owner/types']) {
      const { statusCode, headers, body } = await get(urlOf(path))
      expect({ statusCode, body }).toEqual({ statusCode: 200, body: pages.get(path) })
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)
      expect(headers['content-security-policy']).not.toContain('unsafe')
    }
    for (const html of pages.values()) expect(html).not.toMatch(/<script>| style="| on[a-z]+="|javascript:/)
  })

  it('is revalidated, for each coding of its own', async () => {
    const codings = { br: brotliDecompressSync, gzip: gunzipSync }
    for (const [coding, decompress] of Object.entries(codings)) {
      const first = await get('/docs/errors', { 'accept-encoding': coding })
      expect(first.headers).toMatchObject({
        'content-encoding': coding,
        vary: 'Accept-Encoding',
        'cache-control': 'no-cache',
      })
      expect(String(decompress(first.rawPayload))).toBe(pages.get('errors'))
      const etag = String(first.headers.etag)
      const again = await get('/docs/errors', { 'accept-encoding': coding, 'if-none-match': etag })
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
      expect((await get('/docs/errors', { 'if-none-match': etag })).statusCode).toBe(200)
    }
  })

  it('names the address at which it is served, also compressed, and as text only', async () => {
    const usual = await get('/docs/storefront')
    for (const coding of ['identity', 'br']) {
      const headers = { host: 'shop.example:4001', 'accept-encoding': coding }
      const { rawPayload, headers: answered } = await get('/docs/storefront', headers)
      const html = String(coding === 'br' ? brotliDecompressSync(rawPayload) : rawPayload)
      expect(html).toBe(pages.get('storefront')?.replaceAll('http://localhost:4000', 'http://shop.example:4001'))
      expect(html).toContain('http://shop.example:4001/api/sites/demo/checkout')
      const etag = String(answered.etag)
      expect(etag).not.toBe(usual.headers.etag)
      expect((await get('/docs/storefront', { ...headers, 'if-none-match': etag })).statusCode).toBe(304)
    }
    expect((await get('/docs/storefront', { host: '"><script>$&' })).body).toContain(
      'http://&quot;&gt;&lt;script&gt;$&amp;',
    )
    expect((await get('/docs/limits', { host: 'shop.example' })).headers.etag).toBe(
      (await get('/docs/limits')).headers.etag,
    )
  })

  it('is at one address', async () => {
    const answer = await get('/docs/')
    expect([answer.statusCode, answer.headers.location]).toEqual([308, '../docs'])
    for (const path of ['/docs/nothing', '/docs/storefront/', '/docs/assets/docs.js', '/docs/site.json'])
      expect((await get(path)).statusCode).toBe(404)
    expect((await shop.app.inject({ method: 'HEAD', url: '/docs' })).statusCode).toBe(200)
    expect((await shop.app.inject({ method: 'POST', url: '/docs/storefront' })).statusCode).toBe(405)
  })

  it('loads nothing from another host', () => {
    for (const html of pages.values()) {
      const loaded = [...html.matchAll(/<(?:script|link|img|iframe|source|object|embed)\b[^>]*>/g)].map(([tag]) => tag)
      expect(loaded.filter((tag) => /(https?:)?\/\//.test(tag))).toEqual([])
    }
    for (const { type, body } of files.filter(({ immutable }) => immutable)) {
      if (type.startsWith('text/css')) expect(String(body)).not.toMatch(/url\("?(https?:|\/\/)|@import/)
      if (type.startsWith('text/javascript')) expect(String(body)).not.toMatch(/(import|fetch)\(?["'`](https?:)?\/\//)
    }
  })

  it('shows HTML of its source as text', () => {
    expect(pages.get('payments')).toContain('&lt;')
    expect([...pages.values()].join()).not.toContain('<script src="https://checkout')
  })
})

it('a first visit is at most 300 KB, with everything that the page may load later', () => {
  const compressed = files.map(({ path, body, immutable }) => ({ path, immutable, size: gzipSync(body).length }))
  const assets = compressed.filter(({ immutable }) => immutable).reduce((sum, { size }) => sum + size, 0)
  const largest = Math.max(...compressed.filter(({ immutable }) => !immutable).map(({ size }) => size))
  const openApi = gzipSync(readFileSync('schema/openapi.json')).length
  expect(assets + largest + openApi).toBeLessThan(300_000)
})

describe('a link of the documentation', () => {
  it('leads to a page and a section that are there', async () => {
    const ids = new Map([...pages].map(([path, html]) => [urlOf(path), new Set(idsOf(html))]))
    const known = new Set(files.map(({ path }) => urlOf(path)))
    const others = new Set<string>()
    const dead: string[] = []
    for (const [path, html] of pages) {
      for (const link of linksOf(html)) {
        if (/^(https?|mailto):/.test(link)) continue
        const { pathname, hash } = new URL(link, `http://docs.test${urlOf(path)}`)
        if (!pathname.startsWith('/docs')) others.add(pathname)
        else if (!known.has(pathname)) dead.push(`${path}: ${link}`)
        else if (hash && !ids.get(pathname)?.has(decodeURIComponent(hash.slice(1)))) dead.push(`${path}: ${link}`)
      }
      expect(linksOf(html).filter((link) => /^(docs|gateway):|\.md\b/.test(link))).toEqual([])
    }
    expect(dead).toEqual([])
    expect([...others].toSorted()).toEqual(['/', '/api/sites/demo/owner/graphql', '/graphql', '/openapi.json'])
    for (const path of others) expect((await get(path, { accept: 'text/html' })).statusCode).toBe(200)
  })

  it('names the page that it leads to, not the file, as a whole or at a section', () => {
    const found = [...pages.values()].flatMap((html) => [...html.matchAll(/<a [^>]*>(.*?)<\/a>/gs)])
    expect(found.filter(([, text = '']) => /\.md\b/.test(text))).toEqual([])
    const options = { title: '', resolve: (link: string) => `docs:${link}`, nameOf: (target: string) => `<${target}>` }
    const { html } = renderMarkdown('[a.md](a.md), [b.md](b.md#part), [the *part*](c.md#part)', options)
    expect(html).toContain('<a href="docs:b.md#part">&lt;docs:b.md&gt;</a>, <a href="docs:c.md#part">the <em>part')
    expect(html).toContain('<a href="docs:a.md">&lt;docs:a.md&gt;</a>')
  })

  it('has an anchor of its own', () => {
    for (const [path, html] of pages) expect([path, ...new Set(idsOf(html))]).toEqual([path, ...idsOf(html)])
  })

  it('leads from the search to a section', () => {
    const ids = new Map([...pages].map(([path, html]) => [path, new Set(idsOf(html))]))
    const places = index.entries.map(([page, anchor, title]: [number, string | 0, string]) => ({
      path: index.pages[page][0],
      anchor: anchor === 0 ? title : anchor,
    }))
    expect(places.length).toBeGreaterThan(1500)
    expect(places.filter(({ path, anchor }: any) => anchor !== '' && !ids.get(path)?.has(anchor))).toEqual([])
  })
})

it('each operation has its id beside its path, as the client’s method', () => {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const { operationId, tags } of Object.values(methods)) {
      const call = operationId === 'receivePaymentNotice' ? operationId : `shop.<wbr>${operationId}()`
      const beside = `<code>${path.replaceAll('/', '/<wbr>')}</code> <code class="id">${call}</code>`
      for (const page of ['rest', `rest/${tags[0]}`]) expect(pages.get(page)).toContain(beside)
    }
  }
})

describe('the search', () => {
  it('finds every operation by its id, its path and its summary', () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
    )
    expect(operations.length).toBeGreaterThan(40)
    for (const { operationId, summary, tags, method, path } of operations) {
      const href = `rest/${tags[0]}#${operationId}`
      expect(
        find(operationId)
          .slice(0, 8)
          .map((found) => found.href),
      ).toContain(href)
      expect(find(`${method.toUpperCase()} ${path}`).map((found) => found.href)).toContain(href)
      expect(find(summary)[0]?.href).toBe(href)
    }
  })

  it.each(['storefront', 'owner'])('finds every field, input field and value of the %s’s schema', (name) => {
    const schema = buildSchema(readFileSync(`schema/${name}.graphql`, 'utf8'))
    const missing: string[] = []
    let count = 0
    for (const type of Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type))) {
      const members = isEnumType(type)
        ? type.getValues()
        : isObjectType(type) || isInputObjectType(type)
          ? Object.values(type.getFields())
          : []
      for (const member of members) {
        const full = `${type.name}.${member.name}`
        count += 1
        const isThere = ({ href }: { href: string }) => href.startsWith(`graphql/${name}`) && href.endsWith(`#${full}`)
        // The other schema may have a field of the same name.
        if (!find(full).slice(0, 2).some(isThere) || (count % 20 === 0 && !find(member.name).some(isThere)))
          missing.push(full)
      }
    }
    expect(count).toBeGreaterThan(400)
    expect(missing).toEqual([])
  })

  it.each([
    ['idempotency', /^storefront#|^http#/],
    ['refund', /refund/i],
    ['idempotencey key', /./],
    ['ERASURE', /^privacy#erasure/],
  ])('finds what the guides say of %s', (query, place) => {
    expect(find(query)[0]?.href).toMatch(place)
  })
})

it.each([
  ['cors', 'storefront'],
  ['react', 'nextjs'],
  ['vite', 'storefront'],
  ['port', 'storefront'],
])('the guide is among the first that are found for %s', (query, guide) => {
  expect(
    find(query)
      .slice(0, 3)
      .map(({ href }) => href.split('#')[0]),
  ).toContain(guide)
})

describe('without GraphiQL', () => {
  it('there is no schema, neither on a page nor in the search', async () => {
    const app = await createServer({
      services: shop.services,
      config: { trustProxy: null, defaultStore: 'demo', graphiql: false, metrics: false },
      isReady: async () => true,
    })
    const { body } = await app.inject('/docs')
    expect(body).not.toContain('graphql/')
    expect(body).toContain('href="docs/rest/checkout"')
    expect((await app.inject('/docs/graphql/owner')).statusCode).toBe(404)
    const [, path] = /data-index="([^"]+)"/.exec(body) ?? []
    expect((await app.inject(`/${path}`)).body).not.toContain('Mutation.')
    expect(linksOf((await app.inject('/docs/owner-api')).body).filter((link) => /graphql/.test(link))).toEqual([])
    await app.close()
  })
})

function idsOf(html: string): string[] {
  return [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)
}
