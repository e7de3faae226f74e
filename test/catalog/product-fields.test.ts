import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCells, readHeader } from '../../src/catalog/import/csv-columns.ts'
import { fieldColumns } from '../../src/catalog/product-columns.ts'
import { type FieldName, fieldEntries } from '../../src/catalog/product-fields.ts'
import { Prisma } from '../../src/generated/prisma/client.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { openShop, type Shop } from '../support/shop.ts'

/** A value of each kind that no new product has, as the owner sends it and as a cell holds it. */
const samples = {
  text: { value: 'Malty', cell: 'Malty' },
  addresses: { value: ['https://images.example/a.jpg'], cell: 'https://images.example/a.jpg' },
  integer: { value: 7, cell: '7' },
  decimal: { value: 5, cell: '5' },
  flag: { value: false, cell: 'no' },
} as const

/** Columns that no field of a bundle, a file or an input sets by itself. */
const ownColumns = ['storeId', 'id', 'slug', 'reviewCount', 'ratingSum', 'createdAt', 'updatedAt', 'version']

const columnName = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

describe('the list of a product’s fields', () => {
  it('has every column of the table that its owner sets', () => {
    expect([...Object.keys(fieldColumns), ...ownColumns].toSorted()).toEqual(
      Object.keys(Prisma.ProductScalarFieldEnum).toSorted(),
    )
  })

  it.each(fieldEntries)('gives %s a column in CSV files', (name, { kind, clearable }) => {
    const header = readHeader(['slug', columnName(name)])
    if ('mistakes' in header) throw new Error(header.mistakes.join())
    expect(readCells(header, ['assam', samples[kind].cell], 2)).toMatchObject({ [name]: samples[kind].value })
    expect(readCells(header, ['assam', '-'], 2)[name]).toBe(clearable ? null : '-')
  })
})

describe('what an owner sets of a product', () => {
  let shop: Shop
  let owner: Owner
  beforeAll(async () => {
    shop = await openShop({ limitsOff: true })
    owner = await ownerOf(shop, await shop.addStore())
  })
  afterAll(() => shop.close())

  const upsert = async (name: FieldName, input: object): Promise<Record<string, unknown>> => {
    const mutation = `mutation ($input: ProductInput!) { upsertProduct(input: $input) { version ${name} } }`
    return (await owner.ask(mutation, { input })).upsertProduct
  }
  /** Stock has doors of its own, the price can change but not go, and a new product has a name of its own. */
  const settable = fieldEntries.filter(([name]) => !['name', 'price', 'stock'].includes(name))

  it.each(settable)('%s is set, cleared by null where that means something, and else refused', async (name, field) => {
    const slug = columnName(name).replace('_', '-')
    const { value } = samples[field.kind]
    const created = await upsert(name, { slug, name: 'Assam', price: 499 })
    expect(created[name]).toEqual(field.initial)
    const changed = await upsert(name, { slug, version: created.version, [name]: value })
    expect(changed[name]).toEqual(value)
    const cleared = { slug, version: changed.version, [name]: null }
    if (field.clearable) expect((await upsert(name, cleared))[name]).toEqual(field.initial)
    else await expect(upsert(name, cleared)).rejects.toThrow(/found null/)
  })
})
