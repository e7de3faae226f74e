import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import { atOnce, buyer, dataOf, pay, productIdOf } from '../support/buying.ts'
import { clientOf, type StorefrontClient } from '../support/client.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'

let store: Store
let owner: Owner
let client: StorefrontClient

const shop = await forAllTests(openShop({ limitsOff: true }))

async function open(bundle: Record<string, unknown> = {}) {
  store = await shop.addStore({ store: { payments: { provider: 'sandbox' } }, ...bundle })
  owner = await ownerOf(shop, store)
  client = clientOf(shop, store.subdomain, 'REST')
}

const ALL = `id slug name description price salePrice currency category images stock held taxRate active displayOrder
  version createdAt updatedAt variants { id options { name value } price salePrice stock held } reviewSummary { count average }`
const UPSERT = `mutation ($input: ProductInput!) { upsertProduct(input: $input) { ${ALL} } }`
const upsert = async (input: object) => (await owner.ask(UPSERT, { input })).upsertProduct
const refused = (input: object) => owner.refused(UPSERT, { input })
const assam = { slug: 'assam', name: 'Assam', price: 499 }
const sizes = (...values: string[]) => values.map((value) => ({ options: [{ name: 'size', value }] }))

describe('a product that breaks a rule', () => {
  beforeAll(() => open())

  it.each([
    [{}, 'A new product needs a name and a price'],
    [{ slug: 'tea' }, /^name: expected a name, .* found nothing; price: expected a price, .* found nothing$/],
    [{ ...assam, price: -1 }, 'price: expected a number of at least 0, found -1'],
    [{ ...assam, price: 1.005 }, 'price: expected at most 2 decimals (INR), found 1.005'],
    [{ ...assam, price: 1e9 }, 'price: expected a number of at most 900000000, found 1000000000'],
    [{ ...assam, price: null, name: null }, 'name: expected a text, found null; price: expected a number, found null'],
    [{ ...assam, salePrice: 500 }, 'salePrice: expected at most the price (499), found 500'],
    [{ ...assam, slug: 'As sam' }, /^slug: expected 1 to 255 lower-case letters and digits/],
    [{ ...assam, name: ' ' }, 'name: expected more than blanks, found " "'],
    [{ ...assam, name: 'x\0' }, /^name: expected text without NUL/],
    [{ ...assam, description: 'x'.repeat(65_537) }, /^description: expected at most 65536 characters/],
    [{ ...assam, category: 'x'.repeat(256) }, /^category: expected at most 255 characters/],
    [{ ...assam, images: ['javascript:alert(1)'] }, /^images\[0\]: expected a URL that starts with http/],
    [{ ...assam, stock: -1 }, 'stock: expected a number of at least 0, found -1'],
    [{ ...assam, taxRate: 100.5 }, 'taxRate: expected a number of at most 100, found 100.5'],
    [{ ...assam, active: null }, 'active: expected true or false, found null'],
    [{ ...assam, variants: [{ options: [] }] }, /^variants\[0\]\.options: expected at least one option/],
    [{ ...assam, variants: sizes('a', 'a') }, /^variants\[1\]\.options: expected options that variants\[0\] does not/],
    [
      { ...assam, variants: [{ options: [...(sizes('a')[0]?.options ?? []), { name: 'size', value: 'b' }] }] },
      'variants[0].options: expected each option once, found "size"',
    ],
    [
      { ...assam, variants: [...sizes('a'), { options: [{ name: 'colour', value: 'red' }] }] },
      /^variants\[1\]\.options: expected the option names of the first variant, size/,
    ],
    [
      { ...assam, variants: [{ ...sizes('a')[0], price: 5, salePrice: 6 }] },
      /^variants\[0\]\.salePrice: expected at most/,
    ],
  ])('is refused: %#', async (input, message) => {
    const { code, message: reported } = await refused(input)
    expect(code).toBe('BAD_USER_INPUT')
    if (typeof message === 'string') expect(reported).toBe(message)
    else expect(reported).toMatch(message)
    expect((await owner.ask('{ products { totalCount } }')).products.totalCount).toBe(0)
  })
})

describe('a product', () => {
  beforeEach(() => open())

  it('is created with everything that an owner sets', async () => {
    const everything = {
      ...{ ...assam, description: 'Malty.', salePrice: 399.5, category: 'Black tea', stock: 25, taxRate: 5.5 },
      ...{ images: ['https://images.example.com/a.jpg'], active: false, displayOrder: -3 },
    }
    const variant = { options: [{ name: 'size', value: '250g' }], price: 450, salePrice: 440, stock: 7 }
    const created = await upsert({ ...everything, variants: [variant] })
    expect(created).toEqual({
      ...everything,
      ...{ id: expect.any(String), currency: 'INR', held: 0, version: 1, reviewSummary: { count: 0, average: 0 } },
      ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
      variants: [{ ...variant, id: expect.any(String), held: 0 }],
    })
    const { product } = await owner.ask(`query ($id: ID) { product(id: $id) { ${ALL} } }`, { id: created.id })
    expect(product).toEqual(created)
    expect((await dataOf(client.products())).products).toEqual([])
  })

  it('needs a name and a price only', async () => {
    expect(await upsert({ name: 'Crème brûlée No. 5', price: 0 })).toMatchObject({
      ...{ slug: 'creme-brulee-no-5', salePrice: null, description: '', category: '', images: [], stock: null },
      ...{ taxRate: null, active: true, displayOrder: 0, variants: [] },
    })
    expect((await upsert({ name: 'Creme Brulee, no 5', price: 1 })).slug).toBe('creme-brulee-no-5-2')
    expect((await upsert({ name: 'मसाला चाय', price: 1 })).slug).toBe('msala-cay')
    expect((await dataOf(client.products())).products).toHaveLength(3)
  })

  it('changes where a field is given, and is cleared where it is null', async () => {
    const rest = { description: 'Malty.', salePrice: 399, category: 'Tea', images: ['https://i.example/a'], taxRate: 5 }
    const created = await upsert({ ...assam, ...rest, stock: 3, displayOrder: 2 })
    const renamed = await upsert({ slug: 'assam', version: 1, name: 'Assam Gold' })
    expect(renamed).toEqual({ ...created, name: 'Assam Gold', version: 2, updatedAt: expect.any(String) })

    const nothing = {
      description: null,
      salePrice: null,
      category: null,
      images: null,
      taxRate: null,
      displayOrder: null,
    }
    expect(await upsert({ id: created.id, version: 2, ...nothing })).toEqual({
      ...renamed,
      ...{ description: '', salePrice: null, category: '', images: [], taxRate: null, displayOrder: 0 },
      ...{ version: 3, updatedAt: expect.any(String) },
    })
    expect(await upsert({ id: created.id, version: 3, name: 'Assam Gold' })).toMatchObject({ version: 3 })
  })

  it('keeps its sale price below a price that changes alone', async () => {
    await upsert({ ...assam, salePrice: 399 })
    expect(await refused({ slug: 'assam', version: 1, price: 300 })).toEqual({
      code: 'BAD_USER_INPUT',
      message: 'price: expected at least the sale price in the store (399), or a salePrice beside it, found 300',
    })
    expect(await refused({ slug: 'assam', version: 1, salePrice: 500 })).toMatchObject({ code: 'BAD_USER_INPUT' })
  })

  it('takes another slug when it is named by its id, but nobody else’s', async () => {
    const { id } = await upsert(assam)
    await upsert({ slug: 'nilgiri', name: 'Nilgiri', price: 1 })
    expect(await upsert({ id, slug: 'assam-gold', version: 1 })).toMatchObject({ id, slug: 'assam-gold', version: 2 })
    expect(await refused({ id, slug: 'nilgiri', version: 2 })).toEqual({
      code: 'BAD_USER_INPUT',
      message: 'Another product has the slug "nilgiri"',
    })
  })

  it('is changed only by whoever knows its version', async () => {
    const { id } = await upsert(assam)
    expect(await refused({ ...assam, price: 1 })).toEqual({
      code: 'BAD_USER_INPUT',
      message: 'There is a product "assam" already. To change it, read its version, and send that with your change.',
    })
    await upsert({ id, version: 1, price: 450 })
    expect(await refused({ id, version: 1, price: 460 })).toEqual({
      code: 'CONFLICT',
      message: 'This product was changed meanwhile. Read it again, then send your change with its version.',
    })
    expect(await refused({ slug: 'asam', version: 1 })).toMatchObject({ code: 'NOT_FOUND' })
    expect(await refused({ name: 'Assam', version: 1 })).toMatchObject({ code: 'NOT_FOUND' })
  })

  it('is changed by one of many owners who have read the same version', async () => {
    const { id } = await upsert(assam)
    const answers = await atOnce(8, (index) => owner.post(UPSERT, { input: { id, version: 1, price: 100 + index } }))
    const codes = answers.map(({ body }) => body.errors?.[0].extensions.code ?? 'ok').sort()
    expect(codes).toEqual([...Array(7).fill('CONFLICT'), 'ok'])
    const kept = answers.find(({ body }) => !body.errors)?.body.data.upsertProduct
    const { product } = await owner.ask('query ($id: ID) { product(id: $id) { price version } }', { id })
    expect(product).toEqual({ price: kept.price, version: 2 })
  })

  it('is created once when two do it at once', async () => {
    const answers = await atOnce(4, () => owner.post(UPSERT, { input: assam }))
    expect(answers.map(({ body }) => body.errors?.[0].extensions.code ?? 'ok').sort()).toEqual([
      ...Array(3).fill('BAD_USER_INPUT'),
      'ok',
    ])
    const unnamed = await atOnce(3, () => upsert({ name: 'Assam', price: 1 }))
    expect(unnamed.map(({ slug }) => slug).sort()).toEqual(['assam-2', 'assam-3', 'assam-4'])
  })

  it('of one is never written over by another of the same name', async () => {
    const answers = await atOnce(12, (index) =>
      owner.post(UPSERT, { input: { name: 'Assam', description: `The ${index}th`, price: 1 } }),
    )
    const created = answers.flatMap(({ body }) => body.data.upsertProduct ?? [])
    const refused = answers.flatMap(({ body }) => body.errors ?? [])
    expect(refused.filter(({ extensions }) => !['CONFLICT', 'UNAVAILABLE'].includes(extensions.code))).toEqual([])
    const { products } = await owner.ask('{ products { totalCount nodes { slug description } } }')
    expect(new Set(products.nodes.map(({ description }: any) => description)).size).toBe(created.length)
    expect(products.totalCount).toBe(created.length)
    expect(created.length).toBeGreaterThan(0)
  })

  it('keeps its version while it is sold', async () => {
    await upsert({ ...assam, stock: 5 })
    const id = await productIdOf(shop, store, 'assam')
    const { providerOrderId } = await dataOf(client.checkout({ buyer, items: [{ id, qty: 2 }] }))
    expect(await owner.ask('query ($id: ID) { product(id: $id) { stock held version } }', { id })).toEqual({
      product: { stock: 5, held: 2, version: 1 },
    })
    await dataOf(client.verify(await pay(shop, providerOrderId)))
    expect(await upsert({ id, version: 1, name: 'Assam Gold' })).toMatchObject({ stock: 3, held: 0, version: 2 })
  })

  it('leaves the shop and comes back', async () => {
    const { id } = await upsert(assam)
    const archive = 'mutation ($id: ID!) { archiveProduct(id: $id) { active version } }'
    expect(await owner.ask(archive, { id })).toEqual({ archiveProduct: { active: false, version: 2 } })
    expect(await owner.ask(archive, { id })).toEqual({ archiveProduct: { active: false, version: 2 } })
    expect((await dataOf(client.products())).products).toEqual([])
    await upsert({ id, version: 2, active: true })
    expect((await dataOf(client.products())).products).toHaveLength(1)
    const notFound = { code: 'NOT_FOUND', message: 'Product not found' }
    for (const id of ['x', '0198c1f2-7a3e-7b1c-9d4e-2f6a8b0c1d3e']) {
      expect(await owner.refused(archive, { id })).toEqual(notFound)
      expect(await refused({ id, version: 1 })).toEqual(notFound)
    }
  })

  it('of another store is unknown', async () => {
    const { id } = await upsert({ ...assam, stock: 1 })
    await open()
    expect(await owner.ask('query ($id: ID) { product(id: $id) { id } }', { id })).toEqual({ product: null })
    expect(await owner.ask('{ product(slug: "assam") { id } products { totalCount } }')).toEqual({
      product: null,
      products: { totalCount: 0 },
    })
    const notFound = { code: 'NOT_FOUND', message: 'Product not found' }
    expect(await refused({ id, version: 1 })).toEqual(notFound)
    for (const call of [
      'archiveProduct(id: $id)',
      'setStock(productId: $id, stock: 2, basedOn: 1)',
      'changeStock(productId: $id, by: 1)',
    ])
      expect(await owner.refused(`mutation ($id: ID!) { ${call} { id } }`, { id })).toEqual(notFound)
    expect((await upsert(assam)).slug).toBe('assam')
  })

  it('is known to the assistant within a second', async () => {
    await open({ store: { payments: null, chat: { enabled: true } } })
    await upsert({ ...assam, name: 'Zanzibar blossom' })
    const ask = async () => (await dataOf(client.chat({ message: 'Do you have Zanzibar blossom?' }))).reply as string
    expect(await ask()).toContain('499')
    await upsert({ slug: 'assam', version: 1, price: 777 })
    await expect.poll(ask, { timeout: 15_000, interval: 200 }).toContain('777')
  })
})
