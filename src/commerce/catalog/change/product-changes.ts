import { type ChangedField, changedFields } from '../../history/changed-fields.ts'
import { orderedOptions } from '../product.ts'
import type { ProductWithVariants } from './product-rows.ts'

type Optioned = Parameters<typeof orderedOptions>[0]

/** `size: 250g, color: red`; empty without options. */
const optionText = (row: Optioned): string =>
  orderedOptions(row)
    .map(({ name, value }) => `${name}: ${value}`)
    .join(', ')

/** `price`, or `price (size: 250g)` of a variant. */
export const fieldOf = (name: string, variant: Optioned): string => {
  const text = optionText(variant)
  return text === '' ? name : `${name} (${text})`
}

/** Derived, or counted by others. */
const left = new Set(['categoryKey', 'reviewCount', 'ratingSum'])
const leftOfVariant = new Set(['options', 'optionNames', 'optionsKey', 'position', 'indexedSoldOut'])

const without = (row: object, names: ReadonlySet<string>): object =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.has(name)))

export function productChanges(
  before: ProductWithVariants,
  after: ProductWithVariants,
  currency: string,
): ChangedField[] {
  const { variants: earlier, ...product } = before
  const { variants, ...wanted } = after
  const old = new Map(earlier.map((variant) => [variant.optionsKey, variant]))
  const isThere = new Set(variants.map(({ optionsKey }) => optionsKey))
  return [
    ...changedFields(product, without(wanted, left), { currency }),
    ...earlier
      .filter(({ optionsKey }) => !isThere.has(optionsKey))
      .map((variant) => ({ name: 'variant', from: optionText(variant), to: null })),
    ...variants.flatMap((variant): ChangedField[] => {
      const known = old.get(variant.optionsKey)
      if (!known) return [{ name: 'variant', from: null, to: optionText(variant) }]
      const fields = changedFields(known, without(variant, leftOfVariant), { currency })
      return fields.map((field) => ({ ...field, name: fieldOf(field.name, variant) }))
    }),
  ]
}
