import { comparableText } from '../../../platform/text/text.ts'
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
} from './platform-row.ts'
import { type Attribute, attributesIn, optionsOfVariations } from './woocommerce-attributes.ts'

const CODE = 'gtin, upc, ean, or isbn'

const known = new Set<string>([
  ...['id', 'type', 'sku', 'name', 'published', 'visibility in catalog', 'short description', 'description', 'parent'],
  ...['date sale price starts', 'date sale price ends', 'tax status', 'in stock?', 'stock', 'backorders allowed?'],
  ...['sale price', 'regular price', 'categories', 'tags', 'images', 'position', 'brands', CODE],
  // Settings of the platform.
  ...['is featured?', 'tax class', 'low stock amount', 'sold individually?', 'allow customer reviews?'],
])
const knownForms = /^weight \(|^attribute \d+ (name|value\(s\)|visible|global|default)$|^meta: _/

/** The product export of WooCommerce: a variation names its parent by SKU or id. */
export const woocommerce: PlatformFormat = {
  title: 'WooCommerce',
  marks: [['type'], ['regular price'], ['visibility in catalog'], ['name']],
  isKnown: (name) => known.has(name) || knownForms.test(name),
  convert(rows, { format, columns, omitted }) {
    const tools = { format, omitted, unit: unitOf(columns), now: new Date() }
    const parents = rows.filter((row) => !isVariation(row))
    const byKey = new Map(parents.flatMap((row) => keysOf(row).map((key) => [key, row] as const)))
    const children = new Map<PlatformRow, PlatformRow[]>()
    const orphans: ProductRow[] = []
    for (const row of rows.filter(isVariation)) {
      const parent = byKey.get(row.text('parent').toLowerCase())
      if (!parent) orphans.push(orphan(row))
      else if (children.has(parent)) children.get(parent)?.push(row)
      else children.set(parent, [row])
    }
    const slugs = slugsOf(parents)
    return [...parents.flatMap((row) => productRows(row, children.get(row) ?? [], slugs.get(row), tools)), ...orphans]
  },
}

interface Tools {
  format: NumberFormat
  omitted: Omissions
  /** Grams of the unit in which the file has weights. */
  unit: number
  now: Date
}

const typesOf = (row: PlatformRow): string[] =>
  row
    .text('type')
    .toLowerCase()
    .split(',')
    .map((type) => type.trim())

const isVariation = (row: PlatformRow): boolean => typesOf(row).includes('variation')

const keysOf = (row: PlatformRow): string[] =>
  [row.text('sku'), row.text('id') && `id:${row.text('id')}`].flatMap((key) => (key ? [key.toLowerCase()] : []))

/** Products are found by their names, except those of one name. */
function slugsOf(parents: readonly PlatformRow[]): ReadonlyMap<PlatformRow, string> {
  const counts = new Map<string, number>()
  const keyOf = (row: PlatformRow) => comparableText(row.text('name'))
  for (const row of parents) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1)
  const taken = new TakenSlugs([])
  return new Map(
    parents
      .filter((row) => row.text('name') !== '' && (counts.get(keyOf(row)) ?? 0) > 1)
      .map((row) => [row, taken.takeFree(slugOf(row.text('name')))]),
  )
}

function orphan(row: PlatformRow): ProductRow {
  const message = `expected the SKU or id of a product of this file as the parent, found "${row.text('parent')}"`
  const name = row.text('name') || `line ${row.line}`
  return { line: row.line, options: null, name, unread: [{ line: row.line, field: '', message }] }
}

const grams: Record<string, number> = { g: 1, kg: 1000, lbs: 453.592_37, lb: 453.592_37, oz: 28.349_523_125 }

function unitOf(columns: readonly string[]): number {
  const [, unit = ''] = columns.map((name) => /^weight \((.*)\)$/.exec(name)).find((found) => found !== null) ?? []
  return grams[unit] ?? 1000
}

function productRows(
  row: PlatformRow,
  variations: readonly PlatformRow[],
  slug: string | undefined,
  tools: Tools,
): ProductRow[] {
  const { omitted } = tools
  const types = typesOf(row)
  const other = types.find((type) => type === 'grouped' || type === 'external')
  if (other) {
    omitted.count(other === 'grouped' ? 'groups of products' : 'products that another site sells')
    return []
  }
  const sold = variations.filter(
    (variation) => variation.text('regular price') !== '' && variation.flag('published') !== false,
  )
  omitted.count('variations without a price or not published', variations.length - sold.length)
  if (sold.length === 0 && row.text('regular price') === '') {
    omitted.count('products without a price')
    return []
  }
  const attributes = attributesIn(row)
  const { options, choices } = optionsOfVariations(sold, attributes)
  const pictures = [row, ...variations].flatMap((each) => listIn(each.text('images')))
  const rest = attributes.filter(({ name }) => !choices.has(name.toLowerCase()))
  omitted.count(
    'attributes of which variations leave the choice open: imported as text',
    sold.length === 0 ? 0 : rest.filter(({ name, isOpen }) => isOpen(sold, name)).length,
  )
  const key = { slug, name: row.text('name') || undefined }
  const own: ProductRow = { line: row.line, options: null }
  const product = {
    ...sharedFields(row, rest, tools),
    ...ownFields(row, own, tools),
    images: listOf([...new Set(pictures)]),
  }
  return [
    assign(own, { ...key, ...product }),
    ...sold.map((variation, index) => {
      const made: ProductRow = { line: variation.line, options: options[index] ?? null }
      return assign(made, { ...key, ...ownFields(variation, made, tools) })
    }),
  ]
}

function sharedFields(row: PlatformRow, attributes: readonly Attribute[], { omitted }: Tools) {
  const paths = listIn(row.text('categories')).map(categoryOf)
  const hasLevels = paths.some(({ path }) => path !== null) || paths.length > 1
  const texts = [row.text('short description'), row.text('description')].filter((text) => text !== '')
  return {
    // The export writes line breaks as \n in letters.
    description: texts.join('\n\n').replaceAll('\\n', '\n') || undefined,
    category: paths[0]?.category || undefined,
    brand: listIn(row.text('brands')).map((path) => categoryOf(path).category)[0],
    attributes: listOf([
      ...attributes.flatMap(({ name, values }) => attributeOf(name, values, omitted)),
      ...(hasLevels
        ? attributeOf(
            'Category',
            paths.map(({ category, path }) => path ?? category),
            omitted,
          )
        : []),
      ...attributeOf('Tags', listIn(row.text('tags')), omitted),
    ]),
    active:
      row.flag('published') !== false &&
      row.text('published') !== '-1' &&
      row.text('visibility in catalog') !== 'hidden',
    displayOrder: Number(row.text('position')) || undefined,
    taxRate: row.text('tax status').toLowerCase() === 'none' ? 0 : undefined,
  }
}

function ownFields(row: PlatformRow, made: ProductRow, tools: Tools) {
  const { format, omitted, unit, now } = tools
  const price = numberIn(made, 'price', row.text('regular price'), format)
  const sale = numberIn(made, 'salePrice', row.text('sale price'), format)
  const weight = numberIn(made, 'weight', weightOf(row), format)
  const isNow = isWithin(row, now)
  if (sale !== undefined && !isNow) omitted.count('sale prices of other times')
  return {
    price,
    salePrice: price === undefined ? undefined : sale !== undefined && isNow ? sale : null,
    sku: row.text('sku') || undefined,
    barcode: row.text(CODE) || undefined,
    weight: weight ? Math.round(weight * unit) : undefined,
    stock: stockOf(row, made, tools),
  }
}

const weightOf = (row: PlatformRow): string =>
  row.text(...['kg', 'g', 'lbs', 'lb', 'oz'].map((unit) => `weight (${unit})`))

function isWithin(row: PlatformRow, now: Date): boolean {
  const [starts, ends] = [row.text('date sale price starts'), row.text('date sale price ends')].map((day) =>
    Date.parse(day),
  )
  return !(starts !== undefined && starts > now.getTime()) && !(ends !== undefined && ends < now.getTime())
}

function stockOf(row: PlatformRow, made: ProductRow, { format, omitted }: Tools): number | null | undefined {
  const cell = row.text('stock')
  const isThere = row.flag('in stock?') !== false || row.text('in stock?') === 'backorder'
  if (cell.toLowerCase() === 'parent') return null
  if (cell === '') return isThere ? null : isVariation(row) || typesOf(row).includes('simple') ? 0 : null
  const units = numberIn(made, 'stock', cell, format)
  if (units === undefined) return undefined
  const backorders = row.text('backorders allowed?').toLowerCase()
  if (backorders !== '' && backorders !== '0') {
    omitted.count('stocks of what is sold beyond its stock: not counted')
    return null
  }
  if (units < 0) omitted.count('stocks below 0: imported as 0')
  return Math.max(0, Math.floor(units))
}

const listOf = <Entry>(list: Entry[]): Entry[] | undefined => (list.length === 0 ? undefined : list)

/** A list of the export: a comma within an entry has a backslash before it. */
const listIn = (cell: string): string[] =>
  cell
    .split(/(?<!\\),/)
    .map((entry) => entry.replaceAll('\\,', ',').trim())
    .filter((entry) => entry !== '')
