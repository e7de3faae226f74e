import { withoutInvisible } from '../../../shared/typed-text.ts'
import { CsvMistakes } from '../import/csv-mistakes.ts'
import { readCsv } from '../import/csv-rows.ts'
import type { RowMistake } from '../import/product-rows.ts'
import type { RedirectEntry } from './write-redirects.ts'

export interface RedirectRow extends RedirectEntry {
  line: number
}

/** Shopify exports them under the other names. */
const columns: Readonly<Record<string, keyof RedirectEntry>> = {
  from: 'from',
  to: 'to',
  'redirect from': 'from',
  'redirect to': 'to',
}

/** Reads a list of redirects. @throws CsvMistakes with all of them */
export async function* readRedirectRows(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<RedirectRow> {
  const mistakes: RowMistake[] = []
  yield* readCsv<RedirectRow>(bytes, (header) => {
    const names = header.map((cell) => withoutInvisible(cell).trim().toLowerCase())
    const fields = names.map((name) => columns[name])
    const [from, to] = [fields.indexOf('from'), fields.indexOf('to')]
    const isOther = names.some((name, index) => name !== '' && fields[index] === undefined)
    if (from < 0 || to < 0 || isOther || fields.filter((field) => field !== undefined).length > 2) {
      const found = names.map((name) => `"${name.slice(0, 60)}"`).join(', ')
      return { mistakes: [`expected the columns from and to, each once, found ${found}`] }
    }
    return {
      read(cells, line, broken) {
        if (!broken) return [{ line, from: cells[from]?.trim() ?? '', to: cells[to]?.trim() ?? '' }]
        mistakes.push({ line, field: '', message: broken })
        return []
      },
    }
  })
  if (mistakes.length > 0) throw new CsvMistakes(mistakes)
}
