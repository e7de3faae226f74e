import type { ProductRow } from './product-rows.ts'

type Field = Exclude<keyof ProductRow, 'line' | 'options'>

/** The columns of a file of products, and the fields that they give. */
export const columns = {
  slug: 'slug',
  name: 'name',
  description: 'description',
  price: 'price',
  sale_price: 'salePrice',
  category: 'category',
  images: 'images',
  stock: 'stock',
  tax_rate: 'taxRate',
  active: 'active',
  display_order: 'displayOrder',
} as const satisfies Record<string, Field>

const OPTION = /^option\s*:\s*/i

/** What one column of a file gives. */
export type Column = { field: Field } | { option: string }

/** What a header says: its columns, or what is wrong with it. */
export function readHeader(cells: readonly string[]): Column[] | { mistakes: string[] } {
  const known = new Map<string, Field>(Object.entries(columns))
  const seen = new Set<string>()
  const mistakes: string[] = []
  const found = cells.flatMap((cell, index): Column[] => {
    const written = cell.trim()
    const option = OPTION.test(written) ? written.replace(OPTION, '') : null
    const name = option === null ? written.toLowerCase().replace(/[\s-]+/g, '_') : `option:${option}`
    const field = known.get(name)
    if (seen.has(name)) mistakes.push(`expected each column once, found "${name}" again`)
    seen.add(name)
    if (option !== null && option !== '') return [{ option }]
    if (field) return [{ field }]
    const names = `${Object.keys(columns).join(', ')} or option:NAME`
    mistakes.push(
      `expected one of the columns ${names}, found ${written ? `"${written.slice(0, 60)}"` : `none in column ${index + 1}`}`,
    )
    return []
  })
  if (!seen.has('slug') && !seen.has('name')) mistakes.push('expected a column slug, or a column name to make slugs of')
  return mistakes.length > 0 ? { mistakes } : found
}

/** The column of a field, as messages about a file name it. */
export const columnOf = (field: string): string =>
  field === 'options' ? 'option:…' : (Object.entries(columns).find(([, known]) => known === field)?.[0] ?? field)

/** What a cell says that is to be cleared. */
const CLEAR = '-'

/** What one line of a file gives. An empty cell gives nothing. */
export function readCells(header: readonly Column[], cells: readonly string[], line: number): ProductRow {
  const row: ProductRow = { line, options: null }
  for (const [index, column] of header.entries()) {
    const cell = cells[index]?.trim() ?? ''
    if (cell === '') continue
    if ('option' in column) row.options = { ...row.options, [column.option]: cell }
    else row[column.field] = cell === CLEAR && clearable.has(column.field) ? null : readCell(column.field, cell)
  }
  return row
}

const clearable: ReadonlySet<Field> = new Set([
  ...(['description', 'price', 'salePrice', 'category', 'images', 'stock', 'taxRate', 'displayOrder'] as const),
])

const yes = new Set(['true', 'yes', 'y', '1'])
const no = new Set(['false', 'no', 'n', '0'])

/** What cannot be read stays text, which the rules of products then refuse. */
function readCell(field: Field, cell: string): unknown {
  switch (field) {
    case 'price':
    case 'salePrice':
    case 'stock':
    case 'taxRate':
    case 'displayOrder':
      return /^[+-]?\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell
    case 'active':
      return yes.has(cell.toLowerCase()) || (no.has(cell.toLowerCase()) ? false : cell)
    case 'images':
      return cell.split(/[\s|]+/).filter((address) => address !== '')
    default:
      return cell
  }
}
