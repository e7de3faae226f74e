import type { ProductDetailsFragment, ProductInput } from '../../../../../generated/console/documents.ts'
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

/** A product as it is typed. */
export type ProductValues = {
  name: string
  slug: string
  description: string
  category: string
  brand: string
  price: string
  salePrice: string
  taxRate: string
  weight: string
  sku: string
  barcode: string
  /** Of a new product. */
  stock: string
  displayOrder: string
  /** Of a new product; a stored one is archived and put back elsewhere. */
  active: boolean
  attributes: { name: string; value: string }[]
  media: Picture[]
  variants: VariantRow[]
  seoTitle: string
  seoDescription: string
}

export const newProduct: ProductValues = {
  ...{ name: '', slug: '', description: '', category: '', brand: '', price: '', salePrice: '', taxRate: '' },
  ...{ weight: '', sku: '', barcode: '', stock: '', displayOrder: '0', active: true },
  ...{ attributes: [], media: [], variants: [], seoTitle: '', seoDescription: '' },
}

export const valuesOf = (product: ProductDetailsFragment, numbers: NumberFormat): ProductValues => ({
  name: product.name,
  slug: product.slug,
  description: product.description,
  category: product.category,
  brand: product.brand,
  price: typedMoney(product.price, numbers),
  salePrice: typedMoney(product.salePrice, numbers),
  taxRate: typedNumber(product.taxRate, numbers),
  weight: typedNumber(product.weight, numbers),
  sku: product.sku ?? '',
  barcode: product.barcode ?? '',
  stock: '',
  displayOrder: typedNumber(product.displayOrder, numbers),
  active: true,
  attributes: product.attributes.map(({ name, value }) => ({ name, value })),
  media: product.media.map(({ url, alt, width = null, height = null }) => ({ url, alt, width, height })),
  variants: product.variants.map((variant) => ({
    ...emptyVariant(Object.fromEntries(variant.options.map(({ name, value }) => [name, value]))),
    price: typedMoney(variant.price, numbers),
    salePrice: typedMoney(variant.salePrice, numbers),
    weight: typedNumber(variant.weight, numbers),
    sku: variant.sku ?? '',
    barcode: variant.barcode ?? '',
    picture: variant.picture ?? '',
  })),
  seoTitle: product.seo.title,
  seoDescription: product.seo.description,
})

/** @param stored the product as it was read; null for a new one */
export function inputOf(
  values: ProductValues,
  version: number | null,
  stored: ProductDetailsFragment | null,
  numbers: NumberFormat,
): ProductInput {
  const variants = new Set(stored?.variants.map((variant) => storedKey(variant)))
  return {
    ...(stored ? { id: stored.id, version } : { stock: numberOf(values.stock, numbers), active: values.active }),
    name: values.name,
    ...(values.slug.trim() !== '' && { slug: values.slug.trim() }),
    description: values.description,
    category: values.category,
    brand: values.brand,
    price: amountOf(values.price, numbers),
    salePrice: amountOf(values.salePrice, numbers),
    taxRate: numberOf(values.taxRate, numbers, percentage),
    weight: numberOf(values.weight, numbers),
    sku: textOrNull(values.sku),
    barcode: textOrNull(values.barcode),
    displayOrder: numberOf(values.displayOrder, numbers) ?? 0,
    attributes: values.attributes.filter(({ name, value }) => `${name}${value}`.trim() !== ''),
    media: values.media,
    variants: values.variants.map((row) => ({
      options: Object.entries(row.options).map(([name, value]) => ({ name, value })),
      price: amountOf(row.price, numbers),
      salePrice: amountOf(row.salePrice, numbers),
      weight: numberOf(row.weight, numbers),
      sku: textOrNull(row.sku),
      barcode: textOrNull(row.barcode),
      picture: textOrNull(row.picture),
      ...(!variants.has(keyOf(row.options)) && { stock: numberOf(row.stock, numbers) }),
    })),
    seo: { title: values.seoTitle, description: values.seoDescription },
  }
}

export const storedKey = ({ options }: ProductDetailsFragment['variants'][number]): string =>
  keyOf(Object.fromEntries(options.map(({ name, value }) => [name, value])))

const textOrNull = (typed: string): string | null => typed.trim() || null

/** What is compared when somebody else has saved meanwhile. */
export const labels: Partial<Record<keyof ProductValues, string>> = {
  name: 'Name',
  slug: 'Address',
  description: 'Description',
  category: 'Category',
  brand: 'Brand',
  price: 'Price',
  salePrice: 'Sale price',
  taxRate: 'Tax rate',
  weight: 'Weight',
  sku: 'SKU',
  barcode: 'Barcode',
  displayOrder: 'Position',
  stock: 'In stock',
  active: 'Shown',
  attributes: 'Attributes',
  media: 'Pictures',
  variants: 'Variants',
  seoTitle: 'Title for search engines',
  seoDescription: 'Description for search engines',
}

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
