import { comparableText } from '../../../../platform/text/text.ts'
import { slugOf, TakenSlugs } from '../../change/slug.ts'
import type { ProductRow } from '../product-rows.ts'
import {
  assign,
  attributeOf,
  brokenRows,
  type ConvertTools,
  categoryOf,
  codeIn,
  numberIn,
  type PlatformFormat,
  type PlatformRow,
  refuse,
} from './platform-row.ts'
import { type Attribute, attributesIn, leavesOpen, optionsOfVariations } from './woocommerce-attributes.ts'
import { listIn, typesOf } from './woocommerce-cells.ts'
import { CODE, useOf } from './woocommerce-columns.ts'
import { formerPathsOf } from './woocommerce-paths.ts'
import { reportOf } from './woocommerce-report.ts'

/** The product export of WooCommerce: a variation names its parent by SKU or id. */
export const woocommerce: PlatformFormat = {
  title: 'WooCommerce',
  marks: [['type'], ['regular price'], ['visibility in catalog'], ['name']],
  useOf,
  convert(rows, given) {
    const tools = { ...given, unit: unitOf(given.columns), now: new Date() }
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
    const paths = formerPathsOf(parents)
    const converted = parents.flatMap((row) => {
      const [head, ...others] = productRows(row, children.get(row) ?? [], slugs.get(row), tools)
      return head ? [{ ...head, formerPaths: paths.get(row) ?? [] }, ...others] : []
    })
    return [...converted, ...orphans]
  },
}

interface Tools extends ConvertTools {
  /** Grams of the unit in which the file has weights. */
  unit: number
  now: Date
}

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
  const message =
    row.broken ?? `expected the SKU or id of a product of this file as the parent, found "${row.text('parent')}"`
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
  const key = { slug, name: row.text('name') || undefined }
  const broken = brokenRows([row, ...variations], key)
  if (row.broken !== undefined)
    return broken.map((each) => Object.assign(each, { lines: variations.map(({ line }) => line) }))
  const types = typesOf(row)
  const lines = [row, ...variations].map(({ line }) => line)
  const other = types.find((type) => type === 'grouped' || type === 'external')
  if (other) {
    omitted.add(other === 'grouped' ? 'groups of products' : 'products that another site sells', ...lines)
    return []
  }
  const sold = variations.filter(
    (variation) => !variation.broken && variation.text('regular price') !== '' && variation.flag('published') !== false,
  )
  omitted.add(
    'variations without a price or not published',
    ...variations.filter((variation) => !variation.broken && !sold.includes(variation)).map(({ line }) => line),
  )
  if (sold.length === 0 && row.text('regular price') === '') {
    omitted.add('products without a price', row.line)
    return []
  }
  reportOf(row, sold, omitted)
  const attributes = attributesIn(row)
  const { options, choices } = optionsOfVariations(sold, attributes)
  const pictures = [row, ...variations].flatMap((each) => listIn(each.text('images')))
  const rest = attributes.filter(({ name, isHidden }) => !choices.has(name.toLowerCase()) && !isHidden)
  for (const { name, isHidden } of attributes) {
    if (isHidden && !choices.has(name.toLowerCase())) omitted.add('attributes that shoppers do not see', row.line)
    const open = sold.filter((variation) => leavesOpen(variation, name)).map(({ line }) => line)
    const becomes = choices.has(name.toLowerCase()) ? 'shoppers see "Any"' : 'imported as text'
    omitted.add(`variations that leave the choice of ${name} open: ${becomes}`, ...open)
  }
  const own: ProductRow = { line: row.line, options: null, lines }
  const product = {
    ...sharedFields(row, rest, tools),
    ...ownFields(row, own, tools),
    taxRate: taxRateOf(row, own, tools),
    images: listOf([...new Set(pictures)]),
  }
  return [
    assign(own, { ...key, ...product }),
    ...sold.map((variation, index) => {
      const made: ProductRow = { line: variation.line, options: options[index] ?? null }
      const [picture] = listIn(variation.text('images'))
      return assign(made, { ...key, ...ownFields(variation, made, tools), picture })
    }),
    ...broken,
  ]
}

/** A status of `shipping` taxes the delivery only. */
function taxRateOf(row: PlatformRow, made: ProductRow, { taxRates }: Tools): number | undefined {
  if (['none', 'shipping'].includes(row.text('tax status').toLowerCase())) return 0
  const taxClass = row.text('tax class').toLowerCase()
  if (['', 'standard', 'parent'].includes(taxClass)) return undefined
  const rate = taxRates.rateOf(taxClass)
  const expected = `expected the rate of the tax class "${taxClass.slice(0, 60)}", which the export does not have`
  return rate ?? refuse(made, 'taxRate', `${expected}: ${taxRates.hint}`)
}

function sharedFields(row: PlatformRow, attributes: readonly Attribute[], { omitted }: Tools) {
  const paths = listIn(row.text('categories')).map(categoryOf)
  const hasLevels = paths.some(({ path }) => path !== null) || paths.length > 1
  const tools = { line: row.line, omitted }
  const texts = [row.text('short description'), row.text('description')].filter((text) => text !== '')
  return {
    // The export writes line breaks as \n in letters.
    description: texts.join('\n\n').replaceAll('\\n', '\n') || undefined,
    category: paths[0]?.category || undefined,
    brand: listIn(row.text('brands')).map((path) => categoryOf(path).category)[0],
    attributes: listOf([
      ...attributes.flatMap(({ name, values }) => attributeOf(name, values, tools)),
      ...(hasLevels
        ? attributeOf(
            'Category',
            paths.map(({ category, path }) => path ?? category),
            tools,
          )
        : []),
      ...attributeOf('Tags', listIn(row.text('tags')), tools),
    ]),
    active:
      row.flag('published') !== false &&
      row.text('published') !== '-1' &&
      row.text('visibility in catalog') !== 'hidden',
    displayOrder: Number(row.text('position')) || undefined,
  }
}

function ownFields(row: PlatformRow, made: ProductRow, tools: Tools) {
  const { format, omitted, unit, now } = tools
  const price = numberIn(made, 'price', row.text('regular price'), format)
  const sale = numberIn(made, 'salePrice', row.text('sale price'), format)
  const weight = numberIn(made, 'weight', weightOf(row), format)
  const isNow = isWithin(row, now)
  if (sale !== undefined && !isNow) omitted.add('sale prices of other times', row.line)
  else if (sale !== undefined && row.text('date sale price ends') !== '')
    omitted.add('sale prices with an end: they go on until you end them', row.line)
  return {
    price,
    salePrice: price === undefined ? undefined : sale !== undefined && isNow ? sale : null,
    sku: codeIn(made, 'sku', row.text('sku')),
    barcode: codeIn(made, 'barcode', row.text(CODE)),
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
    omitted.add('stocks of what is sold beyond its stock: not counted', row.line)
    return null
  }
  if (units < 0) omitted.add('stocks below 0: imported as 0', row.line)
  return Math.max(0, Math.floor(units))
}

const listOf = <Entry>(list: Entry[]): Entry[] | undefined => (list.length === 0 ? undefined : list)
