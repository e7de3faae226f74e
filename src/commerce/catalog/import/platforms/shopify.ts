import { slug as slugFormat } from '../../../../platform/input/fields.ts'
import { slugOf, TakenSlugs } from '../../change/slug.ts'
import type { FormerPath, ProductRow } from '../product-rows.ts'
import { ALL_PRODUCTS, categoryPage, formerSlugOf } from './former-slug.ts'
import {
  assign,
  attributeOf,
  brokenRows,
  type ConvertTools,
  categoryOf,
  codeIn,
  numberIn,
  type Omissions,
  type PlatformFormat,
  type PlatformRow,
  pricesOf,
  refuse,
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

const taken = new Set<string>([
  ...Object.values(column).flat(),
  ...optionColumns.flatMap(({ name, value }) => [name, value]),
])

const meaningless = new Set([
  // Weights are in grams, whatever the platform shows.
  ...['variant weight unit', 'weight unit for display'],
  // Where the platform has the option's values from.
  ...optionColumns.map((_, index) => `option${index + 1} linked to`),
])

/** What is said of almost everything. */
const silent: Readonly<Record<string, readonly string[]>> = {
  'variant requires shipping': ['true'],
  'requires shipping': ['true'],
  'variant fulfillment service': ['manual', 'gift_card'],
  'fulfillment service': ['manual', 'gift_card'],
}
/** Whether a market of the platform has it. */
const MARKET = /^included \/ /

/** The product export of Shopify: the rows of a handle are its variants and pictures. */
export const shopify: PlatformFormat = {
  title: 'Shopify',
  marks: [column.handle, ['option1 value'], column.price],
  useOf(name) {
    if (taken.has(name)) return 'taken'
    if (meaningless.has(name)) return 'meaningless'
    return { silent: MARKET.test(name) ? ['true'] : (silent[name] ?? []) }
  },
  convert(rows, tools) {
    const products = new Map<string, PlatformRow[]>()
    for (const row of rows) {
      const handle = row.text(...column.handle)
      const own = products.get(handle)
      if (own) own.push(row)
      else products.set(handle, [row])
    }
    const slugs = new TakenSlugs([...products.keys()].filter(isSlug))
    return [...products].flatMap(([handle, own]) => {
      if (own.some((row) => row.flag(...column.giftCard))) {
        tools.omitted.add('gift cards', ...own.map(({ line }) => line))
        return []
      }
      const slug = isSlug(handle) || handle === '' ? handle : slugs.takeFree(slugOf(handle))
      const [head, ...others] = productRows(slug, own, tools)
      if (!head) return []
      return [{ ...head, formerPaths: formerPathsOf(handle, head) }, ...others]
    })
  },
}

/** A collection of what has the product's type is usually called like it. */
function formerPathsOf(handle: string, { category }: ProductRow): FormerPath[] {
  const collection = typeof category === 'string' ? formerSlugOf(category) : ''
  return [
    { path: '/collections/all', to: ALL_PRODUCTS },
    ...(handle === '' ? [] : [{ path: `/products/${handle}`, to: null }]),
    ...(collection === '' ? [] : [{ path: `/collections/${collection}`, to: categoryPage(String(category)) }]),
  ]
}

const isSlug = (handle: string): boolean => slugFormat.safeParse(handle).success

/** The others are pictures. */
const isVariant = (row: PlatformRow): boolean =>
  row.text(...column.price, ...column.sku, ...optionColumns.map(({ value }) => value)) !== ''

function productRows(slug: string, all: readonly PlatformRow[], tools: ConvertTools): ProductRow[] {
  const rows = all.filter(({ broken }) => broken === undefined)
  const broken = brokenRows(all, { slug: slug || undefined })
  // A spreadsheet may have sorted the rows.
  const first = rows.find((row) => row.text(...column.title) !== '') ?? rows[0]
  if (!first) return broken
  const variants = rows.filter(isVariant)
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
    if (made.options) reportOfVariant(row, first, tools.omitted)
    return assign(made, { slug: slug === '' ? undefined : slug, ...variantFields(row, made, tools) })
  })
  const [head] = converted
  if (head) assign(head, productFields(first, rows, tools.omitted)).lines = rows.map(({ line }) => line)
  return [...converted, ...broken]
}

function reportOfVariant(row: PlatformRow, first: PlatformRow, omitted: Omissions): void {
  if ((row.flag(...column.taxable) === false) !== (first.flag(...column.taxable) === false))
    omitted.add('variants that are taxed otherwise than the first: taxed as it is', row.line)
}

function variantFields(row: PlatformRow, made: ProductRow, tools: ConvertTools) {
  const number = (field: 'price' | 'salePrice' | 'weight' | 'stock', cell: string) =>
    numberIn(made, field, cell, tools.format)
  const grams = number('weight', row.text(...column.grams))
  const price = row.text(...column.price)
  if (made.options && price === '') refuse(made, 'price', 'expected the price of the variant, found nothing')
  return {
    ...pricesOf(number('price', price), number('salePrice', row.text(...column.compareAt))),
    sku: codeIn(made, 'sku', row.text(...column.sku).replace(/^'/, '')),
    barcode: codeIn(made, 'barcode', row.text(...column.barcode).replace(/^'/, '')),
    // 0 is what it writes where nobody has weighed anything.
    weight: grams ? Math.round(grams) : undefined,
    stock: stockOf(row, made, number('stock', row.text(...column.units)), tools),
    picture: (made.options && row.text(...column.variantImage)) || undefined,
  }
}

const NO_QUANTITY =
  'expected a quantity, which this export does not have: do not set the stock of existing products with it, but by SKU'

function stockOf(
  row: PlatformRow,
  made: ProductRow,
  units: number | undefined,
  { setStock, omitted }: ConvertTools,
): number | null | undefined {
  const isTracked = row.text(...column.tracker) !== ''
  if (!isTracked) {
    if (units) omitted.add('quantities of what is not tracked: not counted', row.line)
    return units === undefined ? undefined : null
  }
  const policy = row.text(...column.policy).toLowerCase()
  if (policy === 'continue' || policy === 'true') {
    omitted.add('stocks of what is sold beyond its stock: not counted', row.line)
    return null
  }
  if (row.text(...column.units) === '') {
    if (setStock) return refuse(made, 'stock', NO_QUANTITY)
    omitted.add('tracked stocks without a quantity in the file: 0 for what is new, until you set them by SKU', row.line)
    return 0
  }
  if (units !== undefined && units < 0) omitted.add('stocks below 0: imported as 0', row.line)
  return units === undefined ? undefined : Math.max(0, units)
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
  const tools = { line: first.line, omitted }
  return {
    name: first.text(...column.title) || undefined,
    description: first.text(...column.body) || undefined,
    brand: first.text(...column.vendor) || undefined,
    category: type.category || standard.category || undefined,
    attributes: listOf([...attributeOf('Category', paths, tools), ...attributeOf('Tags', tags, tools)]),
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
