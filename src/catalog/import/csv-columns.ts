import { snakeCase } from '../../platform/snake-case.ts'
import { type FieldName, fieldEntries, productFields } from '../product-fields.ts'
import type { ProductRow } from './product-rows.ts'

type Field = 'slug' | FieldName

/** From a column's name to the field that it fills. */
const columns = new Map<string, Field>([
  ['slug', 'slug'],
  ...fieldEntries.map(([field]) => [snakeCase(field), field] as const),
])

const OPTION = /^option\s*:\s*/i

export type Column = { field: Field } | { option: string }

/** Parses the header line, or answers everything that is wrong with it. */
export function readHeader(cells: readonly string[]): Column[] | { mistakes: string[] } {
  const seen = new Set<string>()
  const mistakes: string[] = []
  const found = cells.flatMap((cell, index): Column[] => {
    const written = cell.trim()
    const option = OPTION.test(written) ? written.replace(OPTION, '') : null
    const name = option === null ? written.toLowerCase().replace(/[\s-]+/g, '_') : `option:${option}`
    const field = columns.get(name)
    if (seen.has(name)) mistakes.push(`expected each column once, found "${name}" again`)
    seen.add(name)
    if (option !== null && option !== '') return [{ option }]
    if (field) return [{ field }]
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
    else row[column.field] = cell === CLEAR && isClearable(column.field) ? null : readCell(column.field, cell)
  }
  return row
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
    case 'text':
      return cell
  }
}
