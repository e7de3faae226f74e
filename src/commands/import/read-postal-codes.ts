import { CsvMistakes } from '../../commerce/catalog/import/csv-mistakes.ts'
import { readCsv } from '../../commerce/catalog/import/csv-rows.ts'
import type { RowMistake } from '../../commerce/catalog/import/product-rows.ts'
import { zoneEntryText } from '../../commerce/delivery/change/zone-entries.ts'
import { postalEntry } from '../../shared/postal-entries.ts'

const HEADER = 'postal_code'

/**
 * Reads a postal code, a prefix or a range from each line, below a header or without one.
 * @param countries of the zone
 * @throws CsvMistakes
 */
export async function* readPostalCodes(
  bytes: AsyncIterable<Uint8Array>,
  countries: readonly string[],
): AsyncGenerator<string> {
  const mistakes: RowMistake[] = []
  const entriesOf = ([cell = '', ...more]: readonly string[], line: number, broken?: string): string[] => {
    if (broken) {
      mistakes.push({ line, field: '', message: broken })
      return []
    }
    const entry = more.some((other) => other.trim() !== '') ? null : postalEntry(cell, countries)
    if (entry !== null) return [entry]
    const found = [cell, ...more].join(',').slice(0, 60)
    mistakes.push({ line, field: '', message: `expected ${zoneEntryText(countries)}, found "${found}"` })
    return []
  }
  yield* readCsv<string>(bytes, (first) => {
    const isHeader = first[0]?.trim().toLowerCase() === HEADER
    const waiting = isHeader ? [] : entriesOf(first, 1)
    return {
      read: (cells, line, broken) => [...waiting.splice(0), ...entriesOf(cells, line, broken)],
      end: () => waiting.splice(0),
    }
  })
  if (mistakes.length > 0) throw new CsvMistakes(mistakes)
}
