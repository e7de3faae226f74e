import { stringify } from 'csv-stringify/sync'
import { columnOf, REASON } from './csv-columns.ts'
import { recordsIn } from './csv-records.ts'
import type { ProductDrafts } from './product-rows.ts'
import type { ImportReport } from './write-list.ts'

/** What makes spreadsheets read UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Of the column with reasons, which a corrected file has already. */
interface Place {
  at: number
  isThere: boolean
}

/**
 * The rows of refused products, in the form of the file that they are from and with a column that says what is wrong,
 * so that they can be corrected and imported.
 * @param bytes of the file, from its beginning
 */
export async function* refusedRows(
  bytes: AsyncIterable<Uint8Array>,
  drafts: ProductDrafts,
  { refused, mistakes }: Pick<ImportReport, 'refused' | 'mistakes'>,
): AsyncGenerator<string> {
  const lines = drafts.linesOf(refused)
  const reasons = new Map<number, string[]>()
  for (const { line, field, message } of mistakes)
    reasons.set(line, [...(reasons.get(line) ?? []), field === '' ? message : `${columnOf(field)}: ${message}`])
  let delimiter = ','
  const onDelimiter = (found: string) => {
    delimiter = found
  }
  let place: Place | null = null
  for await (const { cells, line } of recordsIn(bytes, onDelimiter)) {
    if (place === null) {
      const known = cells.findIndex((cell) => cell.trim().toLowerCase() === REASON)
      place = known < 0 ? { at: cells.length, isThere: false } : { at: known, isThere: true }
      yield BYTE_ORDER_MARK + stringify([withCell(cells, place, REASON)], { delimiter })
    } else if (lines.has(line)) {
      yield stringify([withCell(cells, place, (reasons.get(line) ?? []).join('; '))], { delimiter })
    }
  }
}

/** Fills cells that are missing before it; what stands beyond the header's cells stays behind it. */
const withCell = (cells: readonly string[], { at, isThere }: Place, cell: string): string[] => [
  ...Array.from({ length: at }, (_, index) => cells[index] ?? ''),
  cell,
  ...cells.slice(isThere ? at + 1 : at),
]
