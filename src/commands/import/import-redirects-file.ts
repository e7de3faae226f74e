import { importRedirects } from '../../commerce/catalog/redirects/import-redirects.ts'
import { type RedirectRow, readRedirectRows } from '../../commerce/catalog/redirects/read-redirects.ts'
import { waysToData } from '../../platform/database/db.ts'
import { getStore, storesOf, withCurrentDatabase } from '../open-for-command.ts'
import { terminal } from '../terminal.ts'
import { readCsvFile, refusedFile } from './csv-file.ts'

export interface RedirectFileOptions {
  dryRun?: boolean
}

/** Reads the whole file first. @throws CommandError after it has printed the mistakes; Problem for too many */
export async function importRedirectsFile(
  subdomain: string,
  file: string,
  options: RedirectFileOptions,
): Promise<void> {
  const rows: RedirectRow[] = []
  await withCurrentDatabase(async (database, config) => {
    const store = await getStore(database, config, subdomain)
    await readCsvFile(file, readRedirectRows, (row) => rows.push(row))
    const services = { ...waysToData(database), stores: storesOf(database), clock: () => new Date() }
    const { tally, mistakes } = await importRedirects(services, store, rows, options)
    if (mistakes.length > 0) throw refusedFile(file, mistakes)
    const { created, updated, unchanged } = tally
    const would = options.dryRun ? ' Nothing was stored: this was a dry run.' : ''
    terminal().print(
      `${subdomain}: redirects ${rows.length}: ${created} added, ${updated} changed, ${unchanged} unchanged.${would}\n`,
    )
  })
}
