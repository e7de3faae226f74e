import { z } from 'zod'
import type { OwnerContext } from '../../../api/context.ts'
import { refusedInput } from '../../../platform/input/issues.ts'
import type { StockFileReport } from '../../../shared/answers.ts'
import { numberFormatOf } from '../../../shared/number-format.ts'
import { orderedOptions } from '../product.ts'
import { importStock, type StockChange, type StockRow } from '../stock/import-stock.ts'
import { CsvMistakes } from './csv-mistakes.ts'
import { flag, inPieces, type ListFile, shownMistakes, tooManyRows } from './file-body.ts'
import { MOST_ROWS } from './import-row-inputs.ts'
import type { RowMistake } from './product-rows.ts'
import { readStockRows } from './read-stock.ts'

const importOptions = z.object({ dry_run: flag, skip_unknown: flag })

/**
 * Sets stocks from a CSV file as `storefront import-stock` does: all of it, or nothing where there are mistakes.
 * @throws Problem BAD_USER_INPUT for too many rows; CONFLICT; UNAVAILABLE
 */
export async function importStockFile(
  { services, store, caller }: Pick<OwnerContext, 'services' | 'store' | 'caller'>,
  { bytes, query, onProgress = () => {} }: ListFile,
): Promise<StockFileReport> {
  const { data: options, error } = importOptions.safeParse(query)
  if (!options) throw refusedInput({ issues: error.issues })
  const numbers = numberFormatOf(store.currency, store.shippingCountry)
  const rows: StockRow[] = []
  const leftOut: StockFileReport['left_out'] = []
  const countRow = () => {
    if (rows.length + leftOut.length > MOST_ROWS) throw tooManyRows('import-stock')
  }
  const onEmpty = (row: { line: number; sku: string }) => {
    leftOut.push({ ...row, reason: 'EMPTY' })
    countRow()
  }
  const report = (mistakes: readonly RowMistake[]) => ({
    ...{ imported: false, rows: rows.length + leftOut.length, changed: [], unchanged: 0 },
    ...{ left_out: leftOut, ...shownMistakes(mistakes) },
  })
  try {
    for await (const row of readStockRows(inPieces(bytes), { numbers, onEmpty })) {
      rows.push(row)
      countRow()
    }
  } catch (failure) {
    if (failure instanceof CsvMistakes) return report(failure.mistakes)
    throw failure
  }
  const dryRun = options.dry_run === 'true'
  const skipUnknown = options.skip_unknown === 'true'
  const { changes, unchanged, unknown, mistakes } = await importStock(services, store, rows, {
    ...{ dryRun, skipUnknown, caller, onProgress },
  })
  const skipped = unknown.map(({ line, sku }) => ({ line, sku, reason: 'UNKNOWN_SKU' as const }))
  return {
    ...report(mistakes),
    imported: mistakes.length === 0 && !dryRun,
    ...{ changed: changes.map(shownChange), unchanged },
    left_out: [...leftOut, ...skipped].toSorted((a, b) => a.line - b.line),
  }
}

const shownChange = ({ line, sku, before, stock, counter }: StockChange) => ({
  ...{ line, sku, before, stock, product: counter.name },
  options: orderedOptions(counter).map(({ value }) => value),
})
