import { beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/generated/prisma/client.ts'
import { type Owner, ownerOf } from '../../support/owner.ts'
import { forAllTests, openShop } from '../../support/shop.ts'

const shop = await forAllTests(openShop({ limitsOff: true }))
const { prisma } = shop.database
let store: Store
let owner: Owner

beforeEach(async () => {
  const products = ['assam', 'darjeeling'].map((slug) => ({ slug, name: slug, price: 1, category: 'Tea' }))
  store = await shop.addStore({ products })
  owner = await ownerOf(shop, store)
})

const UPSERT = 'mutation ($input: RedirectInput!) { upsertRedirect(input: $input) { id from to byOwner } }'
const save = async (from: string, to: string, id?: string) =>
  (await owner.ask(UPSERT, { input: { from, to, ...(id && { id }) } })).upsertRedirect
const refuse = async (from: string, to: string, id?: string) => {
  const { body } = await owner.post(UPSERT, { input: { from, to, ...(id && { id }) } })
  const [{ message, extensions }] = body.errors
  return { message, code: extensions.code, reason: extensions.reason }
}
const list = async (args = '') =>
  (await owner.ask(`{ redirects${args} { totalCount nodes { from to } } }`)).redirects.nodes.map(
    ({ from, to }: { from: string; to: string }) => `${from} > ${to}`,
  )

const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await shop.app.inject({
    url: `/shop/${store.subdomain}${path}`,
    headers: { accept: 'text/html', host: 'shop.example', ...headers },
  })
  return { status: answer.statusCode, to: answer.headers.location?.replace(`/shop/${store.subdomain}`, ''), answer }
}
const led = async (path: string) => {
  const { status, to } = await get(path)
  return [status, to]
}

describe('a redirect of the owner', () => {
  it('leads on where the shop finds nothing, with the visitor’s query', async () => {
    expect(await save('/old-tea/', '/c/Tea')).toMatchObject({ from: '/old-tea', to: '/c/Tea', byOwner: true })
    const { status, to, answer } = await get('/old-tea?utm_source=mail&x=a%20b')
    expect([status, to]).toEqual([301, '/c/Tea?utm_source=mail&x=a%20b'])
    expect(answer.headers['cache-control']).toBe('public, max-age=3600')
    expect(await led('/old-tea/')).toEqual([308, '/old-tea'])
    expect(await led('/Old-tea')).toEqual([404, undefined])
    await save('/list', '/search?sort=PRICE_ASC#list')
    expect(await led('/list?sort=NEWEST&page=2')).toEqual([301, '/search?sort=PRICE_ASC&page=2#list'])
    await save('/start', '/')
    expect(await led('/start')).toEqual([301, ''])
    expect(await led('/start?a=1')).toEqual([301, '?a=1'])
  })

  it('goes by an exact query first, and by the path alone otherwise', async () => {
    await save('/index.php?id=5', '/p/assam')
    await save('/index.php', '/search')
    expect(await led('/index.php?id=5')).toEqual([301, '/p/assam?id=5'])
    expect(await led('/index.php?id=6')).toEqual([301, '/search?id=6'])
    expect(await led('/index.php?id=5&x=1')).toEqual([301, '/search?id=5&x=1'])
  })

  it('hides no page, and helps for every kind of page that is missing', async () => {
    for (const from of ['/p/assam', '/c/Tea', '/cart', '/search', '/contact']) {
      await save(from, '/p/darjeeling')
      expect([from, (await get(from)).status]).toEqual([from, 200])
    }
    for (const from of ['/p/gone', '/c/Gone', '/pages/gone', '/track-order.html', '/account/nowhere']) {
      await save(from, '/p/darjeeling')
      expect(await led(from)).toEqual([301, '/p/darjeeling'])
    }
  })

  it('follows a product whose slug changes, and waits while it is archived', async () => {
    await save('/old', '/p/assam')
    const { id, version } = await prisma.product.findFirstOrThrow({ where: { storeId: store.id, slug: 'assam' } })
    await owner.ask('mutation ($input: ProductInput!) { upsertProduct(input: $input) { slug } }', {
      input: { id, version, slug: 'assam-tea' },
    })
    expect(await led('/old')).toEqual([301, '/p/assam-tea'])
    expect(await list()).toEqual(['/old > /p/assam-tea'])
    await owner.ask(`mutation { archiveProduct(id: "${id}") { id } }`)
    expect(await led('/old')).toEqual([404, undefined])
  })

  it('is changed by where it begins or by its id, and deleted', async () => {
    const { id } = await save('/old', '/p/assam')
    await save('/old', '/c/Tea')
    const { redirects } = await owner.ask('{ redirects { nodes { id } } }')
    expect(redirects.nodes).toHaveLength(1)
    const changed = await save('/older', '/c/Tea', redirects.nodes[0].id)
    expect([await led('/old'), await led('/older')]).toEqual([
      [404, undefined],
      [301, '/c/Tea'],
    ])
    await save('/other', '/c/Tea')
    expect(await refuse('/other', '/p/assam', changed.id)).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: 'from: expected an address that no other redirect begins at, found "/other"',
    })
    expect(await led('/older')).toEqual([301, '/c/Tea'])
    const gone = { code: 'NOT_FOUND', message: 'Redirect not found', reason: 'REDIRECT_NOT_FOUND' }
    for (const unknown of ['nonsense', id.replace(/^.{8}/, '00000000')])
      expect(await refuse('/x', '/y', unknown)).toEqual(gone)
    await owner.ask(`mutation { deleteRedirect(id: "${changed.id}") { from } }`)
    expect(await led('/older')).toEqual([404, undefined])
    expect(await owner.refused(`mutation { deleteRedirect(id: "${changed.id}") { from } }`)).toMatchObject({
      code: 'NOT_FOUND',
    })
    const { changes } = await owner.ask(
      '{ changes(subject: { kind: REDIRECT }) { nodes { action subject { name } fields { name from to } } } }',
    )
    expect(changes.nodes.map(({ action, subject }: any) => `${action} ${subject.name}`)).toEqual([
      ...['DELETED /older', 'CREATED /other', 'CHANGED /older', 'CHANGED /old', 'CREATED /old'],
    ])
    expect(changes.nodes[2].fields).toEqual([{ name: 'from', from: '/old', to: '/older' }])
  })

  it('is found by a text of either address, newest first, in pages', async () => {
    await save('/alt/tee', '/p/assam')
    await save('/summer_sale', '/search?q=SALE')
    await save('/summerXsale', '/c/Tea')
    expect(await list('(search: "ASSAM")')).toEqual(['/alt/tee > /p/assam'])
    expect(await list('(search: "r_s")')).toEqual(['/summer_sale > /search?q=SALE'])
    const { redirects } = await owner.ask(
      '{ redirects(first: 2) { totalCount nodes { from } pageInfo { endCursor } } }',
    )
    expect(redirects).toMatchObject({ totalCount: 3, nodes: [{ from: '/summerXsale' }, { from: '/summer_sale' }] })
    expect(await list(`(first: 2, after: "${redirects.pageInfo.endCursor}")`)).toEqual(['/alt/tee > /p/assam'])
  })
})

describe('chains and loops', () => {
  it('lets earlier redirects lead to the end at once', async () => {
    await save('/a', '/b')
    await save('/b', '/c/Tea')
    expect(await list()).toEqual(['/b > /c/Tea', '/a > /c/Tea'])
    await save('/x', '/y')
    await save('/y', '/p/assam')
    expect(await led('/x')).toEqual([301, '/p/assam'])
  })

  it('refuses a target that leads on, and whatever leads back', async () => {
    await save('/a', '/c/Tea')
    const leadsOn =
      'to: expected an address that no other redirect begins at (this one leads to /c/Tea, which can be given instead), found'
    for (const to of ['/a', '/a/', '/%61', '/a?x=1', '/a#b'])
      expect(await refuse('/b', to)).toEqual({
        ...{ code: 'BAD_USER_INPUT', reason: 'REDIRECT_LOOP', message: `${leadsOn} ${JSON.stringify(to)}` },
      })
    for (const [from, to] of [
      ['/self', '/self'],
      ['/self', '/self?x=1'],
      ['/self?x=1', '/self'],
    ] as const)
      expect(await refuse(from, to)).toMatchObject({
        reason: 'REDIRECT_LOOP',
        message: expect.stringContaining('an address that does not lead back to where the redirect begins'),
      })
    await save('/one?id=5', '/two')
    expect(await refuse('/two', '/one?id=5')).toMatchObject({ reason: 'REDIRECT_LOOP' })
    expect(await list()).toEqual(['/one?id=5 > /two', '/a > /c/Tea'])
  })

  it('refuses one of two saves at once that would make a loop', async () => {
    const answers = await Promise.all([
      owner.post(UPSERT, { input: { from: '/left', to: '/right' } }),
      owner.post(UPSERT, { input: { from: '/right', to: '/left' } }),
    ])
    const reasons = answers.map(({ body }) => body.errors?.[0].extensions.reason)
    expect(reasons.toSorted()).toEqual(['REDIRECT_LOOP', undefined])
    expect(await list()).toHaveLength(1)
  })

  it('refuses addresses outside the shop with their place', async () => {
    expect(await refuse('old', '//evil.example')).toEqual({
      ...{ code: 'BAD_USER_INPUT', reason: undefined },
      message:
        'from: expected a path that begins with one /, such as /products/assam, found "old"; to: expected a path of this shop, which begins with one /, such as /p/assam, found "//evil.example"',
    })
  })
})

describe('others', () => {
  it('are not told where a shop behind a password leads, nor one that is switched off', async () => {
    await save('/old', '/p/assam')
    await owner.ask('mutation { setAccessPassword(password: "open sesame") { subdomain } }')
    expect(await led('/old')).toEqual([404, undefined])
    await owner.ask('mutation { setAccessPassword(password: null) { subdomain } }')
    expect(await led('/old')).toEqual([301, '/p/assam'])
    await prisma.store.update({ where: { id: store.id }, data: { active: false } })
    shop.services.stores.forget(store.subdomain)
    expect(await led('/old')).toEqual([404, undefined])
  })

  it('neither see nor follow those of another store', async () => {
    await save('/old', '/p/assam')
    const other = await shop.addStore({ products: [] })
    const { redirects } = await (await ownerOf(shop, other)).ask('{ redirects { nodes { from } } }')
    expect(redirects.nodes).toEqual([])
    expect((await shop.app.inject({ url: `/shop/${other.subdomain}/old` })).statusCode).toBe(404)
  })
})
