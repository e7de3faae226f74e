import { describe, expect, it } from 'vitest'
import type { Store } from '../../../src/generated/prisma/client.ts'
import { graphql } from '../../support/call.ts'
import { type Owner, ownerOf } from '../../support/owner.ts'
import { forAllTests, openShop } from '../../support/shop.ts'

const shop = await forAllTests(openShop({ limitsOff: true }))
const { prisma } = shop.database

async function open(bundle: Record<string, unknown> = {}): Promise<{ store: Store; owner: Owner }> {
  const products = [{ slug: 'assam', name: 'Assam', price: 499, category: 'Tea' }]
  const store = await shop.addStore({ products, ...bundle })
  return { store, owner: await ownerOf(shop, store) }
}

/** Gives the product of one slug another. */
async function rename({ store, owner }: { store: Store; owner: Owner }, from: string, to: string): Promise<void> {
  const key = { storeId_slug: { storeId: store.id, slug: from } }
  const { id, version } = await prisma.product.findUniqueOrThrow({ where: key })
  const input = { id, version, slug: to }
  await owner.ask('mutation ($input: ProductInput!) { upsertProduct(input: $input) { slug } }', { input })
}

const create = ({ owner }: { owner: Owner }, slug: string) =>
  owner.ask('mutation ($input: ProductInput!) { upsertProduct(input: $input) { slug } }', {
    input: { slug, name: `New ${slug}`, price: 1 },
  })

const get = (url: string, headers: Record<string, string> = {}) =>
  shop.app.inject({ url, headers: { host: 'shop.example', accept: 'text/html', ...headers } })

/** Status, and where it leads. */
async function answerOf(url: string, headers?: Record<string, string>) {
  const { statusCode, headers: answered } = await get(url, headers)
  return [statusCode, answered.location]
}

const pathsOf = ({ subdomain }: Store) => ({
  page: (rest: string) => `/shop/${subdomain}/p/${rest}`,
  path: (rest: string) => `/api/sites/${subdomain}/products/${rest}`,
})

const sourcesOf = async ({ id: storeId }: Store) =>
  (await prisma.redirect.findMany({ where: { storeId }, orderBy: { source: 'asc' } })).map(({ source }) => source)

describe('a product whose slug was changed', () => {
  it('is found by the earlier one: 301 on pages and over REST, with the query, and the product over GraphQL', async () => {
    const opened = await open()
    const { page, path } = pathsOf(opened.store)
    await rename(opened, 'assam', 'assam-tea')

    expect(await answerOf(page('assam'))).toEqual([301, page('assam-tea')])
    expect(await answerOf(page('assam?variant=x&utm_source=mail'))).toEqual([
      301,
      page('assam-tea?variant=x&utm_source=mail'),
    ])
    expect(await answerOf(path('assam?x=1'))).toEqual([301, path('assam-tea?x=1')])
    const { headers } = await get(path('assam'))
    expect(headers).toMatchObject({ 'cache-control': 'public, max-age=3600', 'access-control-allow-origin': '*' })
    for (const url of [page('assam-tea'), path('assam-tea'), path('assam/related')])
      expect([url, (await get(url)).statusCode]).toEqual([url, 200])

    for (const argument of ['slug', 'idOrSlug']) {
      const { body } = await graphql(shop, opened.store.subdomain, `{ product(${argument}: "assam") { slug name } }`)
      expect(body).toEqual({ data: { product: { slug: 'assam-tea', name: 'Assam' } } })
    }
  })

  it('is still found by its id, written in any case, without a detour', async () => {
    const { store } = await open()
    const { page, path } = pathsOf(store)
    const { id } = await prisma.product.findFirstOrThrow({ where: { storeId: store.id } })
    for (const url of [page(id), path(id), page(id.toUpperCase()), path(id.toUpperCase())])
      expect([url, (await get(url)).statusCode]).toEqual([url, 200])
  })

  it('is found by all of its slugs at once, each leading to the last', async () => {
    const opened = await open()
    const { page } = pathsOf(opened.store)
    for (const [from, to] of [
      ['assam', 'second'],
      ['second', 'third'],
    ] as const)
      await rename(opened, from, to)
    expect(await answerOf(page('assam'))).toEqual([301, page('third')])
    expect(await answerOf(page('second'))).toEqual([301, page('third')])

    await rename(opened, 'third', 'assam')
    expect(await answerOf(page('assam'))).toEqual([200, undefined])
    expect(await answerOf(page('third'))).toEqual([301, page('assam')])
    expect(await sourcesOf(opened.store)).toEqual(['second', 'third'])
  })

  it.each([
    ['that is created', (opened: Awaited<ReturnType<typeof open>>) => create(opened, 'assam')],
    ['that is renamed', (opened: Awaited<ReturnType<typeof open>>) => rename(opened, 'other', 'assam')],
  ])('is no longer found by a slug of a product %s', async (_, take) => {
    const other = { slug: 'other', name: 'Other', price: 1 }
    const opened = await open({ products: [{ slug: 'assam', name: 'Assam', price: 499 }, other] })
    const { page } = pathsOf(opened.store)
    await rename(opened, 'assam', 'assam-tea')
    await take(opened)
    expect(await answerOf(page('assam'))).toEqual([200, undefined])
    expect(await sourcesOf(opened.store)).not.toContain('assam')
  })

  it('never hides one that has the slug', async () => {
    const opened = await open({ products: ['assam', 'other'].map((slug) => ({ slug, name: slug, price: 1 })) })
    const { id: storeId, subdomain } = opened.store
    const other = await prisma.product.findFirstOrThrow({ where: { storeId, slug: 'other' } })
    await prisma.redirect.create({ data: { storeId, kind: 'SLUG', source: 'assam', productId: other.id } })
    const { page, path } = pathsOf(opened.store)
    expect((await get(page('assam'))).statusCode).toBe(200)
    expect((await get(path('assam'))).statusCode).toBe(200)
    const { body } = await graphql(shop, subdomain, '{ product(slug: "assam") { slug } }')
    expect(body).toEqual({ data: { product: { slug: 'assam' } } })
  })

  it('is not found while it is archived, and its rows go with it', async () => {
    const opened = await open()
    const { page, path } = pathsOf(opened.store)
    await rename(opened, 'assam', 'assam-tea')
    const { id } = await prisma.product.findFirstOrThrow({ where: { storeId: opened.store.id } })
    await opened.owner.ask(`mutation { archiveProduct(id: "${id}") { id } }`)
    for (const url of [page('assam'), path('assam')]) expect([url, (await get(url)).statusCode]).toEqual([url, 404])

    const { store } = await open()
    await prisma.redirect.create({
      data: { storeId: opened.store.id, kind: 'PATH', source: '/products/assam', productId: id },
    })
    await prisma.productSearch.deleteMany({ where: { storeId: opened.store.id } })
    await prisma.product.delete({ where: { storeId_id: { storeId: opened.store.id, id } } })
    expect(await sourcesOf(opened.store)).toEqual([])
    // Another store's slugs are its own.
    expect((await get(pathsOf(store).page('assam-tea'))).statusCode).toBe(404)
  })

  it('is told to nobody who has not given the shop’s password', async () => {
    const store = { access: { password: 'open sesame', protection: 'site' } }
    const opened = await open({ store })
    const { page, path } = pathsOf(opened.store)
    await rename(opened, 'assam', 'assam-tea')
    expect(await answerOf(page('assam'))).toEqual([401, undefined])
    expect(await answerOf(path('assam'))).toEqual([401, undefined])
    const { body } = await shop.app
      .inject({
        method: 'POST',
        url: `/api/sites/${opened.store.subdomain}/unlock`,
        payload: { password: 'open sesame' },
      })
      .then((answer) => ({ body: answer.json() }))
    const allowed = await get(path('assam'), { 'x-access-token': body.access_token })
    expect([allowed.statusCode, allowed.headers.location]).toEqual([301, path('assam-tea')])
    expect(allowed.headers['cache-control']).toBe('no-store')
  })
})

it('costs a statement only where no product is found', async () => {
  const opened = await open()
  const { path } = pathsOf(opened.store)
  await rename(opened, 'assam', 'assam-tea')
  const reads = async (url: string) => {
    shop.statements()
    await get(url)
    return shop.statements().length
  }
  await reads(path('assam-tea?warm=1'))
  const direct = await reads(path('assam-tea?x=1'))
  expect(await reads(path('assam?x=2'))).toBe(direct + 1)
})
