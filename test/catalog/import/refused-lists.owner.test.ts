import { describe, expect, it } from 'vitest'
import { ownerOf } from '../../support/owner.ts'
import { forAllTests, openShop } from '../../support/shop.ts'
import { assam, IMPORT, importRows, size, storedProduct } from './product-list.ts'

const shop = await forAllTests(openShop({ limitsOff: true }))
const store = await shop.addStore({
  store: { payments: { provider: 'sandbox' } },
  products: [
    { slug: 'assam', name: 'Assam', price: 499, salePrice: 399 },
    { slug: 'sized', name: 'Sized', price: 10, variants: [{ options: { size: 'a' }, price: 5, salePrice: 4 }] },
  ],
})
const owner = await ownerOf(shop, store)

const load = (rows: object[], options?: object) => importRows(owner, rows, options)
const stored = (slug: string) => storedProduct(owner, slug)

const NAMELESS =
  'expected a name, found nothing: enter the name of the product, or its slug if it is in the store or in another row'

describe('a list with mistakes', () => {
  it.each([
    [
      'a bad field',
      [{ ...assam, price: -1, taxRate: 101 }],
      [1, 'price', 'expected a number of at least 0, found -1'],
      [1, 'taxRate', 'expected a number of at most 100, found 101'],
    ],
    [
      'a sale price above the price',
      [{ ...assam, salePrice: 500 }],
      [1, 'salePrice', 'expected at most the price (499), found 500'],
    ],
    [
      'a sale price of 0 under a price above it, of a product and of a variant',
      [
        { ...assam, salePrice: 0 },
        { slug: 'tea', name: 'Tea', price: 5, salePrice: 0, ...size('a') },
        { slug: 'tea', price: 0, salePrice: 0, ...size('b') },
      ],
      [1, 'salePrice', 'expected more than 0, or none, found 0: allowFree allows giving it away'],
      [2, 'salePrice', 'expected more than 0, or none, found 0: allowFree allows giving it away'],
    ],
    ['too many decimals', [{ ...assam, price: 1.005 }], [1, 'price', 'expected at most 2 decimals (INR), found 1.005']],
    [
      'no URL',
      [{ ...assam, images: ['x'] }],
      [
        1,
        'images',
        'expected a URL that starts with http:// or https://, or a path of this service like "/pictures/assam.svg", found "x"',
      ],
    ],
    ['a bad slug', [{ ...assam, slug: 'A B' }], [1, 'slug', expect.stringContaining('lower-case letters')]],
    ['no slug and no name', [assam, { price: 1 }], [2, 'name', NAMELESS]],
    ['no slug and a name of blanks', [assam, { name: ' ', price: 1 }], [2, 'name', NAMELESS]],
    ['a slug twice', [assam, assam], [2, 'slug', expect.stringContaining('line 1 does not have already')]],
    [
      'options twice',
      [
        { ...assam, ...size('a') },
        { ...assam, ...size('a') },
      ],
      [2, 'options', 'expected options that line 1 does not have already'],
    ],
    [
      'two names for one product',
      [
        { ...assam, ...size('a') },
        { slug: 'assam', name: 'X', ...size('b') },
      ],
      [2, 'name', expect.stringContaining('the same as in line 1')],
    ],
    [
      'other option names',
      [
        { ...assam, ...size('a') },
        { slug: 'assam', options: [{ name: 'colour', value: 'red' }] },
      ],
      [2, 'options', expect.stringContaining('the option names of the first variant, size')],
    ],
    [
      'a new product without a price',
      [{ name: 'New' }, { name: 'Sized new', ...size('a') }],
      [1, 'price', expect.stringContaining('which a new product needs')],
      [2, 'price', expect.stringContaining('which a new product needs')],
    ],
    [
      'a new product without a name',
      [{ slug: 'new', price: 1 }],
      [1, 'name', expect.stringContaining('which a new product needs')],
    ],
    [
      'what only the store can tell, beside what the list shows',
      [{ name: 'New' }, { ...assam, price: -1 }, { price: 1 }],
      [1, 'price', expect.stringContaining('which a new product needs')],
      [2, 'price', 'expected a number of at least 0, found -1'],
      [3, 'name', NAMELESS],
    ],
    [
      'a price below the sale price in the store',
      [assam, { slug: 'sized', price: 3, ...size('a') }],
      [2, 'price', expect.stringContaining('the sale price in the store (4)')],
    ],
    [
      'other option names than in the store',
      [{ slug: 'sized', options: [{ name: 'colour', value: 'red' }] }],
      [1, 'options', expect.stringContaining("the option names of the store's variants, size")],
    ],
  ])('is refused whole: %s', async (_, rows, ...mistakes) => {
    const good = { slug: 'good', name: 'Good', price: 1 }
    const report = await load([...rows, good])
    expect(report).toMatchObject({
      imported: false,
      added: [],
      changed: [],
      unchanged: [],
      mistakeCount: mistakes.length,
    })
    expect(report.mistakes.map(({ row, field, message }: any) => [row, field, message])).toEqual(mistakes)
    expect(report.refused.length).toBeGreaterThan(0)
    expect(await stored('good')).toBe(null)
  })

  it('may have a sale price of 0 where that is allowed', async () => {
    const free = { slug: 'free', name: 'Free', price: 5, salePrice: 0 }
    expect(await load([free], { allowFree: true })).toMatchObject({ imported: true, added: [1] })
    expect(await stored('free')).toMatchObject({ price: 5, salePrice: 0 })
  })

  it('reports the first 100 mistakes, and how many there are', async () => {
    const rows = Array.from({ length: 150 }, (_, index) => ({ name: `Tea ${index}`, price: -1 }))
    const report = await load(rows)
    expect(report).toMatchObject({ imported: false, mistakeCount: 150 })
    expect(report.mistakes).toHaveLength(100)
    expect(report.refused).toHaveLength(150)
  })

  it('is refused when it is too long', async () => {
    expect(await owner.refused(IMPORT, { rows: Array(10_001).fill({ slug: 'a' }) })).toEqual({
      code: 'BAD_USER_INPUT',
      message: 'rows: expected at most 10000, found 10001. Send them in parts, or use storefront import-products.',
    })
  })
})
