import { currencyExponent } from '../../../../shared/currencies.ts'
import type { NumberFormat } from '../../../../shared/number-format.ts'
import { readNumber } from '../../../../shared/read-number.ts'
import type { FieldName } from '../../product-fields.ts'
import { lineRanges } from '../line-ranges.ts'
import type { ProductRow } from '../product-rows.ts'
import { shortenedCode } from '../shortened-code.ts'

/** Exports put an apostrophe before what a spreadsheet would run as a formula. */
const DEFUSED = /^'(?=\s*[=+\-@])/

/** A row of a platform's export. */
export class PlatformRow {
  readonly line: number
  /** Why it cannot be read. */
  readonly broken: string | undefined
  readonly #cells: readonly string[]
  readonly #places: ReadonlyMap<string, number>

  /** @param places of the columns in every row */
  constructor(line: number, cells: readonly string[], places: ReadonlyMap<string, number>, broken?: string) {
    this.line = line
    this.broken = broken
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

/** What an export has that is not imported as it is, and in which lines. */
export class Omissions {
  readonly #lines = new Map<string, Set<number>>()

  add(what: string, ...lines: readonly number[]): void {
    if (lines.length === 0) return
    const known = this.#lines.get(what) ?? new Set()
    for (const line of lines) known.add(line)
    this.#lines.set(what, known)
  }

  list(): string[] {
    return [...this.#lines].map(([what, lines]) => `${what} (${lineRanges([...lines])})`)
  }
}

/**
 * Whether a column is imported, or says nothing that we could use; or else the cells that say nothing, in lower case.
 * Any other cell is reported.
 */
export type ColumnUse = 'taken' | 'meaningless' | { silent: readonly string[] }

export interface ConvertTools {
  format: NumberFormat
  columns: readonly string[]
  omitted: Omissions
  /** Whether existing products get the stock of the file as well. */
  setStock: boolean
  taxRates: TaxRates
}

/** In percent by tax class; asked for each class that the file has. */
export interface TaxRates {
  rateOf: (taxClass: string) => number | undefined
  /** How to give the missing ones. */
  hint: string
}

/** A format of exports. Column names are in lower case. */
export interface PlatformFormat {
  title: string
  /** Columns that together no other file has; any one of each list. */
  marks: readonly (readonly string[])[]
  useOf: (column: string) => ColumnUse
  convert: (rows: readonly PlatformRow[], tools: ConvertTools) => ProductRow[]
}

/** Makes the row a mistake. */
export function refuse(row: ProductRow, field: FieldName, message: string): undefined {
  row.unread = [...(row.unread ?? []), { line: row.line, field, message }]
  return undefined
}

/** Rows that cannot be read, as mistakes of the product that they belong to. */
export const brokenRows = (
  rows: readonly PlatformRow[],
  key: { slug?: string | undefined; name?: string | undefined },
) =>
  rows.flatMap(({ line, broken }): ProductRow[] =>
    broken === undefined
      ? []
      : [assign({ line, options: null, isBroken: true, unread: [{ line, field: '', message: broken }] }, key)],
  )

/** A number of a cell; what cannot be read becomes a mistake of the row. */
export function numberIn(row: ProductRow, field: FieldName, cell: string, format: NumberFormat): number | undefined {
  if (cell === '') return undefined
  const isPrice = field === 'price' || field === 'salePrice'
  const read = readNumber(cell, format, isPrice ? { decimals: currencyExponent(format.currency) } : {})
  if ('value' in read) return read.value
  return refuse(row, field, `expected ${read.expected}, found "${cell.slice(0, 60)}"`)
}

/** A SKU or barcode; one that a spreadsheet has shortened becomes a mistake of the row. */
export function codeIn(row: ProductRow, field: 'sku' | 'barcode', code: string): string | undefined {
  const expected = shortenedCode(code)
  return expected === null ? code || undefined : refuse(row, field, `expected ${expected}, found "${code}"`)
}

/** Only what is given, since an undefined field would still be one of the row. */
export const assign = (row: ProductRow, fields: Omit<ProductRow, 'line' | 'options' | 'unread'>): ProductRow =>
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
  { line, omitted }: { line: number; omitted: Omissions },
): { name: string; value: string }[] {
  const kept: string[] = []
  for (const value of values) {
    if ([...kept, value].join(', ').length > MOST_LETTERS) break
    kept.push(value)
  }
  if (kept.length < values.length) omitted.add(`long values of the attribute ${name}`, line)
  if (name.length > LONGEST_NAME) omitted.add('ends of long names of attributes', line)
  return kept.length === 0 ? [] : [{ name: name.slice(0, LONGEST_NAME), value: kept.join(', ') }]
}

const MOST_LETTERS = 500
const LONGEST_NAME = 100

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
        omitted.add(what, row.line)
      } else seen.add(row[field])
    }
  }
}
