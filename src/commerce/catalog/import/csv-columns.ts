import { z } from 'zod'
import { shown } from '../../../platform/input/issues.ts'
import { isFormula } from '../../../platform/text/formula.ts'
import { snakeCase } from '../../../platform/text/text.ts'
import { currencyExponent } from '../../../shared/currencies.ts'
import type { NumberFormat } from '../../../shared/number-format.ts'
import { type NumberKind, readNumber } from '../../../shared/read-number.ts'
import { withoutInvisible } from '../../../shared/typed-text.ts'
import { optionsOf } from '../product.ts'
import { type FieldName, fieldEntries, productFields } from '../product-fields.ts'
import { PICTURE, type ProductRow } from './product-rows.ts'
import { shortenedCode } from './shortened-code.ts'

type Field = 'slug' | typeof PICTURE | FieldName

export type Column =
  | { field: Field; part?: string }
  | { option: string }
  | { options: true }
  | { reason: true }
  | { unnamed: number }

const columns = new Map<string, Extract<Column, { field: Field }>>([
  ['slug', { field: 'slug' }],
  ...fieldEntries.flatMap(([field, { parts }]) =>
    parts
      ? parts.map((part) => [`${snakeCase(field)}_${part}`, { field, part }] as const)
      : [[snakeCase(field), { field }] as const],
  ),
  [PICTURE, { field: PICTURE }],
])

/** Blanks and invisible characters, such as a second byte order mark. */
const EDGES = /^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu
const OPTION = /^option\s*:\s*/i
/** All options of a row in one cell, in their order. */
export const OPTIONS = 'options'
/** Of a file with refused rows; it says nothing to an import. */
export const REASON = 'refused_because'

export function readHeader(cells: readonly string[]): Column[] | { mistakes: string[] } {
  const seen = new Set<string>()
  const mistakes: string[] = []
  const found = cells.flatMap((cell, index): Column[] => {
    const written = cell.replace(EDGES, '')
    if (written === '') return [{ unnamed: index + 1 }]
    const option = OPTION.test(written) ? written.replace(OPTION, '') : null
    const name = option === null ? written.toLowerCase().replace(/[\s-]+/g, '_') : `option:${option.toLowerCase()}`
    const column = columns.get(name)
    if (seen.has(name)) mistakes.push(`expected each column once, found "${name}" again`)
    seen.add(name)
    if (option !== null && option !== '') return [{ option }]
    if (column) return [column]
    if (name === OPTIONS) return [{ options: true }]
    if (name === REASON) return [{ reason: true }]
    const names = `${[...columns.keys(), OPTIONS].join(', ')} or option:NAME`
    mistakes.push(`expected one of the columns ${names}, found "${written.slice(0, 60)}"`)
    return []
  })
  if (!seen.has('slug') && !seen.has('name')) mistakes.push('expected a column slug, or a column name to make slugs of')
  return mistakes.length > 0 ? { mistakes } : found
}

export const columnOf = (field: string): string => (field === 'options' ? 'option:…' : snakeCase(field))

const CLEAR = '-'

/**
 * Whether a cell with this text is read as it is. An apostrophe before any other says so, as in spreadsheets: it also
 * keeps these from running the text as a formula.
 */
export const isPlain = (text: string): boolean =>
  text === text.trim() &&
  !isFormula(text) &&
  !spreadsheetError.test(text) &&
  isPlainBehind(/^'*/.exec(text)?.[0].length ?? 0, text)

const isPlainBehind = (apostrophes: number, text: string): boolean =>
  apostrophes === 0 || isPlain(text.slice(apostrophes))

const spreadsheetError = /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|ERROR!|SPILL!|CALC!)$/i

/** An empty or missing cell leaves its field unchanged. */
export function readCells(
  header: readonly Column[],
  cells: readonly string[],
  line: number,
  format: NumberFormat,
  broken?: string,
): ProductRow {
  const row: ProductRow = { line, options: null }
  if (broken) return brokenRow(row, header, cells, broken)
  const unread = (field: string, expected: string, cell: string) => {
    row.unread ??= []
    row.unread.push({ line, field, message: `expected ${expected}, found ${shown(cell)}` })
  }
  for (const [index, column] of header.entries()) {
    const written = withoutFormula(cells[index] ?? '')
    const isLiteral = written.startsWith("'") && !isPlain(written.slice(1))
    const cell = isLiteral ? written.slice(1) : written.trim()
    if (cell === '' || 'reason' in column) continue
    if ('unnamed' in column) unread('', `nothing in column ${column.unnamed}, which has no name in the header`, cell)
    else if (!isLiteral && spreadsheetError.test(cell))
      unread('field' in column ? column.field : 'options', 'a value', cell)
    else if ('option' in column) row.options = { ...row.options, [column.option]: cell }
    else if ('options' in column) {
      const options = readOptions(cell)
      if (options) row.options = { ...row.options, ...options }
      else unread('options', 'options like "size: 250g | color: red", each once', cell)
    } else if (!isLiteral && cell === CLEAR && isClearable(column.field)) fill(row, column, null)
    else {
      const read = readCell(column.field, cell, format)
      if ('value' in read) fill(row, column, read.value)
      else unread(column.field, read.expected, cell)
    }
  }
  return row
}

/** Belongs to the product that the readable cells name. */
function brokenRow(row: ProductRow, header: readonly Column[], cells: readonly string[], message: string): ProductRow {
  for (const [index, column] of header.entries()) {
    const cell = cells[index]?.trim() ?? ''
    if (cell !== '' && 'field' in column && (column.field === 'slug' || column.field === 'name'))
      row[column.field] = cell
  }
  return { ...row, isBroken: true, unread: [{ line: row.line, field: '', message }] }
}

/** What an export for Excel writes so that it stays text, such as `="0123"`. */
const withoutFormula = (cell: string): string => /^="([^"]*)"$/.exec(cell)?.[1] ?? cell

function fill(row: ProductRow, { field, part }: Extract<Column, { field: Field }>, value: unknown): void {
  row[field] = part === undefined ? value : { ...(row[field] as object | undefined), [part]: value }
}

const isClearable = (field: Field): boolean => field === PICTURE || (field !== 'slug' && productFields[field].clearable)

/** Includes German, French, Spanish and Italian. */
const flags = new Map<string, boolean>([
  ...['true', 'yes', 'y', '1', 'wahr', 'vrai', 'verdadero', 'vero'].map((word) => [word, true] as const),
  ...['false', 'no', 'n', '0', 'falsch', 'faux', 'falso'].map((word) => [word, false] as const),
])

function readCell(field: Field, cell: string, format: NumberFormat): { value: unknown } | { expected: string } {
  if (field === 'slug') return { value: withoutInvisible(cell).trim() }
  if (field === PICTURE) return { value: cell }
  switch (productFields[field].kind) {
    case 'decimal':
    case 'integer':
      return readNumber(cell, format, numberKind(field, format.currency))
    case 'flag': {
      const value = flags.get(withoutInvisible(cell).toLowerCase())
      return value === undefined ? { expected: 'yes or no' } : { value }
    }
    case 'addresses':
      return { value: jsonList(cell) ?? cell.split(BETWEEN_ADDRESSES).filter((address) => address !== '') }
    case 'attributes':
      return { value: jsonList(cell) ?? listOf(cell).map(readAttribute) }
    case 'media':
      return { value: jsonList(cell) ?? cell.split(BETWEEN_PICTURES).flatMap(listOf).map(readPicture) }
    case 'seo':
    case 'text': {
      const shortened = field === 'sku' || field === 'barcode' ? shortenedCode(cell) : null
      return shortened === null ? { value: cell } : { expected: shortened }
    }
  }
}

function numberKind(field: FieldName, currency: string): NumberKind {
  if (field === 'taxRate') return { isPercent: true }
  return { decimals: productFields[field].kind === 'integer' ? 0 : currencyExponent(currency) }
}

/**
 * A comma or semicolon is part of an address unless a blank, another address or the end follows. Only the first of several
 * begins a match, or a long row of them would take minutes.
 */
const BETWEEN_ADDRESSES = /(?<![,;])(?:[,;]*[\s|]+|[,;]+(?=https?:\/\/|$))/i
const BETWEEN_PICTURES = /[,;]\s*(?=https?:\/\/|$)/i

const listOf = (cell: string): string[] =>
  cell
    .split(/[\n|]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

/** Lists that no separator could tell apart, such as texts with line breaks. */
function jsonList(cell: string): unknown[] | null {
  if (!cell.startsWith('[')) return null
  try {
    const list: unknown = JSON.parse(cell)
    return Array.isArray(list) ? list : null
  } catch {
    return null
  }
}

/** `Origin: Assam`. The format check reports a missing value. */
function readAttribute(entry: string): Record<string, string> {
  const [, name = entry, value] = /^([^:]*):(.*)$/s.exec(entry) ?? []
  return { name: name.trim(), ...(value !== undefined && { value: value.trim() }) }
}

/** In characters: several times what a variant may have. */
const LONGEST_OPTIONS = 20_000
const optionList = z.array(z.object({ name: z.string(), value: z.string() }))

/** `size: 250g | color: red`; null for anything else. */
function readOptions(cell: string): Record<string, string> | null {
  if (cell.length > LONGEST_OPTIONS) return null
  const { data = [] } = optionList.safeParse(jsonList(cell) ?? listOf(cell).map(readAttribute))
  const options = optionsOf(data)
  return data.length > 0 && Object.keys(options).length === data.length ? options : null
}

/** `https://… 800x600 A cup of tea`; size and text are optional. */
function readPicture(entry: string): Record<string, unknown> {
  const [, url = '', width, height, alt] = /^(\S+)(?:\s+(\d+)x(\d+)(?=\s|$))?(?:\s+(.*))?$/s.exec(entry) ?? []
  return { url, ...(alt && { alt }), ...(width && { width: Number(width), height: Number(height) }) }
}
