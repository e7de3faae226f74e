import { lineRanges } from '../../commerce/catalog/import/line-ranges.ts'
import { readStockRows } from '../../commerce/catalog/import/read-stock.ts'
import { importStock, type StockRow } from '../../commerce/catalog/stock/import-stock.ts'
import { waysToData } from '../../platform/database/db.ts'
import { shown } from '../../platform/input/issues.ts'
import { createLogger } from '../../platform/logger.ts'
import { createJobs } from '../../process/job-kinds.ts'
import { numberFormatOf } from '../../shared/number-format.ts'
import { getStore, storesOf, withCurrentDatabase } from '../open-for-command.ts'
import { progressBar, progressOf } from '../progress-bar.ts'
import { terminal } from '../terminal.ts'
import { readCsvFile, refusedFile, TIMEOUT_MS } from './csv-file.ts'

export interface StockFileOptions {
  dryRun?: boolean
  skipUnknown?: boolean
}

/** Reads the whole file first. @throws CommandError after it has printed the mistakes */
export async function importStockFile(subdomain: string, file: string, options: StockFileOptions): Promise<void> {
  const rows: StockRow[] = []
  const empty: number[] = []
  await withCurrentDatabase(async (database, config) => {
    const store = await getStore(database, config, subdomain)
    const numbers = numberFormatOf(store.currency, store.shippingCountry)
    await readCsvFile(
      file,
      (bytes) => readStockRows(bytes, { numbers, onEmpty: ({ line }) => empty.push(line) }),
      (row) => rows.push(row),
    )
    const logger = terminal().running?.logger ?? createLogger(config.logLevel, process.stderr)
    const services = {
      ...waysToData(database),
      stores: storesOf(database),
      jobs: createJobs({ ...database, logger }),
      clock: () => new Date(),
    }
    const bar = progressBar(file)
    const imported = importStock(services, store, rows, {
      ...options,
      onProgress: progressOf(bar),
      timeoutMs: TIMEOUT_MS,
    })
    const { changes, unchanged, unknown, mistakes } = await imported.finally(() => bar?.stop())
    if (mistakes.length > 0) throw refusedFile(file, mistakes)
    if (empty.length > 0) terminal().complain(`${file}: ${lineRanges(empty)}: no stock, left as it is\n`)
    for (const { line, sku } of unknown) {
      terminal().complain(`${file}: line ${line}: no product or variant has the SKU ${shown(sku)}, left out\n`)
    }
    const would = options.dryRun ? ' Nothing was stored: this was a dry run.' : ''
    const left = unknown.length > 0 ? `, ${unknown.length} left out` : ''
    terminal().print(
      `${subdomain}: stocks ${rows.length}: ${changes.length} changed, ${unchanged} unchanged${left}.${would}\n`,
    )
  })
}
