import type { NumberFormat } from '../../../shared/number-format.ts'
import type { RowReader } from '../csv-rows.ts'
import type { ProductRow } from '../product-rows.ts'
import { dropRepeatedCodes, Omissions, type PlatformFormat, PlatformRow } from './platform-row.ts'
import { shopify } from './shopify.ts'
import { woocommerce } from './woocommerce.ts'

const formats = { shopify, woocommerce } as const satisfies Record<string, PlatformFormat>
export type Platform = keyof typeof formats
// Object.keys loses the type of the keys.
export const platforms = Object.keys(formats) as Platform[]

/** What of an export is not imported. */
export interface LeftOut {
  title: string
  things: string[]
  columns: string[]
}

interface Opening {
  from: Platform | undefined
  format: NumberFormat
  onLeftOut: (leftOut: LeftOut) => void
}

/** The reader of a platform's export; null when it is none. */
export function platformReader(
  header: readonly string[],
  { from, format, onLeftOut }: Opening,
): RowReader<ProductRow> | { mistakes: string[] } | null {
  const columns = header.map(columnName)
  const platform = from ?? platforms.find((name) => missingOf(formats[name], columns).length === 0)
  if (!platform) return null
  const { title, isKnown, convert } = formats[platform]
  const missing = missingOf(formats[platform], columns)
  if (missing.length > 0) {
    const list = missing.map((names) => `"${names[0]}"`).join(', ')
    return { mistakes: [`expected a product export of ${title}, found no column ${list}`] }
  }

  const rows: PlatformRow[] = []
  const places = new Map(columns.map((name, index) => [name, index]))
  const used = new Set<string>()
  return {
    read(cells, line) {
      for (const [index, cell] of cells.entries()) if (cell.trim() !== '') used.add(header[index] ?? '')
      rows.push(new PlatformRow(line, cells, places))
      return []
    },
    end() {
      const omitted = new Omissions()
      const converted = convert(rows, { format, columns, omitted })
      dropRepeatedCodes(converted, omitted)
      const unknown = header.filter((name) => used.has(name) && !isKnown(columnName(name)))
      const things = omitted.list()
      if (things.length + unknown.length > 0) onLeftOut({ title, things, columns: unknown })
      return converted
    },
  }
}

const missingOf = ({ marks }: PlatformFormat, columns: readonly string[]) =>
  marks.filter((names) => !names.some((name) => columns.includes(name)))

const columnName = (cell: string): string =>
  cell
    .replace(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
