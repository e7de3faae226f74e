import { currencyExponent } from '../../../shared/currencies.ts'
import type { NumberFormat } from '../../../shared/number-format.ts'
import { readNumber } from '../../../shared/read-number.ts'
import type { FieldName } from '../../product-fields.ts'
import type { ProductRow } from '../product-rows.ts'

/** Exports put an apostrophe before what a spreadsheet would run as a formula. */
const DEFUSED = /^'(?=\s*[=+\-@])/

/** A row of a platform's export. */
export class PlatformRow {
  readonly line: number
  readonly #cells: readonly string[]
  readonly #places: ReadonlyMap<string, number>

  /** @param places of the columns in every row */
  constructor(line: number, cells: readonly string[], places: ReadonlyMap<string, number>) {
    this.line = line
    this.#cells = cells
    this.#places = places
  }

  /** The first of the columns that has content. */
  text(...columns: readonly string[]): string {
    for (const column of columns) {
      const cell = this.#cells[this.#places.get(column) ?? -1]?.trim() ?? ''
      if (cell !== '') return cell.replace(DEFUSED, '')
    }
    return ''
  }

  /** Undefined without content. */
  flag(...columns: readonly string[]): boolean | undefined {
    const cell = this.text(...columns).toLowerCase()
    return cell === '' ? undefined : ['true', 'yes', '1'].includes(cell)
  }
}

/** What an export has that is not imported, counted by what it is. */
export class Omissions {
  readonly #counts = new Map<string, number>()

  count(what: string, times = 1): void {
    if (times > 0) this.#counts.set(what, (this.#counts.get(what) ?? 0) + times)
  }

  list(): string[] {
    return [...this.#counts].map(([what, count]) => `${what} (${count})`)
  }
}

/** A format of exports. Column names are in lower case. */
export interface PlatformFormat {
  title: string
  /** Columns that together no other file has; any one of each list. */
  marks: readonly (readonly string[])[]
  /** Whether the column is imported, or says nothing to a shopper. */
  isKnown: (column: string) => boolean
  convert: (
    rows: readonly PlatformRow[],
    tools: { format: NumberFormat; columns: readonly string[]; omitted: Omissions },
  ) => ProductRow[]
}

/** A number of a cell; what cannot be read becomes a mistake of the row. */
export function numberIn(row: ProductRow, field: FieldName, cell: string, format: NumberFormat): number | undefined {
  if (cell === '') return undefined
  const isPrice = field === 'price' || field === 'salePrice'
  const read = readNumber(cell, format, isPrice ? { decimals: currencyExponent(format.currency) } : {})
  if ('value' in read) return read.value
  row.unread = [
    ...(row.unread ?? []),
    { line: row.line, field, message: `expected ${read.expected}, found "${cell.slice(0, 60)}"` },
  ]
  return undefined
}

/** Only what is given, since an undefined field would still be one of the row. */
export const assign = (row: ProductRow, fields: { [Name in 'slug' | FieldName]?: unknown }): ProductRow =>
  Object.assign(row, Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)))

/** Unit prices: the lower one is the sale price of the higher one. */
export function pricesOf(price: number | undefined, compareAt: number | undefined) {
  if (price === undefined) return {}
  return compareAt !== undefined && compareAt > price
    ? { price: compareAt, salePrice: price }
    : { price, salePrice: null }
}

/** Words of a list in as many attributes as hold them whole. */
export function attributeOf(
  name: string,
  values: readonly string[],
  omitted: Omissions,
): { name: string; value: string }[] {
  const kept: string[] = []
  for (const value of values) {
    if ([...kept, value].join(', ').length > MOST_LETTERS) break
    kept.push(value)
  }
  omitted.count(`long values of the attribute ${name}`, values.length - kept.length)
  return kept.length === 0 ? [] : [{ name: name.slice(0, 100), value: kept.join(', ') }]
}

const MOST_LETTERS = 500

/** "Clothing > Tops > Shirts": its last level, and the path where there are levels above it. */
export function categoryOf(path: string): { category: string; path: string | null } {
  const levels = path
    .split('>')
    .map((level) => level.trim())
    .filter((level) => level !== '')
  return { category: levels.at(-1) ?? '', path: levels.length > 1 ? levels.join(' > ') : null }
}

/** Drops SKUs and barcodes that an earlier row has: other platforms allow them twice. */
export function dropRepeatedCodes(rows: readonly ProductRow[], omitted: Omissions): void {
  for (const [field, what] of [
    ['sku', 'SKUs that stand twice'],
    ['barcode', 'barcodes that stand twice'],
  ] as const) {
    const seen = new Set<unknown>()
    for (const row of rows) {
      if (row[field] === undefined) continue
      if (seen.has(row[field])) {
        delete row[field]
        omitted.count(what)
      } else seen.add(row[field])
    }
  }
}
