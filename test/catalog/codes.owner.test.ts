import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { exportBundle } from '../../src/commerce/bundle/export-bundle.ts'
import { detailsOf } from '../../src/commerce/mails/order-facts.ts'
import { words } from '../../src/commerce/mails/words/words.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { atOnce, buy, buyer, dataOf, productIdOf } from '../support/buying.ts'
import { graphql } from '../support/call.ts'
import { clientOf } from '../support/client.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { createWebhook, eventsOf } from '../webhooks/subscriptions.ts'
import { importRows, size } from './import/product-list.ts'

let shop: Shop
let store: Store
let owner: Owner
beforeAll(async () => {
  shop = await openShop({ limitsOff: true })
})
afterAll(() => shop.close())
beforeEach(async () => {
  store = await shop.addStore()
  owner = await ownerOf(shop, store)
})

const CODED = 'slug version sku barcode weight variants { id sku barcode weight }'
const UPSERT = `mutation ($input: ProductInput!) { upsertProduct(input: $input) { ${CODED} } }`
const upsert = async (input: object) => (await owner.ask(UPSERT, { input })).upsertProduct
const refusal = async (input: object) => (await owner.refused(UPSERT, { input })).message
const tea = (slug: string, more: object = {}) => ({ slug, name: slug, price: 1, ...more })
const found = async (search: string): Promise<string[]> =>
  (
    await owner.ask('query ($search: String) { products(search: $search) { nodes { slug } } }', { search })
  ).products.nodes
    .map(({ slug }: { slug: string }) => slug)
    .toSorted()
/** Every SKU of the store, by the slug of its product. */
async function skus(): Promise<string[]> {
  const bundle = await exportBundle(shop.database.prisma, store.subdomain)
  return (bundle?.products ?? [])
    .flatMap(({ slug, sku, variants = [] }) =>
      [sku, ...variants.map((variant) => variant.sku)].map((code) => `${slug} ${code}`),
    )
    .filter((line) => !line.endsWith(' null'))
    .toSorted()
}

describe('a SKU, a barcode and a weight', () => {
  it('belong to a product and to its variants, and are cleared by null', async () => {
    const variants = [{ ...size('250g'), sku: 'A-250', barcode: '8901234567894', weight: 280 }, size('1kg')]
    const created = await upsert(tea('assam', { sku: ' A ', barcode: '890', weight: 0, variants }))
    expect(created).toMatchObject({
      ...{ version: 1, sku: 'A', barcode: '890', weight: 0 },
      variants: [
        { sku: 'A-250', barcode: '8901234567894', weight: 280 },
        { sku: null, barcode: null, weight: null },
      ],
    })
    const cleared = await upsert({
      slug: 'assam',
      version: 1,
      sku: null,
      variants: [{ ...size('250g'), weight: null }],
    })
    expect(cleared).toMatchObject({ version: 2, sku: null, barcode: '890', variants: [{ sku: 'A-250', weight: null }] })
    expect(cleared.variants[0].id).toBe(created.variants[0].id)
  })

  it.each([
    [{ sku: 'x'.repeat(101) }, /^sku: expected at most 100 characters|^sku: expected 1 to 100 characters/],
    [{ sku: ' ' }, /^sku: expected more than blanks/],
    [{ sku: 'A\nB' }, /^sku: expected one line/],
    [{ barcode: '1'.repeat(51) }, /^barcode: expected 1 to 50 characters/],
    [{ weight: -1 }, /^weight: expected a number of at least 0, found -1/],
    [{ weight: 1_000_001 }, /^weight: expected a number of at most 1000000, found 1000001/],
    [{ variants: [{ ...size('a'), weight: -1 }] }, /^variants\[0\].weight: expected a number of at least 0/],
    [
      { sku: 'A', variants: [{ ...size('a'), sku: 'A ' }] },
      'variants[0].sku: expected a SKU that the product does not have already, found "A"',
    ],
    [
      {
        variants: [
          { ...size('a'), barcode: '1' },
          { ...size('b'), barcode: '1' },
        ],
      },
      'variants[1].barcode: expected a barcode that variants[0] does not have already, found "1"',
    ],
  ])('are refused: %o', async (input, message) => {
    const error = await refusal(tea('assam', input))
    if (typeof message === 'string') expect(error).toBe(message)
    else expect(error).toMatch(message)
  })

  it('belong to one thing in the store, whether that is a product or a variant', async () => {
    await upsert(tea('assam', { sku: 'A', variants: [{ ...size('250g'), sku: 'A-250', barcode: '1' }] }))
    const owned = (what: string, code: string) =>
      `expected ${what} that the product "assam" does not have already, found "${code}"`
    expect(await refusal(tea('b', { sku: 'A' }))).toBe(`sku: ${owned('a SKU', 'A')}`)
    expect(await refusal(tea('b', { sku: 'A-250' }))).toBe(`sku: ${owned('a SKU', 'A-250')}`)
    const variants = [{ ...size('x'), sku: 'A', barcode: '1' }]
    expect(await refusal(tea('b', { variants }))).toBe(
      `variants[0].barcode: ${owned('a barcode', '1')}; variants[0].sku: ${owned('a SKU', 'A')}`,
    )
    // A barcode is no SKU, case counts, and another store has its own.
    expect(await upsert(tea('b', { sku: '1', barcode: 'A' }))).toMatchObject({ sku: '1' })
    expect(await upsert(tea('c', { sku: 'a' }))).toMatchObject({ sku: 'a' })
    const other = await ownerOf(shop, await shop.addStore())
    expect((await other.ask(UPSERT, { input: tea('assam', { sku: 'A' }) })).upsertProduct).toMatchObject({ sku: 'A' })
  })

  it('go from the product to its variant, and from a deleted variant to another product', async () => {
    await upsert(tea('assam', { sku: 'A', variants: [size('250g'), { ...size('1kg'), sku: 'K' }] }))
    const moved = { slug: 'assam', version: 1, sku: null, variants: [{ ...size('250g'), sku: 'A' }] }
    expect(await upsert(moved)).toMatchObject({ sku: null, variants: [{ sku: 'A' }] })
    expect(await upsert(tea('b', { sku: 'K' }))).toMatchObject({ sku: 'K' })
  })

  it('are given once, however many ask for them at the same moment', async () => {
    const outcomes = await atOnce(12, (index) => {
      const code = { sku: 'SAME' }
      const input = tea(`tea-${index}`, index % 2 === 0 ? code : { variants: [{ ...size('250g'), ...code }] })
      return owner.post(UPSERT, { input })
    })
    expect(outcomes.filter(({ body }) => !body.errors)).toHaveLength(1)
    for (const { body } of outcomes.filter(({ body }) => body.errors))
      expect(body.errors).toMatchObject([{ message: expect.stringContaining('expected a SKU that the product "tea-') }])
    expect(await skus()).toEqual([expect.stringMatching(/^tea-\d+ SAME$/)])
  })

  it('find a product in the owner’s list', async () => {
    await upsert(tea('assam', { sku: 'A-1', variants: [{ ...size('250g'), sku: 'VAR-250', barcode: '8901234' }] }))
    await upsert(tea('ceylon', { barcode: '8909999' }))
    expect(await found('a-1')).toEqual(['assam'])
    expect(await found('var')).toEqual(['assam'])
    expect(await found('890')).toEqual(['assam', 'ceylon'])
    expect(await found('none')).toEqual([])
  })
})

describe('a list with SKUs', () => {
  it('names the row whose SKU another row or another product has', async () => {
    await upsert(tea('assam', { sku: 'A' }))
    const rows = [tea('b', { sku: 'B' }), tea('c', { sku: 'A' }), tea('d', { ...size('x'), sku: 'B' })]
    expect(await importRows(owner, rows)).toMatchObject({
      imported: false,
      mistakes: [
        { row: 2, field: 'sku', message: 'expected a SKU that the product "assam" does not have already, found "A"' },
        { row: 3, field: 'sku', message: 'expected a SKU that line 1 does not have already' },
      ],
    })
    expect(await skus()).toEqual(['assam A'])
  })

  it('lets products and variants change places, also far apart in the list', async () => {
    const many = (code: (at: number) => string) =>
      Array.from({ length: 250 }, (_, at) => ({ ...tea(`tea-${at}`, at % 2 === 1 ? size('x') : {}), sku: code(at) }))
    expect(
      await importRows(
        owner,
        many((at) => `S-${at}`),
      ),
    ).toMatchObject({ imported: true })
    const turned = many((at) => `S-${(at + 249) % 250}`)
    expect(await importRows(owner, turned, { dryRun: true })).toMatchObject({ mistakeCount: 0 })
    expect(await importRows(owner, turned)).toMatchObject({ imported: true, changed: { length: 250 } })
    expect(await skus()).toEqual(turned.map(({ slug, sku }) => `${slug} ${sku}`).toSorted())
    expect(await importRows(owner, turned)).toMatchObject({ unchanged: { length: 250 } })
  })

  it('is a bundle, too', async () => {
    const bundle = (first: string, second: string) => ({
      products: [
        tea('a', { sku: first, variants: [{ options: { size: 'x' }, barcode: '1', weight: 5 }] }),
        tea('b', { sku: second }),
      ],
    })
    const into = { subdomain: store.subdomain }
    await shop.addStore({ store: into, ...bundle('A', 'B') })
    await shop.addStore({ store: into, ...bundle('B', 'A') })
    expect(await skus()).toEqual(['a B', 'b A'])
    await expect(shop.addStore({ store: into, products: [tea('c', { sku: 'A' })] })).rejects.toThrow(
      'products[0].sku: expected a SKU that the product "b" does not have already, found "A"',
    )
    await expect(shop.addStore({ store: into, ...bundle('C', 'C') })).rejects.toThrow(
      'products[1].sku: expected a SKU that products[0] does not have already, found "C"',
    )
  })
})

describe('an order', () => {
  it('keeps the SKU of the variant, or else the product, for the owner', async () => {
    store = await shop.addStore({
      store: { payments: { provider: 'sandbox' }, ownerEmail: 'owner@example.com' },
      products: [
        tea('cup', { sku: 'CUP' }),
        tea('tea', { sku: 'TEA', variants: [{ options: { size: 'S' }, sku: 'TEA-S' }, { options: { size: 'L' } }] }),
        tea('plain'),
      ],
    })
    owner = await ownerOf(shop, store)
    await createWebhook(owner, { url: 'https://hooks.example', events: ['ORDER_CONFIRMED'] })
    const client = clientOf(shop, store.subdomain, 'REST')
    const [cup, tee, plain] = await Promise.all(['cup', 'tea', 'plain'].map((slug) => productIdOf(shop, store, slug)))
    const items = [{ id: cup }, { id: tee, variant: { size: 'S' } }, { id: tee, variant: { size: 'L' } }, { id: plain }]
    const { orderNo } = await buy(shop, client, { buyer, items: items.map((item) => ({ ...item, qty: 1 })) })
    await upsert({ slug: 'cup', version: 1, sku: 'NEW' })

    const query = 'query ($orderNo: String!) { order(orderNo: $orderNo) { items { sku } } }'
    const { order } = await owner.ask(query, { orderNo })
    expect(order.items.map(({ sku }: { sku: string }) => sku)).toEqual(['CUP', 'TEA-S', 'TEA', null])
    const [event] = await eventsOf(shop, store)
    expect(event.data.order.items.map((item: object) => ('sku' in item ? item.sku : 'left out'))).toEqual([
      'CUP',
      'TEA-S',
      'TEA',
      'left out',
    ])
    const url = `/api/sites/${store.subdomain}/owner/export/orders.csv?rows=items`
    const csv = await shop.app.inject({ url, headers: { authorization: `Bearer ${owner.key}` } })
    const [header = '', ...lines] = csv.body.split('\r\n')
    const column = header.split(',').indexOf('sku')
    expect(lines.filter(Boolean).map((line) => line.split(',')[column])).toEqual(['CUP', 'TEA-S', 'TEA', ''])
    const stored = await shop.database.prisma.order.findFirstOrThrow({
      where: { storeId: store.id, orderNo },
      include: { items: { orderBy: { position: 'asc' } } },
    })
    const whats = (name: 'NEW_ORDER' | 'ORDER_CONFIRMED') =>
      detailsOf({ name, store, order: stored, refund: null }, words.en).lines.map(({ what }) => what)
    expect(whats('NEW_ORDER')).toEqual([
      '1 × cup, CUP',
      '1 × tea (size: S), TEA-S',
      '1 × tea (size: L), TEA',
      '1 × plain',
    ])
    expect(whats('ORDER_CONFIRMED')[0]).toBe('1 × cup')
  })

  it('shows shoppers the SKU of a product and its variants in GraphQL, and nothing of it in REST', async () => {
    await upsert(tea('tea', { sku: 'TEA', variants: [{ ...size('S'), sku: 'TEA-S', barcode: '1' }, size('L')] }))
    const query = '{ product(slug: "tea") { sku variants { sku } } products { nodes { sku } } }'
    const { body } = await graphql(shop, store.subdomain, query)
    expect(body.data).toEqual({
      product: { sku: 'TEA', variants: [{ sku: 'TEA-S' }, { sku: null }] },
      products: { nodes: [{ sku: 'TEA' }] },
    })
    const client = clientOf(shop, store.subdomain, 'REST')
    expect(JSON.stringify(await dataOf(client.product('tea')))).not.toMatch(/sku|TEA-S|barcode|weight/)
  })
})
