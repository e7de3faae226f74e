import { beforeEach, describe, expect, it } from 'vitest'
import { exportBundle } from '../../src/commerce/bundle/export-bundle.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { atOnce } from '../support/buying.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ limitsOff: true }))
let store: Store
let owner: Owner
beforeEach(async () => {
  store = await shop.addStore()
  owner = await ownerOf(shop, store)
})

const ALL = 'id slug title markdown published position version'
const UPSERT = `mutation ($input: PageInput!) { upsertPage(input: $input) { ${ALL} } }`
const DELETE = 'mutation ($id: ID!, $version: Int!) { deletePage(id: $id, version: $version) { id } }'
const upsert = async (input: object) => (await owner.ask(UPSERT, { input })).upsertPage
const refused = (input: object) => owner.refused(UPSERT, { input })
const ownPages = async () => (await owner.ask(`{ pages { ${ALL} } }`)).pages
const get = (path: string) => shop.app.inject(`/api/sites/${store.subdomain}${path}`)
const graphql = async (query: string) =>
  (await shop.app.inject({ method: 'POST', url: `/api/sites/${store.subdomain}/graphql`, payload: { query } })).json()
const inShop = (path: string) => shop.app.inject(`/shop/${store.subdomain}${path}`)

const terms = { slug: 'terms', title: 'Terms', markdown: 'See [delivery](/delivery).', published: true }

describe('a page', () => {
  it('is shown over REST, GraphQL and in the shop by one text', async () => {
    await upsert(terms)
    const html = '<p>See <a href="/delivery">delivery</a>.</p>\n'
    const listed = { slug: 'terms', title: 'Terms', updated_at: expect.any(String) }
    expect((await get('/pages')).json()).toEqual({ pages: [listed] })
    expect((await get('/pages/terms')).json()).toEqual({ ...listed, html, markdown: terms.markdown })
    const { data } = await graphql(
      '{ pages { slug } page(slug: "terms") { title html prefixed: html(linkPrefix: "/a") } }',
    )
    expect(data).toEqual({
      pages: [{ slug: 'terms' }],
      page: { title: 'Terms', html, prefixed: html.replace('/delivery', '/a/delivery') },
    })
    const page = await inShop('/pages/terms')
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain(`See <a href="/shop/${store.subdomain}/delivery">delivery</a>.`)
    expect(page.body).toContain('<h1 dir="auto">Terms</h1>')
    expect((await inShop('/sitemap/1')).body).toContain(`/shop/${store.subdomain}/pages/terms</loc>`)
  })

  it('stands among the others where its owner has put it, everywhere', async () => {
    const page = (slug: string, position: number) => ({ slug, title: slug, published: true, position })
    await shop.addStore({
      store: { subdomain: store.subdomain },
      pages: [page('a', 3), page('b', 1), page('c', 2), page('d', 1)],
    })
    const order = ['b', 'd', 'c', 'a']
    const slugs = (pages: { slug: string }[]) => pages.map(({ slug }) => slug)
    expect(slugs((await get('/pages')).json().pages)).toEqual(order)
    expect(slugs((await graphql('{ pages { slug } }')).data.pages)).toEqual(order)
    expect(slugs(await ownPages())).toEqual(order)
  })

  it('that is a draft or unknown is nowhere', async () => {
    await upsert({ ...terms, published: false })
    for (const slug of ['terms', 'other', 'TERMS', '%00', 'terms%20']) {
      const answer = await get(`/pages/${slug}`)
      expect([slug, answer.statusCode, answer.json().error]).toEqual([slug, 404, 'Page not found'])
      expect((await inShop(`/pages/${slug}`)).statusCode).toBe(404)
    }
    expect((await get('/pages')).json()).toEqual({ pages: [] })
    expect((await graphql('{ pages { slug } page(slug: "terms") { html } }')).data).toEqual({ pages: [], page: null })
    expect((await inShop('/sitemap/1')).body).not.toContain('/pages/')
  })

  it('is out of every cache as soon as it is changed, made a draft or deleted', async () => {
    const { id } = await upsert(terms)
    const shown = async () => [(await get('/pages/terms')).json().html, (await inShop('/pages/terms')).statusCode]
    expect(await shown()).toEqual(['<p>See <a href="/delivery">delivery</a>.</p>\n', 200])
    await upsert({ id, version: 1, markdown: 'New' })
    expect(await shown()).toEqual(['<p>New</p>\n', 200])
    await upsert({ id, version: 2, published: false })
    expect(await shown()).toEqual([undefined, 404])
    await upsert({ id, version: 3, published: true })
    expect(await shown()).toEqual(['<p>New</p>\n', 200])
    await owner.ask(DELETE, { id, version: 4 })
    expect(await shown()).toEqual([undefined, 404])
  })

  it('is answered from the cache until then, without a statement', async () => {
    await upsert(terms)
    const ask = () => Promise.all([get('/pages/terms'), get('/pages'), inShop('/pages/terms')])
    await ask()
    shop.statements()
    await ask()
    expect(shop.statements().filter((sql) => /pages/.test(sql))).toEqual([])
  })

  it('is shown though the store has a password, and without what that protects', async () => {
    store = await shop.addStore({ store: { access: { password: 'secret1', protection: 'site' } }, pages: [terms] })
    expect((await get('/pages/terms')).statusCode).toBe(200)
    const page = await inShop('/pages/terms')
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(page.body).not.toContain('Black tea')
    expect((await get('/products')).statusCode).toBe(401)
  })

  it('is linked where a store asks for its password, whose owner can be written to', async () => {
    const links = [
      { label: 'Imprint', url: '/pages/imprint' },
      { label: 'Our other shop', url: '/shop/other' },
    ]
    const access = { password: 'secret1', protection: 'site' }
    store = await shop.addStore({ store: { access, appearance: { links } } })
    const imprint = `<a href="/shop/${store.subdomain}/pages/imprint" dir="auto">Imprint</a>`
    const home = await inShop('')
    expect([home.statusCode, home.body.includes(imprint)]).toEqual([401, true])
    expect(home.body).toContain('<a href="/shop/other" dir="auto">Our other shop</a>')
    expect((await inShop('/contact')).body).toContain(imprint)
    expect((await inShop('/contact')).statusCode).toBe(200)
    expect((await inShop('/thanks/message')).statusCode).toBe(200)
    expect((await inShop('/search')).statusCode).toBe(401)
  })

  it('takes 50,000 characters and no more, of which the shop shows a lawyer’s 40,000', async () => {
    const clause = '## Clause\n\n1. The buyer shall be **deemed** to know this.\n2. See [there](/contact).\n\n'
    const { id } = await upsert({ ...terms, markdown: clause.repeat(40_000 / clause.length) })
    const { body } = await inShop('/pages/terms')
    expect(body.split('<h2>Clause</h2>')).toHaveLength(Math.floor(40_000 / clause.length) + 1)
    await upsert({ id, version: 1, markdown: 'x'.repeat(50_000) })
    expect((await refused({ id, version: 2, markdown: 'x'.repeat(50_001) })).message).toMatch(
      /^markdown: expected at most 50000 characters, found /,
    )
  })
})

it('the HTML of a page is not rendered for a hundred prefixes in one document', async () => {
  await upsert(terms)
  const ask = async (times: number) => {
    const fields = Array.from({ length: times }, (_, at) => `a${at}: html(linkPrefix: "/${at}")`)
    const { errors, data } = await graphql(`{ page(slug: "terms") { ${fields.join(' ')} } }`)
    return errors?.[0].message ?? Object.keys(data.page).length
  }
  expect(await ask(10)).toBe(10)
  expect(await ask(100)).toMatch(/^This query costs 1000\d\d, and at most 20000 is allowed/)
})

describe('the owner of pages', () => {
  it('gives them an order, and changes field by field', async () => {
    const page = await upsert(terms)
    expect(page).toEqual({ ...terms, id: page.id, position: 0, version: 1 })
    const other = await upsert({ slug: 'privacy', title: 'Privacy' })
    expect(other).toMatchObject({ markdown: '', published: false, position: 1 })
    expect(await upsert({ id: page.id, version: 1, position: 5, title: 'Our terms' })).toEqual({
      ...{ ...page, title: 'Our terms', position: 5, version: 2 },
    })
    expect((await ownPages()).map(({ slug }: { slug: string }) => slug)).toEqual(['privacy', 'terms'])
    const query = `query ($id: ID!) { page(id: $id) { ${ALL} } }`
    expect((await owner.ask(query, { id: other.id })).page).toEqual(other)
    expect([(await owner.ask(query, { id: 'x' })).page]).toEqual([null])
  })

  it.each([
    [{}, /^slug: expected one, which a new page needs, found nothing; title: /],
    [{ slug: 'A b', title: 'A' }, /^slug: expected 1 to 80 lower-case letters and digits/],
    [{ slug: 'a--b', title: 'A' }, /^slug: /],
    [{ slug: 'a'.repeat(81), title: 'A' }, /^slug: /],
    [{ slug: 'a', title: '' }, /^title: expected 1 to 100 characters/],
    [{ slug: 'a', title: 'a\nb' }, /^title: expected one line/],
    [{ slug: 'a', title: 'A', markdown: '\u0000' }, /^markdown: expected text without NUL/],
    [{ slug: 'a', title: 'A', position: -1 }, /^position: /],
  ])('is told what is wrong: %j', async (input, message) => {
    expect(await refused(input)).toMatchObject({ code: 'BAD_USER_INPUT', message: expect.stringMatching(message) })
  })

  it('cannot give two pages one slug, nor change or delete one that was changed or is gone', async () => {
    const page = await upsert(terms)
    const other = await upsert({ slug: 'other', title: 'Other' })
    for (const input of [terms, { id: other.id, version: 1, slug: 'terms' }])
      expect((await refused(input)).message).toBe('slug: expected one that no other page has, found "terms"')
    const outdated = [
      await refused({ id: page.id, version: 2, title: 'T' }),
      await refused({ id: page.id, title: 'T' }),
      await owner.refused(DELETE, { id: page.id, version: 3 }),
    ]
    expect(outdated.map(({ code }) => code)).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT'])
    const nobody = '019a0000-0000-7000-8000-000000000000'
    expect((await refused({ id: nobody, version: 1 })).code).toBe('NOT_FOUND')
    expect((await owner.refused(DELETE, { id: 'x', version: 1 })).code).toBe('NOT_FOUND')
  })

  it('has one of many changes at once succeed, and 100 pages at most', async () => {
    const { id } = await upsert(terms)
    const results = await atOnce(5, () => owner.post(UPSERT, { input: { id, version: 1, title: 'At once' } }))
    expect(results.filter(({ body }) => !body.errors)).toHaveLength(1)
    const pages = Array.from({ length: 99 }, (_, at) => ({ slug: `page-${at}`, title: `Page ${at}`, published: true }))
    await shop.addStore({ store: { subdomain: store.subdomain }, pages })
    expect((await get('/pages')).json().pages).toHaveLength(100)
    const more = await atOnce(3, (at) => owner.post(UPSERT, { input: { slug: `more-${at}`, title: 'More' } }))
    expect(more.map(({ body }) => body.errors?.[0].message)).toEqual(
      Array(3).fill('A store can have 100 pages. Delete one first.'),
    )
    const bundle = (slug: string) =>
      shop.addStore({ store: { subdomain: store.subdomain }, pages: [{ slug, title: 'T' }] })
    await expect(bundle('one-more')).rejects.toThrow('pages: expected at most 100 pages in the store, found 101')
    await bundle('page-7')
    expect((await get('/pages')).json().pages).toHaveLength(100)
  })

  it('has each change in the history, by name', async () => {
    const { id } = await upsert(terms)
    await upsert({ id, version: 1, markdown: 'New', published: false })
    await owner.ask(DELETE, { id, version: 2 })
    const { changes } = await owner.ask(
      `{ changes(subject: { kind: PAGE, id: "${id}" }) { nodes { action subject { name } fields { name from to } } } }`,
    )
    expect(changes.nodes.map(({ action }: { action: string }) => action)).toEqual(['DELETED', 'CHANGED', 'CREATED'])
    expect(changes.nodes[1].fields).toEqual([
      { name: 'markdown', from: null, to: null },
      { name: 'published', from: 'true', to: 'false' },
    ])
  })
})

describe('a bundle', () => {
  it('brings pages and takes them along; without any it is as before', async () => {
    expect(await exportBundle(shop.database.prisma, store.subdomain)).not.toHaveProperty('pages')
    const pages = [
      { ...terms, position: 3 },
      { slug: 'draft', title: 'Draft', markdown: '', published: false, position: 4 },
    ]
    store = await shop.addStore({ pages })
    expect((await exportBundle(shop.database.prisma, store.subdomain))?.pages).toEqual(pages)
    await shop.addStore({ store: { subdomain: store.subdomain }, pages: [{ slug: 'terms', title: 'New' }] })
    expect((await exportBundle(shop.database.prisma, store.subdomain))?.pages?.[0]).toEqual({
      ...pages[0],
      title: 'New',
    })
  })

  it('is refused with a slug twice, and with a new page without a title', async () => {
    await expect(shop.addStore({ pages: [terms, terms] })).rejects.toThrow(/pages\[1\]\.slug: expected a slug that/)
    await expect(shop.addStore({ pages: [{ slug: 'a' }] })).rejects.toThrow('pages[0].title: expected one, which a new')
  })
})
