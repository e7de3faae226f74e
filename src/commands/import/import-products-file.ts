import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { importProductRows } from '../../commerce/catalog/import/import-product-rows.ts'
import { lineRanges } from '../../commerce/catalog/import/line-ranges.ts'
import type { LeftOut, Platform } from '../../commerce/catalog/import/platforms/platform.ts'
import { ProductDrafts } from '../../commerce/catalog/import/product-rows.ts'
import { readProductRows } from '../../commerce/catalog/import/read-csv.ts'
import { refusedRows } from '../../commerce/catalog/import/refused-rows.ts'
import { GivenTaxRates, readTaxClasses } from '../../commerce/catalog/import/tax-classes.ts'
import { type ImportReport, isAccepted } from '../../commerce/catalog/import/write-list.ts'
import { waysToData } from '../../platform/database/db.ts'
import { numberFormatOf } from '../../shared/number-format.ts'
import { CommandError } from '../failure.ts'
import { getStore, storesOf, withCurrentDatabase } from '../open-for-command.ts'
import { progressBar, progressOf } from '../progress-bar.ts'
import { terminal } from '../terminal.ts'
import { copyPictures } from './copy-pictures.ts'
import { printMistakes, readCsvFile, refusedFile, TIMEOUT_MS } from './csv-file.ts'

export interface ImportFileOptions {
  from?: Platform
  setStock?: boolean
  dryRun?: boolean
  allowFree?: boolean
  taxClass?: readonly string[]
  skipMistakes?: boolean
  /** Gets the rows of products with mistakes. */
  refused?: string
  pictures?: 'copy'
}

/** Reads the whole file first. @throws CommandError after it has printed the mistakes, unless they are skipped */
export async function importProductsFile(
  subdomain: string,
  file: string,
  { from, taxClass = [], refused, pictures, ...options }: ImportFileOptions,
): Promise<void> {
  const rates = readTaxClasses(taxClass.join(','))
  if (taxClass.length > 0 && !rates)
    throw new CommandError('Give tax classes with their rates in percent, such as --tax-class reduced-rate=5.')
  const taxRates = new GivenTaxRates(rates ?? new Map(), '--tax-class CLASS=PERCENT gives it')
  const drafts = new ProductDrafts()
  let leftOut: LeftOut | null = null
  const onLeftOut = (found: LeftOut) => {
    leftOut = found
  }
  await withCurrentDatabase(async (database, config) => {
    const store = await getStore(database, config, subdomain)
    const numbers = numberFormatOf(store.currency, store.shippingCountry)
    await readCsvFile(
      file,
      (bytes) => readProductRows(bytes, { numbers, from, setStock: options.setStock, taxRates, onLeftOut }),
      (row) => drafts.add(row),
    )
    const services = {
      ...waysToData(database),
      stores: storesOf(database),
      clock: () => new Date(),
    }
    const bar = progressBar(file)
    const imported = importProductRows(services, store, drafts, {
      ...options,
      plainLineEnds: true,
      allowFreeName: '--allow-free',
      onProgress: progressOf(bar),
      timeoutMs: TIMEOUT_MS,
    })
    const report = await imported.finally(() => bar?.stop())
    const { length } = report.refused
    if (refused !== undefined && length > 0) await writeRefused(file, refused, drafts, report)
    if (!isAccepted(report) || (length > 0 && !options.skipMistakes))
      throw refusedFile(file, report.mistakes, ` in ${length === 1 ? '1 product' : `${length} products`}`)
    printMistakes(file, report.mistakes)
    const would = options.dryRun ? ' Nothing was stored: this was a dry run.' : ''
    terminal().print(`${subdomain}: products ${drafts.products.length}: ${summary(report)}.${would}\n`)
    if (leftOut) terminal().print(`${omissions(leftOut)}\n`)
    if (pictures && !options.dryRun) await copyPictures(database, config, store)
  })
}

async function writeRefused(file: string, target: string, drafts: ProductDrafts, report: ImportReport): Promise<void> {
  const { folder } = terminal()
  const rows = refusedRows(createReadStream(resolve(folder, file)), drafts, report)
  await writeFile(resolve(folder, target), rows).catch((error: Error) => {
    throw new CommandError(`Cannot write ${target}: ${error.message}`)
  })
}

const summary = ({ added, changed, unchanged, refused }: ImportReport): string =>
  Object.entries({ added, changed, unchanged, ...(refused.length > 0 && { 'left out': refused }) })
    .map(([what, lines]) => `${lines.length} ${what}${lines.length === 0 ? '' : ` (${lineRanges(lines)})`}`)
    .join(', ')

function omissions({ title, things, columns }: LeftOut): string {
  const inColumns = columns.length === 0 ? [] : [`what stands in ${columns.map((name) => `"${name}"`).join(', ')}`]
  return [`Of the ${title} export this is not imported as it is:`, ...things, ...inColumns].join('\n  ')
}
