import { z } from 'zod'
import { asList, given } from '../../platform/input/query-values.ts'
import { optionsOf } from './product.ts'

const parts = ['available', 'variants', 'media'] as const
const KNOWN = `include must be some of ${parts.join(', ')}`

const asWords = (value: unknown): unknown => {
  const list = asList(value)
  return Array.isArray(list)
    ? list.flatMap((entry) => (typeof entry === 'string' ? entry.split(',') : [entry])).map(withoutBlanks)
    : list
}

const withoutBlanks = (word: unknown) => (typeof word === 'string' ? word.trim() : word)

export const include = given(z.array(z.enum(parts, { error: KNOWN })), asWords).meta({
  description:
    'Additional fields to include in each product: `available`, `variants` or `media`. Separate several with commas, or repeat the parameter.',
})

export const includeVariables = (included: readonly (typeof parts)[number][] = []) => ({
  withAvailable: included.includes('available'),
  withVariants: included.includes('variants'),
  withMedia: included.includes('media'),
})

interface Listed {
  variants?: readonly { options: readonly { name: string; value: string }[] }[]
}

export const asListed = <Product extends Listed>(product: Product) => {
  const { variants, ...rest } = product as Product & { variants?: NonNullable<Product['variants']> }
  return { ...rest, ...(variants && { variants: variants.map(withOptions<NonNullable<Product['variants']>[number]>) }) }
}

export const withOptions = <Variant extends { options: readonly { name: string; value: string }[] }>(
  variant: Variant,
) => ({ ...variant, options: optionsOf(variant.options) })
