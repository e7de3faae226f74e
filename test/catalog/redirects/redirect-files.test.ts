import { beforeEach, describe, expect, it } from 'vitest'
import { MAX_REDIRECTS } from '../../../src/commerce/catalog/redirects/write-redirects.ts'
import type { Store } from '../../../src/generated/prisma/client.ts'
import { type Owner, ownerOf } from '../../support/owner.ts'
import { forAllTests, openShop } from '../../support/shop.ts'

const shop = await forAllTests(openShop({ limitsOff: true }))
const { prisma } = shop.database
let store: Store
let owner: Owner

beforeEach(async () => {
  store = await shop.addStore({ products: [{ slug: 'assam', name: 'Assam', price: 1 }] })
  owner = await ownerOf(shop, store)
})

async function send(file: string | Buffer, query = '', key = owner.key) {
  const { statusCode, payload } = await shop.app.inject({
    method: 'POST',
    url: `/api/sites/${store.subdomain}/owner/import/redirects.csv${query}`,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
    payload: file,
  })
  return { status: statusCode, body: JSON.parse(payload) }
}

const stored = async () =>
  (await prisma.redirect.findMany({ where: { storeId: store.id }, orderBy: { source: 'asc' } })).map(
    ({ source, target, productId }) => `${source} > ${target ?? (productId && 'product')}`,
  )

const none = { mistakes: [], mistake_count: 0 }

describe('a CSV file of redirects', () => {
  it('is tried, then imported, and changes nothing when it is imported again', async () => {
    const file = 'from,to\n/old,/p/assam\n/older,/c/Tea\n'
    expect((await send(file, '?dry_run=true')).body).toEqual({
      ...{ imported: false, rows: 2, added: 2, changed: 0, unchanged: 0, ...none },
    })
    expect(await stored()).toEqual([])
    expect((await send(file)).body).toEqual({ imported: true, rows: 2, added: 2, changed: 0, unchanged: 0, ...none })
    expect(await stored()).toEqual(['/old > product', '/older > /c/Tea'])
    expect((await send(file)).body).toMatchObject({ imported: true, added: 0, changed: 0, unchanged: 2 })
    const other = 'from,to\n/old,/search\n/new,/search\n'
    expect((await send(other)).body).toMatchObject({ imported: true, added: 1, changed: 1, unchanged: 0 })
    const { changes } = await owner.ask('{ changes(subject: { kind: REDIRECT }) { nodes { actor action detail } } }')
    expect(changes.nodes).toEqual([
      { actor: 'owner: test', action: 'IMPORTED', detail: '1 created, 1 updated' },
      { actor: 'owner: test', action: 'IMPORTED', detail: '2 created, 0 updated' },
    ])
  })

  it.each([
    ['with a byte order mark and semicolons', '\uFEFFfrom;to\r\n/a;/search\r\n;\r\n'],
    ['with the line for the delimiter', 'sep=,\r\nfrom,to\r\n/a,/search\r\n'],
    ['in UTF-16 with tabs', Buffer.from('\uFEFFFrom\tTo\r\n/a\t/search\r\n', 'utf16le')],
    ['with blanks and another order', ' to , from \n /search , /a \n'],
    ['as Shopify exports it', 'Redirect from,Redirect to\n/a,/search\n'],
    ['with whole addresses of the site before', 'from,to\nhttps://old.example.com/a/,/search\n'],
  ])('is taken as programs leave it: %s', async (_, file) => {
    expect((await send(file)).body).toMatchObject({ imported: true, rows: 1, added: 1, ...none })
    expect(await stored()).toEqual(['/a > /search'])
  })

  it('is refused whole, with each mistake in its line', async () => {
    await send('from,to\n/there,/search\n')
    const file = 'from,to\n/ok,/search\nold,//evil.example\n/ok,/c/Tea\n/x,/there\n/y,\n'
    expect((await send(file)).body).toEqual({
      ...{ imported: false, rows: 5, added: 0, changed: 0, unchanged: 0, mistake_count: 5 },
      mistakes: [
        [3, 'from', 'expected a path that begins with one /, such as /products/assam, found "old"'],
        [3, 'to', 'expected a path of this shop, which begins with one /, such as /p/assam, found "//evil.example"'],
        [4, 'from', 'expected an address that no other redirect of the list begins at, found "/ok"'],
        [
          ...[5, 'to'],
          'expected an address that no other redirect begins at (this one leads to /search, which can be given instead), found "/there"',
        ],
        [6, 'to', 'expected a path of this shop, which begins with one /, such as /p/assam, found ""'],
      ].map(([line, column, message]) => ({ line, column, message })),
    })
    expect(await stored()).toEqual(['/there > /search'])
    for (const [header, found] of [
      ['from,target', '"from", "target"'],
      ['from,to,to', '"from", "to", "to"'],
      ['from', '"from"'],
    ])
      expect((await send(`${header}\n/a,/b\n`)).body.mistakes[0].message).toBe(
        `expected the columns from and to, each once, found ${found}`,
      )
  })

  it('is followed from line to line, in any order, and refused where it goes in a circle', async () => {
    expect((await send('from,to\n/c,/d\n/a,/b\n/b,/c\n/d,/p/assam\n')).body).toMatchObject({ imported: true, added: 4 })
    expect(await stored()).toEqual(['/a > product', '/b > product', '/c > product', '/d > product'])
    const { body } = await send('from,to\n/x,/y\n/y,/z\n/z,/x\n/w,/x\n')
    expect(body.mistakes.map(({ line }: { line: number }) => line)).toEqual([2, 3, 4, 5])
    expect(body.mistakes[0].message).toContain('does not lead back to where the redirect begins')
  })

  it('needs the settings of the store', async () => {
    const { createKey } = await owner.ask('mutation { createKey(name: "till", scopes: [CATALOGUE]) { key } }')
    expect((await send('from,to\n/a,/b\n', '', createKey.key)).status).toBe(403)
    expect((await send('from,to\n/a,/b\n', '?dry_run=maybe')).body).toEqual({ error: 'must be true or false' })
  })
})

describe('20,000 redirects', () => {
  it('are imported at once, are the most, and a path that is not found costs one statement', async () => {
    const lines = Array.from({ length: MAX_REDIRECTS }, (_, index) => `/old/${index},/c/Tea ${index % 50}`)
    const file = ['from,to', ...lines].join('\n')
    expect((await send(file)).body).toMatchObject({ imported: true, added: MAX_REDIRECTS })
    expect((await send(file)).body).toMatchObject({ imported: true, unchanged: MAX_REDIRECTS })
    const full = `A store can have ${MAX_REDIRECTS} redirects. Delete some first.`
    expect(await send(`${file}\n/more,/search\n`)).toMatchObject({ status: 400, body: { error: full } })
    expect(await send('from,to\n/more,/search\n')).toMatchObject({ status: 400, body: { error: full } })
    expect(
      await owner.refused('mutation { upsertRedirect(input: { from: "/more", to: "/search" }) { id } }'),
    ).toMatchObject({ code: 'BAD_USER_INPUT', message: full })
    expect(await prisma.redirect.count({ where: { storeId: store.id } })).toBe(MAX_REDIRECTS)

    const statementsOf = async (path: string) => {
      shop.statements()
      const { statusCode } = await shop.app.inject(`/shop/${store.subdomain}${path}`)
      return [statusCode, shop.statements().length]
    }
    await statementsOf('/warm')
    expect(await statementsOf('/nothing')).toEqual([404, 1])
    expect(await statementsOf('/old/19999')).toEqual([301, 1])
    expect(await statementsOf('/old/19999?page=2')).toEqual([301, 1])
    await send('from,to\n/old/7,/search\n')
    const plan = await prisma.$queryRawUnsafe<Record<string, string>[]>(
      `EXPLAIN SELECT 1 FROM redirects WHERE store_id = '${store.id}' AND kind = 'PATH' AND source = ANY (ARRAY['/old/7', '/x'])`,
    )
    expect(JSON.stringify(plan)).toContain('redirects_pkey')
  }, 120_000)
})
