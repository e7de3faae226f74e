import type { ProductDetailsFragment, ProductInput } from '../../../../../generated/console/documents.ts'
import {
  amount,
  choice,
  type FormField,
  formFormat,
  line,
  lineOrNull,
  number,
  text,
  type ValuesOf,
} from '../../parts/form/form-fields.ts'
import {
  amountOf,
  mistakeIn,
  money,
  type NumberFormat,
  numberOf,
  percentage,
  typedMoney,
  typedNumber,
  whole,
} from '../../parts/form/typed-numbers.ts'
import { emptyVariant, keyOf, type VariantRow } from './variant-rows.ts'

export interface Picture {
  url: string
  alt: string
  width: number | null
  height: number | null
}

type Stored = ProductDetailsFragment
type Attributes = { name: string; value: string }[]

const attributes: FormField<Attributes, Attributes, Attributes> = {
  label: 'Attributes',
  typed: (stored) => (stored ?? []).map(({ name, value }) => ({ name, value })),
  sent: (typed) => typed.filter(({ name, value }) => `${name}${value}`.trim() !== ''),
}

const media: FormField<Stored['media'], Picture[], Picture[]> = {
  label: 'Pictures',
  typed: (stored) => (stored ?? []).map(({ url, alt, width = null, height = null }) => ({ url, alt, width, height })),
  sent: (typed) => typed,
}

const variants: FormField<Stored['variants'], VariantRow[], NonNullable<ProductInput['variants']>> = {
  label: 'Variants',
  typed: (stored, numbers) =>
    (stored ?? []).map((variant) => ({
      ...emptyVariant(Object.fromEntries(variant.options.map(({ name, value }) => [name, value]))),
      price: typedMoney(variant.price, numbers),
      salePrice: typedMoney(variant.salePrice, numbers),
      weight: typedNumber(variant.weight, numbers),
      sku: variant.sku ?? '',
      barcode: variant.barcode ?? '',
      picture: variant.picture ?? '',
    })),
  sent: (typed, numbers) =>
    typed.map((row) => ({
      options: Object.entries(row.options).map(([name, value]) => ({ name, value })),
      price: amountOf(row.price, numbers),
      salePrice: amountOf(row.salePrice, numbers),
      weight: numberOf(row.weight, numbers),
      sku: row.sku.trim() || null,
      barcode: row.barcode.trim() || null,
      picture: row.picture.trim() || null,
      stock: numberOf(row.stock, numbers),
    })),
}

/** All fields of the form, each defined once. */
const format = formFormat({
  name: text('Name'),
  slug: line('Address'),
  description: text('Description'),
  category: text('Category'),
  brand: text('Brand'),
  price: amount('Price'),
  salePrice: amount('Sale price'),
  taxRate: number('Tax rate', { kind: percentage }),
  weight: number('Weight'),
  sku: lineOrNull('SKU'),
  barcode: lineOrNull('Barcode'),
  displayOrder: number('Position', { first: 0 }),
  stock: number('In stock'),
  active: choice('Shown', true),
  attributes,
  media,
  variants,
  seoTitle: text('Title for search engines'),
  seoDescription: text('Description for search engines'),
})

/** A product as it is typed. */
export type ProductValues = ValuesOf<typeof format>

/** The words for the fields, also where both versions are compared. */
export const { labels, kinds } = format

/** @param product null for a new one */
export const valuesOf = (product: Stored | null, numbers: NumberFormat): ProductValues =>
  format.valuesOf(
    product && {
      ...product,
      // Saved at once, and by other buttons.
      ...{ stock: null, active: true },
      ...{ seoTitle: product.seo.title, seoDescription: product.seo.description },
    },
    numbers,
  )

/** @param stored the product as it was read; null for a new one */
export function inputOf(
  values: ProductValues,
  version: number | null,
  stored: Stored | null,
  numbers: NumberFormat,
): ProductInput {
  const { slug, stock, active, displayOrder, seoTitle, seoDescription, ...input } = format.inputOf(values, numbers)
  const known = new Set(stored?.variants.map((variant) => storedKey(variant)))
  return {
    ...input,
    ...(stored ? { id: stored.id, version } : { stock, active }),
    ...(slug !== '' && { slug }),
    displayOrder: displayOrder ?? 0,
    // The stock of those that are stored is saved at once.
    variants: input.variants.map(({ stock, ...variant }, index) => ({
      ...variant,
      ...(!known.has(keyOf(values.variants[index]?.options ?? {})) && { stock }),
    })),
    seo: { title: seoTitle, description: seoDescription },
  }
}

export const storedKey = ({ options }: ProductDetailsFragment['variants'][number]): string =>
  keyOf(Object.fromEntries(options.map(({ name, value }) => [name, value])))

const shownList =
  <Entry>(text: (entry: Entry) => string) =>
  (value: unknown): string =>
    (value as Entry[]).map(text).join('; ') || '—'

export const shownAs = {
  attributes: shownList<ProductValues['attributes'][number]>(({ name, value }) => `${name}: ${value}`),
  media: shownList<Picture>(({ url, alt }) => alt || url),
  variants: shownList<VariantRow>(({ options, price, salePrice, sku }) =>
    [Object.values(options).join(', '), price, salePrice, sku].filter(Boolean).join(' · '),
  ),
}

/** `input.variants[2].price` is a mistake of the variants, `seo.title` one of `seoTitle`. */
export function fieldOf(path: string): string {
  const [first = '', second = ''] = path.replace(/^input\./, '').split(/[.[\]]+/)
  return first === 'seo' ? `seo${second.charAt(0).toUpperCase()}${second.slice(1)}` : first
}

/** The first number that cannot be sent: numbers in variants have no field of their own to say so. */
export function unreadable({ variants }: ProductValues, numbers: NumberFormat): string | undefined {
  for (const { options, price, salePrice, stock, weight } of variants) {
    const mistakes = [
      ...[price, salePrice].map((typed) => mistakeIn(typed, numbers, money)),
      ...[stock, weight].map((typed) => mistakeIn(typed, numbers, whole)),
    ]
    const mistake = mistakes.find(Boolean)
    if (mistake) return `${Object.values(options).join(', ')}: ${mistake}`
  }
  return undefined
}
