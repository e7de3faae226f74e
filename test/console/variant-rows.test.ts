import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  emptyVariant,
  keyOf,
  missingCount,
  optionsOf,
  type VariantRow,
  withAll,
  withOption,
  withoutOption,
  withoutValue,
  withValue,
} from '../../src/web/console/app/products/form/variant-rows.ts'

const texts = (rows: readonly VariantRow[]) => rows.map(({ options }) => Object.values(options).join(' '))

const sizes = withOption([], 'size', ['S', 'M']).map((row, at) => ({ ...row, stock: String(at + 1), sku: `X-${at}` }))

describe('the variants of a form', () => {
  it('are all combinations of the options, and what there is keeps what was typed', () => {
    const coloured = withOption(sizes, 'colour', ['red', 'blue'])
    expect(texts(coloured)).toEqual(['S red', 'S blue', 'M red', 'M blue'])
    expect(coloured.map(({ stock, sku }) => [stock, sku])).toEqual([
      ['1', 'X-0'],
      ['', ''],
      ['2', 'X-1'],
      ['', ''],
    ])
    expect(optionsOf(coloured)).toEqual([
      { name: 'size', values: ['S', 'M'] },
      { name: 'colour', values: ['red', 'blue'] },
    ])
    expect(texts(withValue(coloured, 'size', 'L'))).toEqual(['S red', 'S blue', 'M red', 'M blue', 'L red', 'L blue'])
  })

  it('that were removed do not come back with another value, but with all combinations', () => {
    const few = withOption(sizes, 'colour', ['red', 'blue']).slice(1)
    const more = withValue(few, 'size', 'L')
    expect(texts(more)).toEqual(['S blue', 'M blue', 'M red', 'L blue', 'L red'])
    expect(missingCount(more)).toBe(1)
    expect(texts(withAll(more)).sort()).toEqual(['L blue', 'L red', 'M blue', 'M red', 'S blue', 'S red'])
    expect(withAll(more)).toEqual(expect.arrayContaining(more))
  })

  it('go with their value, and are one where only the removed option made them two', () => {
    const coloured = withOption(sizes, 'colour', ['red', 'blue'])
    expect(texts(withoutValue(coloured, 'colour', 'blue'))).toEqual(['S red', 'M red'])
    expect(withoutOption(coloured, 'colour')).toEqual(sizes)
    expect(withoutOption(sizes, 'size')).toEqual([])
  })

  it('are never twice the same', () => {
    const name = fc.constantFrom('size', 'colour', 'pack')
    const value = fc.constantFrom('a', 'b', 'c')
    const change = fc.oneof(
      fc.tuple(name, fc.uniqueArray(value, { minLength: 1 })).map(
        ([of, values]) =>
          (rows: VariantRow[]) =>
            rows.some(({ options }) => of in options) ? rows : withOption(rows, of, values),
      ),
      fc.tuple(name, value).map(
        ([of, one]) =>
          (rows: VariantRow[]) =>
            rows.some(({ options }) => of in options) ? withValue(rows, of, one) : rows,
      ),
      fc.tuple(name, value).map(
        ([of, one]) =>
          (rows: VariantRow[]) =>
            withoutValue(rows, of, one),
      ),
      name.map((of) => (rows: VariantRow[]) => withoutOption(rows, of)),
      fc.constant(withAll),
    )
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        const rows = changes.reduce<VariantRow[]>((before, make) => make(before), [])
        expect(new Set(rows.map(({ options }) => keyOf(options))).size).toBe(rows.length)
        expect(new Set(rows.map(({ options }) => Object.keys(options).sort().join())).size).toBeLessThanOrEqual(1)
        expect(missingCount(rows)).toBeGreaterThanOrEqual(0)
        expect(missingCount(withAll(rows))).toBe(0)
      }),
    )
  })

  it('are found whatever the order of their options', () => {
    expect(keyOf({ size: 'S', colour: 'red' })).toBe(keyOf({ colour: 'red', size: 'S' }))
    expect(emptyVariant({ size: 'S' })).toMatchObject({ options: { size: 'S' }, price: '', stock: '' })
  })
})
