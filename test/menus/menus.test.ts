import { beforeEach, describe, expect, it } from 'vitest'
import { setAccessPassword } from '../../src/commerce/access/set-access-password.ts'
import { exportBundle } from '../../src/commerce/bundle/export-bundle.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { graphql } from '../support/call.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const END = 'label category page url state'
const SET = `mutation ($place: MenuPlace!, $entries: [MenuEntryInput!]!, $version: Int) {
  setMenu(place: $place, entries: $entries, version: $version) { version entries { ${END} entries { ${END} } } }
}`
const MENUS = `{ menus { place version entries { ${END} entries { ${END} } } } }`
const products = [
  { slug: 'assam', name: 'Assam', price: 499, category: 'Black tea' },
  { slug: 'gone', name: 'Gone', price: 1, category: 'Green tea', active: false },
]
const pages = [
  { slug: 'terms', title: 'Terms', markdown: 'So it is.', published: true },
  { slug: 'draft', title: 'Draft', markdown: 'Not yet.' },
]

const shop = await forAllTests(openShop({ limitsOff: true }))
let store: Store
let owner: Owner
let page: Record<string, { id: string; version: number }>
beforeEach(async () => {
  store = await shop.addStore({ products, pages })
  owner = await ownerOf(shop, store)
  const { pages: own } = await owner.ask('{ pages { id slug version } }')
  page = Object.fromEntries(own.map((one: { slug: string }) => [one.slug, one]))
})

const set = async (place: string, entries: object[], version?: number) =>
  (await owner.ask(SET, { place, entries, version })).setMenu
const refused = (entries: object[], version?: number) => owner.refused(SET, { place: 'HEADER', entries, version })
const shown = async (place: string, of = store) =>
  (await graphql(shop, of.subdomain, `{ menu(place: ${place}) { label url category page entries { label url } } }`))
    .body.data.menu
const html = async (path = '') => (await shop.app.inject(`/shop/${store.subdomain}${path}`)).body
const links = async () =>
  (await graphql(shop, store.subdomain, '{ store { appearance { links { label url } } } }')).body.data.store.appearance
    .links
const header = () => [
  { label: 'Teas', category: 'black  TEA', entries: [{ label: 'Terms', page: page.terms?.id }] },
  { label: 'Call us', url: 'tel:+911234' },
]

describe('a menu', () => {
  it('leads to categories, pages and links, on two levels, and outdates what was cached', async () => {
    expect(await html()).not.toContain('Call us')
    expect(await shown('HEADER')).toEqual([])
    await set('HEADER', header())
    expect(await shown('HEADER')).toEqual([
      {
        ...{ label: 'Teas', url: '/c/Black%20tea', category: 'Black tea', page: null },
        entries: [{ label: 'Terms', url: '/pages/terms' }],
      },
      { label: 'Call us', url: 'tel:+911234', category: null, page: null, entries: [] },
    ])
    const seen = await html()
    expect(seen).toContain('<a href="tel:+911234" dir="auto">Call us</a>')
    expect(seen).toContain(`<a href="/shop/${store.subdomain}/pages/terms" dir="auto">Terms</a>`)
    expect(seen).not.toContain('aria-label="Categories"')
  })

  it('loses what is deleted, at once, and tells the owner', async () => {
    await set('HEADER', [
      ...header(),
      { label: 'Draft', page: page.draft?.id },
      { label: 'Green', category: 'Green tea' },
    ])
    const states = async () =>
      (await owner.ask(MENUS)).menus[0].entries.map((entry: { state: string; entries: { state: string }[] }) => [
        entry.state,
        ...entry.entries.map(({ state }) => state),
      ])
    expect(await states()).toEqual([['SHOWN', 'SHOWN'], ['SHOWN'], ['DRAFT'], ['EMPTY']])
    expect((await shown('HEADER')).map(({ label }: { label: string }) => label)).toEqual(['Teas', 'Call us'])
    expect(await html()).toContain('/pages/terms')
    await owner.ask('mutation ($id: ID!, $version: Int!) { deletePage(id: $id, version: $version) { id } }', page.terms)
    expect(await states()).toEqual([['SHOWN', 'GONE'], ['SHOWN'], ['DRAFT'], ['EMPTY']])
    expect(await html()).not.toContain('/pages/terms')
    await owner.ask('mutation { upsertProduct(input: { slug: "assam", category: "Leaf", version: 1 }) { id } }')
    expect(await states()).toEqual([['GONE', 'GONE'], ['SHOWN'], ['DRAFT'], ['EMPTY']])
    expect((await shown('HEADER')).map(({ label }: { label: string }) => label)).toEqual(['Call us'])
  })

  it('follows a page to its new address', async () => {
    await set('FOOTER', [{ label: 'Terms', page: page.terms?.id }])
    const input = { ...page.terms, slug: 'conditions' }
    await owner.ask('mutation ($input: PageInput!) { upsertPage(input: $input) { id } }', {
      input: { id: input.id, version: input.version, slug: input.slug },
    })
    expect(await links()).toEqual([{ label: 'Terms', url: '/pages/conditions' }])
  })

  it.each([
    [[{ label: 'x', url: 'javascript:alert(1)' }], '[0].url: expected a URL that starts with http'],
    [[{ label: 'x', url: 'data:text/html,x' }], '[0].url: expected a URL'],
    [[{ label: 'x', url: '//evil.example' }], '[0].url: expected a URL'],
    [[{ label: 'x', url: '/\\evil.example' }], '[0].url: expected a URL'],
    [[{ label: 'x', url: 'https://me:secret@example.com' }], '[0].url: expected a URL without user name'],
    [[{ label: '', url: '/' }], '[0].label: expected 1 to 60 characters'],
    [[{ label: 'x'.repeat(61), url: '/' }], '[0].label: expected 1 to 60 characters'],
    [[{ label: 'x' }], '[0]: expected one of category, page and url, found []'],
    [[{ label: 'x', url: '/', category: 'Black tea' }], '[0]: expected one of category, page and url'],
    [[{ label: 'x', url: '/', entries: [{ label: 'y' }] }], '[0].entries[0]: expected one of category, page and url'],
    [[{ label: 'x', category: 'Roses' }], '[0].category: expected a category that a product of the store has'],
    [[{ label: 'x', page: 'nonsense' }], '[0].page: expected a page of the store, found "nonsense"'],
    [Array(51).fill({ label: 'x', url: '/' }), 'expected'],
    [
      [{ label: 'x', url: '/', entries: Array(50).fill({ label: 'y', url: '/' }) }],
      'expected at most 50 entries, both levels together, found 51',
    ],
  ])('is refused: %j', async (entries, message) => {
    expect(await refused(entries)).toMatchObject({
      ...{ code: 'BAD_USER_INPUT', message: expect.stringContaining(message) },
    })
    expect(await shown('HEADER')).toEqual([])
  })

  it('has no third level, and nothing of another store', async () => {
    const third = [{ label: 'x', url: '/', entries: [{ label: 'y', url: '/', entries: [] }] }]
    expect((await refused(third)).message).toContain('Field "entries" is not defined by type "SubmenuEntryInput"')
    const other = await shop.addStore({ products: [{ ...products[0], category: 'Roses' }], pages })
    const stranger = await ownerOf(shop, other)
    const { pages: theirs } = await stranger.ask('{ pages { id } }')
    expect((await refused([{ label: 'x', page: theirs[0].id }])).message).toContain('expected a page of the store')
    expect((await refused([{ label: 'x', category: 'Roses' }])).message).toContain('expected a category')
  })

  it('is changed once on each version, if one is given', async () => {
    const { version } = await set('HEADER', header())
    await set('HEADER', [], version)
    expect(await refused(header(), version)).toMatchObject({ code: 'CONFLICT' })
    expect(await set('HEADER', header())).toMatchObject({ version: version + 2 })
    const { changes } = await owner.ask('{ changes(first: 1) { nodes { fields { name } } } }')
    expect(changes.nodes[0].fields).toEqual([{ name: 'menus.header' }])
  })
})

describe('the footer', () => {
  it('goes on for clients that know its links alone: what they leave as it was stays what it is', async () => {
    const footer = [
      { label: 'Terms', page: page.terms?.id, entries: [{ label: 'Mail', url: 'mailto:care@tea.example' }] },
      { label: 'Law', entries: [{ label: 'Teas', category: 'Black tea' }] },
      { label: 'Blog', url: 'https://blog.example' },
    ]
    await set('FOOTER', footer)
    const { store: read } = await owner.ask('{ store { version appearance { links { label url } } } }')
    expect(read.appearance.links).toEqual([
      { label: 'Terms', url: '/pages/terms' },
      { label: 'Blog', url: 'https://blog.example' },
    ])
    const added = [...read.appearance.links, { label: 'New', url: 'https://new.example' }]
    await owner.ask(
      'mutation ($links: [StoreLinkInput!], $version: Int!) { updateStore(input: { appearance: { links: $links } }, version: $version) { version } }',
      {
        ...{ links: added, version: read.version },
      },
    )
    const { menus } = await owner.ask(MENUS)
    expect(menus[1].entries.map(({ label }: { label: string }) => label)).toEqual(['Terms', 'Law', 'Blog', 'New'])
    expect(menus[1].entries[0]).toMatchObject({ page: page.terms?.id, entries: [{ label: 'Mail' }] })
  })

  it('leads to what is in reach behind the password, and to no category', async () => {
    await set('FOOTER', [
      { label: 'Law', entries: [{ label: 'Our terms', page: page.terms?.id }] },
      { label: 'Teas', category: 'Black tea' },
    ])
    await setAccessPassword({ services: shop.services, store }, 'letmein')
    expect(await shown('FOOTER')).toEqual([
      { label: 'Law', url: null, category: null, page: null, entries: [{ label: 'Our terms', url: '/pages/terms' }] },
    ])
    const locked = await html()
    expect(locked).toContain('Our terms')
    expect(locked).toContain(`/shop/${store.subdomain}/contact`)
    expect(locked).not.toContain('Teas')
  })
})

it('menus go into bundles and come out of them', async () => {
  await set('HEADER', [...header(), { label: 'Draft', page: page.draft?.id }])
  await set('FOOTER', [
    { label: 'Terms', page: page.terms?.id },
    { label: 'Blog', url: 'https://blog.example' },
  ])
  const bundle = await exportBundle(shop.database.prisma, store.subdomain)
  expect(bundle?.menus?.header?.[0]).toEqual({
    label: 'Teas',
    category: 'black TEA',
    entries: [{ label: 'Terms', page: 'terms' }],
  })
  const again = { ...bundle, store: { ...bundle?.store, subdomain: `${store.subdomain}-copy` } }
  const copy = await shop.addStore(again)
  expect(await shown('HEADER', copy)).toEqual(await shown('HEADER'))
  expect(await shown('FOOTER', copy)).toEqual(await shown('FOOTER'))
  expect((await shop.addStore(again)).version).toBe(copy.version)
  await expect(shop.addStore({ menus: { header: [{ label: 'x', page: 'nowhere' }] } })).rejects.toThrow(
    'menus.header[0].page: expected a page of the store, found "nowhere"',
  )
  await expect(
    shop.addStore({
      menus: { header: [{ label: 'x', url: '/', entries: [{ label: 'y', url: '/', entries: [{}] }] }] },
    }),
  ).rejects.toThrow('menus.header[0].entries[0].entries[0]: expected one of category, page and url, found []')
  const plain = await shop.addStore({
    store: { appearance: { links: [{ label: 'Blog', url: 'https://blog.example' }] } },
  })
  expect(await exportBundle(shop.database.prisma, plain.subdomain)).not.toHaveProperty('menus')
})
