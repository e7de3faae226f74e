import { type NumberFormat, numberFormatOfFile } from '../../../shared/number-format.ts'
import { readCells, readHeader } from './csv-columns.ts'
import { readCsv } from './csv-rows.ts'
import { type LeftOut, type Platform, platformReader } from './platforms/platform.ts'
import type { TaxRates } from './platforms/platform-row.ts'
import type { ProductRow } from './product-rows.ts'
import { GivenTaxRates } from './tax-classes.ts'

interface ProductFile {
  /** Of the store. */
  numbers: NumberFormat
  /** By default recognised by the header. */
  from?: Platform | undefined
  /** Whether existing products get the stock of the file as well. */
  setStock?: boolean | undefined
  /** Of a platform's tax classes. */
  taxRates?: TaxRates
  /** Called once where a platform's export has content that is not imported. */
  onLeftOut?: (leftOut: LeftOut) => void
}

/** Reads products from a CSV file of ours, or as a platform exports them. @throws CsvMistakes */
export const readProductRows = (
  bytes: AsyncIterable<Uint8Array>,
  { numbers, from, setStock = false, taxRates = noRates, onLeftOut = () => {} }: ProductFile,
): AsyncGenerator<ProductRow> =>
  readCsv<ProductRow>(bytes, (cells, delimiter) => {
    const format = numberFormatOfFile(numbers, delimiter)
    const platform = platformReader(cells, { from, format, setStock, taxRates, onLeftOut })
    if (platform) return platform
    const header = readHeader(cells)
    return 'mistakes' in header
      ? header
      : { read: (row, line, broken) => [readCells(header, row, line, format, broken)] }
  })

const noRates = new GivenTaxRates(new Map(), 'give it')
