import { readStockRows } from '../../catalog/import/read-stock.ts'
import { importStock, type StockRow } from '../../catalog/stock/import-stock.ts'
import { createJobs } from '../../job-kinds.ts'
import { waysToData } from '../../platform/database/db.ts'
import { createLogger } from '../../platform/logger.ts'
import { numberFormatOf } from '../../shared/number-format.ts'
import { getStore, storesOf, withCurrentDatabase } from '../open-for-command.ts'
import { progressBar, progressOf } from '../progress-bar.ts'
import { terminal } from '../terminal.ts'
import { readCsvFile, refusedFile, TIMEOUT_MS } from './csv-file.ts'

/** Reads the whole file first. @throws CommandError after it has printed the mistakes */
export async function importStockFile(subdomain: string, file: string, options: { dryRun?: boolean }): Promise<void> {
  const rows: StockRow[] = []
  await withCurrentDatabase(async (database, config) => {
    const store = await getStore(database, config, subdomain)
    const numbers = numberFormatOf(store.currency, store.shippingCountry)
    await readCsvFile(
      file,
      (bytes) => readStockRows(bytes, numbers),
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
    const { changed, unchanged, mistakes } = await imported.finally(() => bar?.stop())
    if (mistakes.length > 0) throw refusedFile(file, mistakes)
    const would = options.dryRun ? ' Nothing was stored: this was a dry run.' : ''
    terminal().print(`${subdomain}: stocks ${rows.length}: ${changed} changed, ${unchanged} unchanged.${would}\n`)
  })
}
