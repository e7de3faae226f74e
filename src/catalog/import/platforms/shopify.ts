import { slug as slugFormat } from '../../../platform/input/fields.ts'
import type { NumberFormat } from '../../../shared/number-format.ts'
import { slugOf, TakenSlugs } from '../../change/slug.ts'
import type { ProductRow } from '../product-rows.ts'
import {
  assign,
  attributeOf,
  categoryOf,
  numberIn,
  type Omissions,
  type PlatformFormat,
  type PlatformRow,
  pricesOf,
} from './platform-row.ts'

/** Each column under its name until 2024, then under the present one. */
const column = {
  handle: ['handle', 'url handle'],
  title: ['title'],
  body: ['body (html)', 'description'],
  vendor: ['vendor'],
  productCategory: ['product category'],
  type: ['type', 'custom product type'],
  tags: ['tags'],
  published: ['published', 'published on online store'],
  status: ['status'],
  sku: ['variant sku', 'sku'],
  barcode: ['variant barcode', 'barcode'],
  grams: ['variant grams', 'weight value (grams)'],
  tracker: ['variant inventory tracker', 'inventory tracker'],
  units: ['variant inventory qty', 'inventory quantity'],
  policy: ['variant inventory policy', 'continue selling when out of stock'],
  price: ['variant price', 'price'],
  compareAt: ['variant compare at price', 'compare-at price'],
  taxable: ['variant taxable', 'charge tax'],
  image: ['image src', 'product image url'],
  imagePosition: ['image position'],
  imageAlt: ['image alt text'],
  variantImage: ['variant image', 'variant image url'],
  giftCard: ['gift card'],
  seoTitle: ['seo title'],
  seoDescription: ['seo description'],
} as const

const optionColumns = [1, 2, 3].map((number) => ({ name: `option${number} name`, value: `option${number} value` }))

const known = new Set<string>([
  ...Object.values(column).flat(),
  ...optionColumns.flatMap(({ name, value }) => [name, value]),
  // About shipping and tax within the platform, or said by another column.
  ...['variant fulfillment service', 'fulfillment service', 'variant requires shipping', 'requires shipping'],
  ...['variant weight unit', 'weight unit for display', 'variant tax code', 'standard product type'],
  ...['option1 linked to', 'option2 linked to', 'option3 linked to'],
])

/** The product export of Shopify: the rows of a handle are its variants and pictures. */
export const shopify: PlatformFormat = {
  title: 'Shopify',
  marks: [column.handle, ['option1 value'], column.price],
  isKnown: (name) => known.has(name),
  convert(rows, { format, omitted }) {
    const products = new Map<string, PlatformRow[]>()
    for (const row of rows) {
      const handle = row.text(...column.handle)
      const own = products.get(handle)
      if (own) own.push(row)
      else products.set(handle, [row])
    }
    const taken = new TakenSlugs([...products.keys()].filter(isSlug))
    return [...products].flatMap(([handle, own]) => {
      if (own.some((row) => row.flag(...column.giftCard))) {
        omitted.count('gift cards')
        return []
      }
      return productRows(
        isSlug(handle) || handle === '' ? handle : taken.takeFree(slugOf(handle)),
        own,
        format,
        omitted,
      )
    })
  },
}

const isSlug = (handle: string): boolean => slugFormat.safeParse(handle).success

function productRows(
  slug: string,
  rows: readonly PlatformRow[],
  format: NumberFormat,
  omitted: Omissions,
): ProductRow[] {
  const [first] = rows
  if (!first) return []
  // Rows without a price are pictures.
  const variants = rows.filter((row) => row.text(...column.price) !== '')
  const names = optionColumns.map(({ name }) => rows.map((row) => row.text(name)).find((text) => text !== '') ?? '')
  const converted = (variants.length > 0 ? variants : [first]).map((row): ProductRow => {
    const options = optionColumns.flatMap(({ value }, index): [string, string][] => {
      const text = row.text(value)
      return text === '' ? [] : [[names[index] || `Option ${index + 1}`, text]]
    })
    const [[name, value] = []] = options
    const isOnly = options.length === 1 && name?.toLowerCase() === 'title' && value === 'Default Title'
    const made: ProductRow = {
      line: row.line,
      options: isOnly || options.length === 0 ? null : Object.fromEntries(options),
    }
    return assign(made, { slug: slug === '' ? undefined : slug, ...variantFields(row, made, format, omitted) })
  })
  const [head] = converted
  if (head) assign(head, productFields(first, rows, omitted))
  return converted
}

function variantFields(row: PlatformRow, made: ProductRow, format: NumberFormat, omitted: Omissions) {
  const number = (field: 'price' | 'salePrice' | 'weight' | 'stock', cell: string) =>
    numberIn(made, field, cell, format)
  const grams = number('weight', row.text(...column.grams))
  return {
    ...pricesOf(number('price', row.text(...column.price)), number('salePrice', row.text(...column.compareAt))),
    sku: row.text(...column.sku).replace(/^'/, '') || undefined,
    barcode: row.text(...column.barcode).replace(/^'/, '') || undefined,
    // 0 is what it writes where nobody has weighed anything.
    weight: grams ? Math.round(grams) : undefined,
    stock: stockOf(row, number('stock', row.text(...column.units)), omitted),
  }
}

function stockOf(row: PlatformRow, units: number | undefined, omitted: Omissions): number | null | undefined {
  if (units === undefined) return undefined
  if (row.text(...column.tracker) === '') return null
  const policy = row.text(...column.policy).toLowerCase()
  if (policy === 'continue' || policy === 'true') {
    omitted.count('stocks of what is sold beyond its stock: not counted')
    return null
  }
  if (units < 0) omitted.count('stocks below 0: imported as 0')
  return Math.max(0, units)
}

function productFields(first: PlatformRow, rows: readonly PlatformRow[], omitted: Omissions) {
  const standard = categoryOf(first.text(...column.productCategory))
  const type = categoryOf(first.text(...column.type))
  const paths = [type.path, standard.path ?? (type.category ? standard.category || null : null)].flatMap(
    (path) => path ?? [],
  )
  const tags = first
    .text(...column.tags)
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
  const seo = { title: first.text(...column.seoTitle), description: first.text(...column.seoDescription) }
  const status = first.text(...column.status).toLowerCase()
  const media = picturesOf(rows)
  return {
    name: first.text(...column.title) || undefined,
    description: first.text(...column.body) || undefined,
    brand: first.text(...column.vendor) || undefined,
    category: type.category || standard.category || undefined,
    attributes: listOf([...attributeOf('Category', paths, omitted), ...attributeOf('Tags', tags, omitted)]),
    media: listOf(media),
    active: first.flag(...column.published) !== false && (status === '' || status === 'active'),
    taxRate: first.flag(...column.taxable) === false ? 0 : undefined,
    seo:
      seo.title || seo.description
        ? { ...(seo.title && { title: seo.title }), ...(seo.description && { description: seo.description }) }
        : undefined,
  }
}

const listOf = <Entry>(list: Entry[]): Entry[] | undefined => (list.length === 0 ? undefined : list)

/** In their order, then those that only variants show. */
function picturesOf(rows: readonly PlatformRow[]): { url: string; alt?: string }[] {
  const placed = rows
    .map((row, index) => ({
      url: row.text(...column.image),
      alt: row.text(...column.imageAlt),
      position: Number(row.text(...column.imagePosition)) || index + 1,
    }))
    .toSorted((a, b) => a.position - b.position)
  const ofVariants = rows.map((row) => ({ url: row.text(...column.variantImage), alt: '' }))
  const pictures = new Map<string, { url: string; alt?: string }>()
  for (const { url, alt } of [...placed, ...ofVariants]) {
    if (url !== '' && !pictures.has(url)) pictures.set(url, { url, ...(alt && { alt }) })
  }
  return [...pictures.values()]
}
