import { beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/generated/prisma/client.ts'
import { atOnce } from '../../support/buying.ts'
import { type Owner, ownerOf } from '../../support/owner.ts'
import { forAllTests, openShop } from '../../support/shop.ts'
import { IMPORT, importRows, size } from './product-list.ts'

let store: Store
let owner: Owner

const shop = await forAllTests(openShop({ limitsOff: true }))
beforeEach(async () => {
  store = await shop.addStore()
  owner = await ownerOf(shop, store)
})

const load = (rows: object[], options?: object) => importRows(owner, rows, options)

async function stored(): Promise<Record<string, [name: string, price: number]>> {
  const { products } = await owner.ask('{ products(first: 50) { nodes { slug name price } } }')
  return Object.fromEntries(products.nodes.map(({ slug, name, price }: any) => [slug, [name, price]]))
}

describe('a row without a slug', () => {
  it('changes no product of another name, whose slug would be the same', async () => {
    await load([{ name: 'C++', price: 10 }])
    expect(await load([{ name: 'C#', price: 12 }])).toMatchObject({ added: [1], changed: [] })
    expect(await stored()).toEqual({ c: ['C++', 10], 'c-2': ['C#', 12] })
  })

  it('is a product of its own beside such a row in one list', async () => {
    const rows = [
      { name: 'काली चाय', price: 1 },
      { name: 'हरी चाय', price: 2 },
      { name: 'C#', price: 3 },
      { slug: 'c', name: 'C++', price: 4 },
      { name: 'C', price: 5 },
    ]
    expect(await load(rows)).toMatchObject({ imported: true, added: [1, 2, 3, 4, 5] })
    const all = await stored()
    expect(all).toEqual({
      ...{ 'kali-cay': ['काली चाय', 1], 'hri-cay': ['हरी चाय', 2] },
      ...{ 'c-2': ['C#', 3], c: ['C++', 4], 'c-3': ['C', 5] },
    })
    expect(await load(rows)).toMatchObject({ added: [], changed: [], unchanged: [1, 2, 3, 4, 5] })
    expect(await stored()).toEqual(all)
  })

  it('is the product of its name, case, blanks and composed letters aside, whatever its slug', async () => {
    await load([{ slug: 'house-blend', name: 'Café  Blend', price: 1 }])
    expect(await load([{ name: ' CAFE\u0301 blend', price: 2 }])).toMatchObject({ added: [], changed: [1] })
    expect(Object.keys(await stored())).toEqual(['house-blend'])
  })

  it('is a variant of the product of its name, where another row gives the slug', async () => {
    const rows = [
      { slug: 'my-tea', name: 'Tea', price: 1, ...size('a') },
      { name: 'tea', price: 2, ...size('b') },
    ]
    expect(await load(rows)).toMatchObject({ added: [1] })
    expect(await load(rows.toReversed())).toMatchObject({ added: [], unchanged: [], changed: [1] })
    expect(Object.keys(await stored())).toEqual(['my-tea'])
  })

  it('is refused where several products have its name', async () => {
    const both = [
      { slug: 'tea', name: 'Tea', price: 1 },
      { slug: 'tea-2', name: 'tea', price: 2 },
    ]
    const reported = (row: number) => [
      { row, field: 'slug', message: 'expected one of "tea", "tea-2", which all have this name, found nothing' },
    ]
    expect((await load([...both, { name: 'TEA', price: 3 }])).mistakes).toContainEqual(reported(3)[0])
    expect((await load([{ name: 'TEA', price: 3, ...size('a') }, ...both])).mistakes).toEqual(reported(1))
    await load(both)
    expect((await load([{ name: 'TEA', price: 3 }])).mistakes).toEqual(reported(1))
    expect(await stored()).toEqual({ tea: ['Tea', 1], 'tea-2': ['tea', 2] })
  })

  it('is refused where another row changes the product of its name', async () => {
    await load([{ slug: 'tea', name: 'Tea', price: 1 }])
    expect(
      (
        await load([
          { slug: 'tea', price: 2 },
          { name: 'Tea', price: 3 },
        ])
      ).mistakes,
    ).toEqual([
      {
        ...{ row: 2, field: 'slug' },
        message: 'expected "tea", as in another place of the list: it has this name, found nothing',
      },
    ])
  })

  it('overwrites nothing that comes into the store at the same time', async () => {
    const names = ['C', 'C+', 'C++', 'C#', 'C&', 'C?']
    const upsert = (name: string, price: number) =>
      owner.post('mutation ($input: ProductInput!) { upsertProduct(input: $input) { id } }', { input: { name, price } })
    const list = (part: number) => owner.post(IMPORT, { rows: [{ name: names[part], price: part }] })
    await Promise.all([atOnce(3, list), ...[3, 4, 5].map((at) => upsert(names[at] ?? '', at))])
    for (const part of [0, 1, 2]) await list(part)
    const all = Object.values(await stored())
    for (const [name, price] of all) expect(price).toBe(names.indexOf(name))
    expect(
      all
        .map(([name]) => name)
        .filter((name) => names.indexOf(name) < 3)
        .toSorted(),
    ).toEqual(['C', 'C+', 'C++'])
  })
})

describe('options that differ only in case', () => {
  const tea = { slug: 'tea', name: 'Tea', price: 1 }
  const messages = async (rows: object[]) =>
    (await load(rows)).mistakes.map(({ row, field, message }: any) => [row, field, message])

  it('are refused in one list', async () => {
    expect(
      await messages([
        { ...tea, ...size('250g') },
        { ...tea, ...size('250G ') },
      ]),
    ).toEqual([[2, 'options', 'expected options that line 1 does not have already']])
    const named = [
      { name: 'size', value: 'a' },
      { name: 'Size', value: 'b' },
    ]
    expect(await messages([{ ...tea, options: named }])).toContainEqual([
      ...[1, 'options', 'expected each option once, found "Size"'],
    ])
  })

  it('are refused beside what the store has', async () => {
    await load([{ ...tea, ...size('250g') }])
    expect(await messages([{ ...tea, ...size('250G') }])).toEqual([
      [1, 'options', 'expected {"size":"250g"}, as the store has it, found {"size":"250G"}'],
    ])
  })

  it('are refused in the input of one product', async () => {
    const variants = [size('a'), size('A')]
    const mutation = 'mutation ($input: ProductInput!) { upsertProduct(input: $input) { id } }'
    expect(await owner.refused(mutation, { input: { ...tea, variants } })).toEqual({
      code: 'BAD_USER_INPUT',
      message: 'variants[1].options: expected options that variants[0] does not have already, found {"size":"A"}',
    })
  })
})
