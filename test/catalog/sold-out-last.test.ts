import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { indexStock } from '../../src/commerce/catalog/search/index/index-stock.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { atOnce, buy, buyer, dataOf, pay, productIdOf } from '../support/buying.ts'
import { graphql, rest } from '../support/call.ts'
import { cases } from '../support/chance.ts'
import { clientOf } from '../support/client.ts'
import { generousHolds } from '../support/generous-holds.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { passTime } from '../support/public-requests.ts'
import { forAllTests, openShop } from '../support/shop.ts'

let now: Date = new Date('2026-06-01T10:00:00Z')
const shop = await forAllTests(openShop({ limitsOff: true, holdLimits: generousHolds, clock: () => now }))
const { prisma } = shop.database

const payments = { provider: 'sandbox' }
const sizesOf = (stocks: readonly (number | null)[]) =>
  stocks.map((stock, at) => ({ options: { size: `S${at}` }, price: 10, stock }))

/** Makes each query one that no answer is kept of. */
let asked = 0

async function list(store: Store, args: string, after: string | null = null) {
  asked += 1
  const query = `query ($after: String) {
    products(${args}, after: $after) { nodes { slug available } pageInfo { hasNextPage endCursor } total }
  } # ${asked}`
  const { body } = await graphql(shop, store.subdomain, query, { after })
  expect(body.errors).toBeUndefined()
  return body.data.products as {
    nodes: { slug: string; available: boolean }[]
    pageInfo: { hasNextPage: boolean; endCursor: string | null }
    total: number
  }
}

async function allPages(store: Store, args: string) {
  const nodes: { slug: string; available: boolean }[] = []
  for (let after: string | null = null, more = true; more; ) {
    const { pageInfo, ...page } = await list(store, args, after)
    nodes.push(...page.nodes)
    after = pageInfo.endCursor
    more = pageInfo.hasNextPage
  }
  return nodes
}

const slugs = async (store: Store, args = 'first: 100') => (await list(store, args)).nodes.map(({ slug }) => slug)

/** What can be bought, then what cannot, each by place: what `available` of each product says. */
async function expectInOrder(store: Store) {
  const rows = await prisma.product.findMany({
    where: { storeId: store.id },
    orderBy: [{ displayOrder: 'asc' }, { createdAt: 'desc' }, { id: 'desc' }],
  })
  const place = new Map(rows.map(({ slug }, at) => [slug, at]))
  asked += 1
  for (const [args, isListed] of [
    ['first: 100', () => true],
    ['first: 2', () => true],
    ['first: 3, category: "Tea"', ({ categoryKey }) => categoryKey === 'tea'],
    [`first: 3, filter: { price: { min: ${asked / 1e6} } }`, () => true],
  ] satisfies [string, (row: (typeof rows)[number]) => boolean][]) {
    const nodes = await allPages(store, args)
    const listed = rows.filter(isListed).map(({ slug }) => slug)
    expect(nodes.map(({ slug }) => slug).toSorted()).toEqual(listed.toSorted())
    const inOrder = nodes.toSorted(
      (a, b) => Number(b.available) - Number(a.available) || (place.get(a.slug) ?? 0) - (place.get(b.slug) ?? 0),
    )
    expect(nodes).toEqual(inOrder)
  }
}

const SET_STOCK = `mutation ($productId: ID!, $variantId: ID, $stock: Int, $basedOn: Int) {
  setStock(productId: $productId, variantId: $variantId, stock: $stock, basedOn: $basedOn) { id }
}`
const UPSERT = `mutation ($input: ProductInput!) { upsertProduct(input: $input) { id } }`

const PRODUCTS = 6
const few = <Value>(...values: Value[]) => fc.constantFrom(...values)
const stock = few(null, 0, 0, 1, 2)
const product = fc.record({ stock, stocks: fc.array(stock, { maxLength: 3 }), isTea: fc.boolean() })
const step = fc.record({
  does: few('count', 'count', 'hold', 'hold', 'buy', 'cancel', 'wait', 'run job', 'run job', 'edit', 'import'),
  at: fc.nat(PRODUCTS - 1),
  of: fc.nat(2),
  stock,
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

async function take({ does, at, of, stock }: Step, store: Store, owner: Owner) {
  if (does === 'run job') return indexStock(shop.services)
  if (does === 'wait') {
    now = new Date(now.getTime() + 3_600_000)
    return
  }
  const slug = `p${at}`
  const found = await prisma.product.findUniqueOrThrow({
    where: { storeId_slug: { storeId: store.id, slug } },
    include: { variants: { orderBy: { position: 'asc' } } },
  })
  const variant = found.variants[of % Math.max(found.variants.length, 1)]
  const { id: productId, version } = found
  const client = clientOf(shop, store.subdomain, 'REST')
  const items = [{ id: productId, qty: 1, ...(variant && { variant: variant.options as object }) }]
  if (does === 'count') {
    // Sometimes what the variants share.
    const counter = of === 2 ? found : (variant ?? found)
    const variantId = counter === variant ? variant.id : null
    await owner.ask(SET_STOCK, { productId, variantId, stock, basedOn: counter.stock })
  } else if (does === 'hold' || does === 'buy') {
    const placed = await client.checkout({ buyer, items })
    if ('data' in placed && does === 'buy') await dataOf(client.verify(await pay(shop, placed.data.providerOrderId)))
  } else if (does === 'cancel') {
    const order = await prisma.order.findFirst({
      where: { storeId: store.id, status: { in: ['PENDING', 'CONFIRMED'] } },
    })
    if (order)
      await owner.ask('mutation ($o: String!) { cancelOrder(orderNo: $o) { status } }', {
        o: order.orderNo,
      })
  } else if (does === 'edit') {
    const kept = of === 0 ? found.variants.slice(1) : found.variants
    const input = [...kept, ...(of === 1 ? [{ options: { size: `N${asked}` }, stock }] : [])].map((variant) => ({
      options: Object.entries(variant.options as object).map(([name, value]) => ({ name, value })),
      ...(!('id' in variant) && { stock }),
    }))
    await owner.ask(UPSERT, { input: { slug, version, variants: input } })
  } else {
    const sizes = [
      ...found.variants.map(({ options }) => ({ options, stock })),
      { options: { size: `I${asked}` }, stock },
    ]
    await shop.addStore({
      store: { subdomain: store.subdomain, payments },
      products: [{ slug, name: slug, price: 10, ...(sizes.length > 1 ? { variants: sizes } : { stock }) }],
    })
  }
}

describe('lists without a sort order', () => {
  it('have what is sold out at the end, whatever has happened', async () => {
    const catalogue = fc.array(product, { minLength: PRODUCTS, maxLength: PRODUCTS })
    await fc.assert(
      fc.asyncProperty(catalogue, fc.array(step, { minLength: 4, maxLength: 10 }), async (catalogue, steps) => {
        const products = catalogue.map(({ stock, stocks, isTea }, at) => ({
          ...{ slug: `p${at}`, name: `Product ${at}`, price: 10, displayOrder: at % 3, stock },
          ...{ category: isTea ? 'Tea' : 'Cups', variants: sizesOf(stocks) },
        }))
        const store = await shop.addStore({ store: { payments }, products })
        const owner = await ownerOf(shop, store)
        await expectInOrder(store)
        for (const step of steps) {
          await take(step, store, owner)
          await expectInOrder(store)
        }
        await indexStock(shop.services)
        await expectInOrder(store)
        expect(await indexStock(shop.services)).toBe(0)
      }),
      { numRuns: cases(6, 100) },
    )
  })
})

const threeTeas = (last: number) => [
  { slug: 'assam', name: 'Assam', price: 10, stock: last, displayOrder: 1 },
  { slug: 'nilgiri', name: 'Nilgiri', price: 10, displayOrder: 2 },
  { slug: 'kangra', name: 'Kangra', price: 10, displayOrder: 3, variants: sizesOf([last, 0]) },
]

describe('a product of which the last unit is wanted by many', () => {
  it('is at the end once one of them has it, and back when a hold has run out', async () => {
    const store = await shop.addStore({ store: { payments }, products: threeTeas(1) })
    const client = clientOf(shop, store.subdomain, 'REST')
    const items = [
      { id: await productIdOf(shop, store, 'assam'), qty: 1 },
      { id: await productIdOf(shop, store, 'kangra'), qty: 1, variant: { size: 'S0' } },
    ]
    expect(await slugs(store)).toEqual(['assam', 'nilgiri', 'kangra'])
    const outcomes = await atOnce(20, async (index) => {
      if (index % 5 === 0) await indexStock(shop.services)
      return client.checkout({ buyer: { ...buyer, phone: `98765 4${1000 + index}` }, items: [items[index % 2]] })
    })
    expect(outcomes.filter((outcome) => 'data' in outcome)).toHaveLength(2)
    expect(await slugs(store)).toEqual(['nilgiri', 'assam', 'kangra'])
    expect(await slugs(store, 'sort: FEATURED')).toEqual(['assam', 'nilgiri', 'kangra'])
    now = new Date(now.getTime() + 3_600_000)
    expect(await slugs(store)).toEqual(['assam', 'nilgiri', 'kangra'])
  })

  it('is at the end when two sell out its last two variants while the job runs', async () => {
    const products = [{ slug: 'assam', name: 'Assam', price: 10, variants: sizesOf([1, 1]) }, ...threeTeas(5).slice(1)]
    const store = await shop.addStore({ store: { payments }, products })
    const client = clientOf(shop, store.subdomain, 'REST')
    const id = await productIdOf(shop, store, 'assam')
    await Promise.all([
      ...['S0', 'S1'].map((size, at) =>
        buy(shop, client, {
          buyer: { ...buyer, phone: `98765 5000${at}` },
          items: [{ id, qty: 1, variant: { size } }],
        }),
      ),
      ...[1, 2, 3].map(() => indexStock(shop.services)),
    ])
    expect(await slugs(store)).toEqual(['nilgiri', 'kangra', 'assam'])
    await indexStock(shop.services)
    expect(await slugs(store)).toEqual(['nilgiri', 'kangra', 'assam'])
  })
})

describe('the other lists', () => {
  let time: ReturnType<typeof passTime> | undefined
  afterEach(() => time?.restore())

  it('are as the specification has them over REST, unless they are asked for', async () => {
    const store = await shop.addStore({ products: threeTeas(0) })
    const over = async (query: string) =>
      (await rest(shop, 'GET', `/api/sites/${store.subdomain}/products${query}`)).body.products.map((p: any) => p.slug)
    expect(await over('')).toEqual(['assam', 'nilgiri', 'kangra'])
    expect(await over('?min_price=1')).toEqual(['assam', 'nilgiri', 'kangra'])
    expect(await over('?sort=available_first')).toEqual(['nilgiri', 'assam', 'kangra'])
    expect(await over('?sort=available_first&in_stock=1')).toEqual(['nilgiri'])
  })

  it('on the pages of the shop are kept for a second at most', async () => {
    time = passTime({ isStill: true })
    const store = await shop.addStore({ store: { payments }, products: threeTeas(1) })
    const cards = async (path: string) => {
      const { payload } = await shop.app.inject(`/shop/${store.subdomain}${path}`)
      return [...payload.matchAll(/href="[^"]*\/p\/([a-z]+)"/g)].map(([, slug]) => slug)
    }
    const first = async (path: string) => [...new Set(await cards(path))][0]
    expect([await first(''), await first('/search')]).toEqual(['assam', 'assam'])
    const id = await productIdOf(shop, store, 'assam')
    await buy(shop, clientOf(shop, store.subdomain, 'REST'), { items: [{ id, qty: 1 }] })
    await time.pass(1_001)
    expect([await first(''), await first('/search')]).toEqual(['nilgiri', 'nilgiri'])
  })
})
