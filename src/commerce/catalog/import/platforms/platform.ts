import type { NumberFormat } from '../../../../shared/number-format.ts'
import { REASON } from '../csv-columns.ts'
import type { RowReader } from '../csv-rows.ts'
import type { ProductRow } from '../product-rows.ts'
import { dropRepeatedCodes, Omissions, type PlatformFormat, PlatformRow, type TaxRates } from './platform-row.ts'
import { shopify } from './shopify.ts'
import { woocommerce } from './woocommerce.ts'

const formats = { shopify, woocommerce } as const satisfies Record<string, PlatformFormat>
export type Platform = keyof typeof formats
// Object.keys loses the type of the keys.
export const platforms = Object.keys(formats) as Platform[]

/** What of an export is not imported as it is. */
export interface LeftOut {
  title: string
  /** Each with its lines. */
  things: string[]
  columns: string[]
}

interface Opening {
  from: Platform | undefined
  format: NumberFormat
  setStock: boolean
  taxRates: TaxRates
  onLeftOut: (leftOut: LeftOut) => void
}

/** The reader of a platform's export; null when it is none. */
export function platformReader(
  header: readonly string[],
  { from, onLeftOut, ...tools }: Opening,
): RowReader<ProductRow> | { mistakes: string[] } | null {
  const columns = header.map(columnName)
  const platform = from ?? platforms.find((name) => missingOf(formats[name], columns).length === 0)
  if (!platform) return isTranslated(columns) ? { mistakes: [TRANSLATED] } : null
  const { title, useOf, convert } = formats[platform]
  const missing = missingOf(formats[platform], columns)
  if (missing.length > 0) {
    const list = missing.map((names) => `"${names[0]}"`).join(', ')
    return { mistakes: [`expected a product export of ${title}, found no column ${list}`] }
  }

  const rows: PlatformRow[] = []
  const places = new Map(columns.map((name, index) => [name, index]))
  const leftColumns = new Set<string>()
  const silent = columns.map((name) => {
    const use = name === REASON ? 'meaningless' : useOf(name)
    return typeof use === 'string' ? null : new Set(['', ...use.silent])
  })
  return {
    read(cells, line, broken) {
      for (const [index, cell] of broken ? [] : cells.entries())
        if (silent[index]?.has(cell.trim().toLowerCase()) === false) leftColumns.add(header[index] ?? '')
      rows.push(new PlatformRow(line, cells, places, broken))
      return []
    },
    end() {
      const omitted = new Omissions()
      const converted = convert(rows, { ...tools, columns, omitted })
      dropRepeatedCodes(converted, omitted)
      const things = omitted.list()
      if (things.length + leftColumns.size > 0)
        onLeftOut({ title, things, columns: header.filter((name) => leftColumns.has(name)) })
      return converted
    },
  }
}

/**
 * WooCommerce translates the names of columns, differently in each of its versions, but neither the first one nor the
 * units. Whoever exports a choice of columns may have none with a unit.
 */
const isTranslated = (columns: readonly string[]): boolean =>
  columns[0] === 'id' &&
  (!columns.some((name) => IN_ENGLISH_ALONE.includes(name)) ||
    (columns.some((name) => /\((kg|g|lbs|oz)\)$/.test(name)) &&
      columns.some((name) => /\((m|cm|mm|in|yd)\)$/.test(name))))

const IN_ENGLISH_ALONE = ['slug', 'published', 'regular price', 'in stock?', 'categories', 'short description']

const TRANSLATED =
  'expected English names of columns, found an export of WooCommerce in another language: in WordPress choose English under Users > Profile > Language, export once more, and import that file'

const missingOf = ({ marks }: PlatformFormat, columns: readonly string[]) =>
  marks.filter((names) => !names.some((name) => columns.includes(name)))

const columnName = (cell: string): string =>
  cell
    .replace(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
