import { describe, expect, expectTypeOf, it } from 'vitest'
import { fieldColumns } from '../../src/commerce/catalog/change/product-columns.ts'
import { readCells, readHeader } from '../../src/commerce/catalog/import/csv-columns.ts'
import type { ProductField } from '../../src/commerce/catalog/product-field.ts'
import { type FieldName, fieldEntries, productFields } from '../../src/commerce/catalog/product-fields.ts'
import { Prisma } from '../../src/generated/prisma/client.ts'
import { numberFormatOf } from '../../src/shared/number-format.ts'
import { ownerOf } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const numbers = numberFormatOf('INR')

/** A value of each kind that no new product has, as the owner sends it and as a cell holds it. */
const samples = {
  text: { value: 'Malty', cell: 'Malty' },
  addresses: { value: ['https://images.example/a.jpg'], cell: 'https://images.example/a.jpg' },
  integer: { value: 7, cell: '7' },
  decimal: { value: 5, cell: '5' },
  flag: { value: false, cell: 'no' },
  attributes: {
    value: [
      { name: 'Origin', value: 'Assam' },
      { name: 'Brewing', value: '3:30 minutes' },
    ],
    cell: 'Origin: Assam | Brewing: 3:30 minutes',
    selection: '{ name value }',
  },
  media: {
    value: [
      { url: 'https://images.example/a.jpg', alt: 'A cup of tea', width: 800, height: 600 },
      { url: '/pictures/b.svg', alt: '', width: null, height: null },
    ],
    cell: 'https://images.example/a.jpg 800x600 A cup of tea\n/pictures/b.svg',
    selection: '{ url alt width height }',
  },
  seo: { value: { title: 'Malty', description: 'Malty' }, cell: 'Malty', selection: '{ title description }' },
} as const

/** Columns that no field of a bundle, a file or an input sets by itself. */
const ownColumns = [
  ...['storeId', 'id', 'slug', 'reviewCount', 'ratingSum', 'createdAt', 'updatedAt', 'version'],
  'variantsLeft',
]

const columnName = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function columns(...names: string[]) {
  const header = readHeader(['slug', ...names])
  if ('mistakes' in header) throw new Error(header.mistakes.join())
  return header
}

/** A cell leaves out what is empty. */
const withoutNothing = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, part) => (part === null || part === '' ? undefined : part))

describe('the list of a product’s fields', () => {
  it('presents in both schemas only texts and whole numbers that may be missing', () => {
    const output = 'What it is.'
    expectTypeOf({ ...productFields.brand, output }).toExtend<ProductField>()
    expectTypeOf({ ...productFields.weight, output }).toExtend<ProductField>()
    // Decimals, a number that is always there, and a text that may be missing are defined by the schemas.
    expectTypeOf({ ...productFields.taxRate, output }).not.toExtend<ProductField>()
    expectTypeOf({ ...productFields.displayOrder, output }).not.toExtend<ProductField>()
    expectTypeOf({ ...productFields.sku, output }).not.toExtend<ProductField>()
  })

  it('has every column of the table that its owner sets', () => {
    expect([...Object.keys(fieldColumns), ...ownColumns].toSorted()).toEqual(
      Object.keys(Prisma.ProductScalarFieldEnum).toSorted(),
    )
  })

  it.each(fieldEntries.filter(([, { parts }]) => !parts))(
    'gives %s a column in CSV files',
    (name, { kind, clearable }) => {
      const header = columns(columnName(name))
      expect(withoutNothing(readCells(header, ['assam', samples[kind].cell], 2, numbers)[name])).toEqual(
        withoutNothing(samples[kind].value),
      )
      expect(readCells(header, ['assam', '-'], 2, numbers)[name]).toBe(
        clearable ? null : kind === 'flag' ? undefined : '-',
      )
    },
  )

  it('gives each part of seo a column in CSV files', () => {
    const header = columns('seo_title', 'SEO description')
    const seo = (...cells: string[]) => readCells(header, ['assam', ...cells], 2, numbers).seo
    expect(seo('Malty | Tea', 'Strong: bright')).toEqual({ title: 'Malty | Tea', description: 'Strong: bright' })
    expect(seo('-', '')).toEqual({ title: null })
    expect(seo('', '')).toBeUndefined()
    expect(readHeader(['slug', 'seo'])).toHaveProperty('mistakes')
  })
})

const shop = await forAllTests(openShop({ limitsOff: true }))
const owner = await ownerOf(shop, await shop.addStore())

describe('what an owner sets of a product', () => {
  const upsert = async (name: FieldName, input: object): Promise<Record<string, unknown>> => {
    const mutation = `mutation ($input: ProductInput!) { upsertProduct(input: $input) { version ${name} ${selection(name)} } }`
    return (await owner.ask(mutation, { input })).upsertProduct
  }
  const selection = (name: FieldName): string => {
    const sample: object = samples[productFields[name].kind]
    return 'selection' in sample ? String(sample.selection) : ''
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

  const DETAILS = 'version images media { url alt width height } seo { title description }'
  const send = (input: object) =>
    owner.ask(`mutation ($input: ProductInput!) { upsertProduct(input: $input) { ${DETAILS} } }`, { input })
  const refusal = (input: object) =>
    owner.refused(`mutation ($input: ProductInput!) { upsertProduct(input: $input) { version } }`, { input })

  it('takes pictures as addresses or with their descriptions, and remembers these by address', async () => {
    const described = { url: '/pictures/a.svg', alt: 'A cup', width: 400, height: 300 }
    const plain = { url: '/pictures/b.svg', alt: '', width: null, height: null }
    const product = { slug: 'pictured', name: 'Pictured', price: 1, media: [described, { url: plain.url }] }
    const { upsertProduct: created } = await send(product)
    expect(created).toMatchObject({ images: [described.url, plain.url], media: [described, plain] })

    const turned = { slug: 'pictured', version: created.version, images: [plain.url, described.url] }
    const { upsertProduct: changed } = await send(turned)
    expect(changed).toMatchObject({ images: [plain.url, described.url], media: [plain, described] })
    const cleared = { slug: 'pictured', version: changed.version, media: null }
    expect((await send(cleared)).upsertProduct).toMatchObject({ images: [], media: [] })
  })

  it('changes one part of seo, and leaves the other', async () => {
    const seo = { title: 'Malty', description: 'Strong' }
    const { upsertProduct: created } = await send({ slug: 'found', name: 'Found', price: 1, seo })
    const change = { slug: 'found', version: created.version, seo: { description: null } }
    expect((await send(change)).upsertProduct.seo).toEqual({ title: 'Malty', description: '' })
    const half = { slug: 'half', name: 'Half', price: 1, seo: { title: 'Half' } }
    expect((await send(half)).upsertProduct.seo).toEqual({ title: 'Half', description: '' })
  })

  const url = 'https://images.example/a.jpg'
  const attribute = { name: 'Origin', value: 'Assam' }
  it.each([
    [{ attributes: Array(51).fill(attribute) }, /^attributes: expected at most 50 in the list, found/],
    [{ attributes: [{ name: ' ', value: 'x' }] }, 'attributes[0].name: expected more than blanks, found " "'],
    [
      { attributes: [{ name: 'x'.repeat(101), value: 'x' }] },
      /^attributes\[0\].name: expected 1 to 100 characters, found/,
    ],
    [{ attributes: [{ name: 'x', value: '' }] }, 'attributes[0].value: expected 1 to 500 characters, found ""'],
    [
      { media: Array.from({ length: 101 }, (_, at) => ({ url: `/${at}` })) },
      /^media: expected at most 100 in the list/,
    ],
    [{ media: [{ url: 'javascript:alert(1)' }] }, /^media\[0\].url: expected a URL that starts with http/],
    [
      { media: [{ url }, { url }] },
      `media[1].url: expected an address that media[0] does not have already, found "${url}"`,
    ],
    [{ media: [{ url, alt: 'x'.repeat(501) }] }, /^media\[0\].alt: expected at most 500 characters, found/],
    [{ media: [{ url, width: 0 }] }, 'media[0].width: expected a number of at least 1, found 0'],
    [{ media: [{ url, height: 100_001 }] }, 'media[0].height: expected a number of at most 100000, found 100001'],
    [{ media: [{ url }], images: [] }, 'images: expected the addresses of media in their order, or none, found []'],
    [{ seo: { title: 'x'.repeat(256) } }, /^seo.title: expected at most 255 characters, found/],
    [{ seo: { description: 'x'.repeat(1001) } }, /^seo.description: expected at most 1000 characters, found/],
  ])('refuses %o', async (input, message) => {
    const { message: error } = await refusal({ slug: 'refused', name: 'Refused', price: 1, ...input })
    if (typeof message === 'string') expect(error).toBe(message)
    else expect(error).toMatch(message)
  })
})
