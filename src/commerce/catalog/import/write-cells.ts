import { isDeepStrictEqual } from 'node:util'
import { snakeCase } from '../../../platform/text/text.ts'
import { type NumberFormat, numberFormatOfFile } from '../../../shared/number-format.ts'
import { writtenNumber } from '../../../shared/read-number.ts'
import { Decimal } from '../../owners/export/csv-export.ts'
import type { ProductAttribute } from '../page/product-details.ts'
import { describedOnly, type PictureEntry, picturesOf } from '../pictures.ts'
import { type FieldName, fieldEntries } from '../product-fields.ts'
import { isPlain, OPTIONS, readCells, readHeader } from './csv-columns.ts'
import { PICTURE } from './product-rows.ts'

/** The columns of all fields, in the order of bundles, and the one that variants alone have. */
export const fieldColumns: readonly string[] = [
  ...fieldEntries.flatMap(([field, { parts }]) =>
    parts ? parts.map((part) => `${snakeCase(field)}_${part}`) : [snakeCase(field)],
  ),
  PICTURE,
]

/** The cells that an import reads as these values. What is empty has an empty cell. */
export function cellsOf(
  fields: Partial<Record<FieldName, unknown>>,
  numbers: NumberFormat,
): Record<string, string | number | Decimal> {
  const cells = fieldEntries.flatMap(([field, { kind, parts }]) => {
    const value = fields[field]
    if (!parts) return [[snakeCase(field), cellOf(field, kind, value, numbers)]]
    return parts.map((part) => [
      `${snakeCase(field)}_${part}`,
      textCell(String(Reflect.get(Object(value), part) ?? '')),
    ])
  })
  return Object.fromEntries(cells)
}

function cellOf(field: FieldName, kind: string, value: unknown, numbers: NumberFormat): string | number | Decimal {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') {
    const text = writtenNumber(value, numberFormatOfFile(numbers, ','))
    return text === String(value) ? value : new Decimal(text)
  }
  if (!Array.isArray(value)) return typeof value === 'string' ? textCell(value) : String(value)
  if (value.length === 0) return ''
  return listCell(
    value,
    value.map((entry) => entryText(kind, entry)).join(kind === 'addresses' ? ' ' : ' | '),
    (cell) => readBack(field, cell, numbers),
  )
}

function entryText(kind: string, entry: unknown): string {
  if (typeof entry === 'string') return entry
  // The kind says what the entries are.
  if (kind === 'attributes') return (({ name, value }) => `${name}: ${value}`)(entry as ProductAttribute)
  const { url, width, height, alt } = entry as PictureEntry
  return [url, ...(width && height ? [`${width}x${height}`] : []), ...(alt ? [alt] : [])].join(' ')
}

/** A file's carriage returns are line ends, except in JSON. As a list of words when it is read back as the same, or else as JSON. */
function listCell(value: readonly unknown[], words: string, read: (cell: string) => unknown): string {
  const cell = textCell(words)
  return !words.includes('\r') && isDeepStrictEqual(normal(read(cell)), normal(value))
    ? cell
    : textCell(JSON.stringify(value))
}

/** Pictures in one form, with and without what is unknown of them. */
const normal = (value: unknown): unknown => {
  if (!Array.isArray(value) || !value.every((entry) => typeof entry?.url === 'string')) return value
  // Just checked.
  const pictures = value as PictureEntry[]
  return picturesOf(
    pictures.map(({ url }) => url),
    describedOnly(pictures),
  )
}

function readBack(field: FieldName, cell: string, numbers: NumberFormat): unknown {
  const header = readHeader(['slug', snakeCase(field)])
  return 'mistakes' in header ? undefined : readCells(header, ['x', cell], 0, numbers)[field]
}

export const textCell = (text: string): string => (text === '' || isPlain(text) ? text : `'${text}`)

/** Option names that have a column: what fits into a header, and is spelled in one way. */
export function optionColumns(orders: readonly (readonly string[])[]): string[] {
  const names: string[] = []
  for (const order of orders) {
    for (const name of order) {
      if (names.length < MOST_OPTION_COLUMNS && !names.includes(name) && isColumn(name) && !isSpelled(names, name))
        names.push(name)
    }
  }
  return names
}

const MOST_OPTION_COLUMNS = 50

const isSpelled = (names: readonly string[], name: string): boolean =>
  names.some((other) => other.toLowerCase() === name.toLowerCase())

function isColumn(name: string): boolean {
  const header = readHeader(['slug', `option:${name}`])
  return !('mistakes' in header) && isDeepStrictEqual(header[1], { option: name })
}

/** A variant's options in columns of their own, or in one cell where these would change their order. */
export function optionCells(
  options: readonly { name: string; value: string }[],
  columns: readonly string[],
  numbers: NumberFormat,
): Record<string, string> {
  const places = options.map(({ name }) => columns.indexOf(`option:${name}`))
  const areInOrder = places.every((place, index) => place >= 0 && (index === 0 || place > (places[index - 1] ?? 0)))
  if (areInOrder && !options.some(({ value }) => value.includes('\r')))
    return Object.fromEntries(options.map(({ name, value }) => [`option:${name}`, textCell(value)]))
  const words = options.map(({ name, value }) => `${name}: ${value}`).join(' | ')
  return {
    [OPTIONS]: listCell(options, words, (cell) => {
      const header = readHeader(['slug', OPTIONS])
      const read = 'mistakes' in header ? null : readCells(header, ['x', cell], 0, numbers).options
      return read && Object.entries(read).map(([name, value]) => ({ name, value }))
    }),
  }
}
