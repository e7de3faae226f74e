import { MAX_INTEGER } from '../../../platform/integer.ts'
import { tidyText } from '../../../platform/text/text.ts'
import { type NumberFormat, numberFormatOfFile } from '../../../shared/number-format.ts'
import { readNumber } from '../../../shared/read-number.ts'
import { withoutInvisible } from '../../../shared/typed-text.ts'
import type { StockRow } from '../stock/import-stock.ts'
import { CsvMistakes } from './csv-mistakes.ts'
import { readCsv } from './csv-rows.ts'
import { MOST_COUNTED } from './file-body.ts'
import type { RowMistake } from './product-rows.ts'
import { shortenedCode } from './shortened-code.ts'

const columns = ['sku', 'stock'] as const

interface StockFile {
  numbers: NumberFormat
  /** Called for each row whose stock is empty, which is left out. */
  onEmpty?: (row: { line: number; sku: string }) => void
}

/** Reads a list of stocks by SKU. @throws CsvMistakes with all of them */
export async function* readStockRows(
  bytes: AsyncIterable<Uint8Array>,
  { numbers, onEmpty = () => {} }: StockFile,
): AsyncGenerator<StockRow> {
  const mistakes: RowMistake[] = []
  yield* readCsv<StockRow>(bytes, (header, delimiter) => {
    const format = numberFormatOfFile(numbers, delimiter)
    const names = header.map((cell) => withoutInvisible(cell).trim().toLowerCase())
    const places = columns.map((name) => names.indexOf(name))
    const unknown = names.find((name) => name !== '' && !columns.some((column) => column === name))
    const [sku = -1, stock = -1] = places
    if (places.includes(-1) || unknown !== undefined || new Set(names).size < names.length) {
      return {
        mistakes: [
          `expected the columns sku and stock, each once, found ${names.map((name) => `"${name.slice(0, 60)}"`).join(', ')}`,
        ],
      }
    }
    return {
      read(cells, line, broken) {
        const code = tidyText(cells[sku] ?? '')
        const cell = cells[stock]?.trim() ?? ''
        if (!broken && code !== '' && cell === '') {
          onEmpty({ line, sku: code })
          return []
        }
        const row = broken ? { line, field: '', message: broken } : rowOf(code, cell, line)
        if ('sku' in row) return [row]
        mistakes.push(row)
        if (mistakes.length > MOST_COUNTED) throw new CsvMistakes(mistakes)
        return []
      },
    }

    function rowOf(code: string, cell: string, line: number): StockRow | RowMistake {
      if (code === '') return { line, field: 'sku', message: 'expected a SKU, found nothing' }
      const shortened = shortenedCode(code)
      if (shortened !== null) return { line, field: 'sku', message: `expected ${shortened}, found "${code}"` }
      if (cell === '-') return { line, sku: code, stock: null }
      const read = readNumber(cell, format, { decimals: 0 })
      if ('expected' in read)
        return { line, field: 'stock', message: `expected ${read.expected}, found "${cell.slice(0, 60)}"` }
      const { value } = read
      if (value >= 0 && value <= MAX_INTEGER) return { line, sku: code, stock: value }
      return { line, field: 'stock', message: `expected a whole number of 0 to ${MAX_INTEGER}, or -, found ${value}` }
    }
  })
  if (mistakes.length > 0) throw new CsvMistakes(mistakes)
}
