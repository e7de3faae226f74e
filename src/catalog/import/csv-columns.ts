import { snakeCase } from '../../platform/snake-case.ts'
import { type FieldName, fieldEntries, productFields } from '../product-fields.ts'
import type { ProductRow } from './product-rows.ts'

type Field = 'slug' | FieldName

/** What a column fills: a field, or a part of it, or an option of a variant. */
export type Column = { field: Field; part?: string } | { option: string }

/** From a column's name to what it fills. */
const columns = new Map<string, Extract<Column, { field: Field }>>([
  ['slug', { field: 'slug' }],
  ...fieldEntries.flatMap(([field, { parts }]) =>
    parts
      ? parts.map((part) => [`${snakeCase(field)}_${part}`, { field, part }] as const)
      : [[snakeCase(field), { field }] as const],
  ),
])

const OPTION = /^option\s*:\s*/i

/** Parses the header line, or answers everything that is wrong with it. */
export function readHeader(cells: readonly string[]): Column[] | { mistakes: string[] } {
  const seen = new Set<string>()
  const mistakes: string[] = []
  const found = cells.flatMap((cell, index): Column[] => {
    const written = cell.trim()
    const option = OPTION.test(written) ? written.replace(OPTION, '') : null
    const name = option === null ? written.toLowerCase().replace(/[\s-]+/g, '_') : `option:${option}`
    const column = columns.get(name)
    if (seen.has(name)) mistakes.push(`expected each column once, found "${name}" again`)
    seen.add(name)
    if (option !== null && option !== '') return [{ option }]
    if (column) return [column]
    const names = `${[...columns.keys()].join(', ')} or option:NAME`
    mistakes.push(
      `expected one of the columns ${names}, found ${written ? `"${written.slice(0, 60)}"` : `none in column ${index + 1}`}`,
    )
    return []
  })
  if (!seen.has('slug') && !seen.has('name')) mistakes.push('expected a column slug, or a column name to make slugs of')
  return mistakes.length > 0 ? { mistakes } : found
}

/** A field's column name for messages. */
export const columnOf = (field: string): string => (field === 'options' ? 'option:…' : snakeCase(field))

/** A cell with this text clears the field. */
const CLEAR = '-'

/** Parses one line. An empty cell leaves its field as it is. */
export function readCells(header: readonly Column[], cells: readonly string[], line: number): ProductRow {
  const row: ProductRow = { line, options: null }
  for (const [index, column] of header.entries()) {
    const cell = cells[index]?.trim() ?? ''
    if (cell === '') continue
    if ('option' in column) row.options = { ...row.options, [column.option]: cell }
    else fill(row, column, cell === CLEAR && isClearable(column.field) ? null : readCell(column.field, cell))
  }
  return row
}

function fill(row: ProductRow, { field, part }: Extract<Column, { field: Field }>, value: unknown): void {
  // A field with parts is only ever filled by these.
  row[field] = part === undefined ? value : { ...(row[field] as object | undefined), [part]: value }
}

const isClearable = (field: Field): boolean => field !== 'slug' && productFields[field].clearable

const yes = new Set(['true', 'yes', 'y', '1'])
const no = new Set(['false', 'no', 'n', '0'])

/** A value that cannot be parsed stays text, so that the product's format check reports it. */
function readCell(field: Field, cell: string): unknown {
  switch (field === 'slug' ? 'text' : productFields[field].kind) {
    case 'decimal':
    case 'integer':
      return /^[+-]?\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell
    case 'flag':
      return yes.has(cell.toLowerCase()) || (no.has(cell.toLowerCase()) ? false : cell)
    case 'addresses':
      return cell.split(/[\s|]+/).filter((address) => address !== '')
    case 'attributes':
      return listOf(cell).map(readAttribute)
    case 'media':
      return listOf(cell).map(readPicture)
    case 'seo':
    case 'text':
      return cell
  }
}

/** The entries of a cell, each in a line of its own or behind a `|`. */
const listOf = (cell: string): string[] =>
  cell
    .split(/[\n|]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

/** `Origin: Assam`. Without a colon there is no value, which the product's format check reports. */
function readAttribute(entry: string): Record<string, string> {
  const [, name = entry, value] = /^([^:]*):(.*)$/s.exec(entry) ?? []
  return { name: name.trim(), ...(value !== undefined && { value: value.trim() }) }
}

/** An address, then its size and what it shows, both optional: `https://… 800x600 A cup of tea`. */
function readPicture(entry: string): Record<string, unknown> {
  const [, url = '', width, height, alt] = /^(\S+)(?:\s+(\d+)x(\d+)(?=\s|$))?(?:\s+(.*))?$/s.exec(entry) ?? []
  return { url, ...(alt && { alt }), ...(width && { width: Number(width), height: Number(height) }) }
}
