import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { columnOf } from '../catalog/import/csv-columns.ts'
import { importProductRows } from '../catalog/import/import-product-rows.ts'
import { ProductDrafts, type RowMistake } from '../catalog/import/product-rows.ts'
import { CsvMistakes, readProductRows } from '../catalog/import/read-csv.ts'
import type { ImportReport } from '../catalog/import/write-list.ts'
import { waysToData } from '../platform/database/db.ts'
import { CommandError, fixThem, mistakeCount } from './failure.ts'
import { getStore, storesOf, withCurrentDatabase } from './open-for-command.ts'
import { progressBar, progressOf } from './progress-bar.ts'
import { terminal } from './terminal.ts'

const MOST_ROWS = 100_000
const MOST_BYTES = 200_000_000
const MOST_REPORTED = 100
const TIMEOUT_MS = 1_800_000

/** Reads the whole file first. @throws CommandError after it has printed the mistakes */
export async function importProductsFile(
  subdomain: string,
  file: string,
  options: { setStock?: boolean; dryRun?: boolean; allowFree?: boolean },
): Promise<void> {
  const drafts = await read(file)
  await withCurrentDatabase(async (database) => {
    const store = await getStore(database, subdomain)
    const services = {
      ...waysToData(database),
      stores: storesOf(database),
      clock: () => new Date(),
    }
    const bar = progressBar(file)
    const imported = importProductRows(services, store, drafts, {
      ...options,
      allowFreeName: '--allow-free',
      onProgress: progressOf(bar),
      timeoutMs: TIMEOUT_MS,
    })
    const report = await imported.finally(() => bar?.stop())
    if (report.mistakes.length > 0) throw refused(file, report.mistakes, report.refused.length)
    const would = options.dryRun ? ' Nothing was stored: this was a dry run.' : ''
    terminal().print(`${subdomain}: products ${drafts.products.length}: ${summary(report)}.${would}\n`)
  })
}

async function read(file: string): Promise<ProductDrafts> {
  const drafts = new ProductDrafts()
  const path = resolve(terminal().folder, file)
  try {
    const { size } = await stat(path)
    if (size > MOST_BYTES) throw tooLarge(`${file} has ${size} bytes; at most ${MOST_BYTES} are read at once`)
    for await (const row of readProductRows(createReadStream(path))) {
      drafts.add(row)
      if (drafts.rows > MOST_ROWS) throw tooLarge(`${file} has more than ${MOST_ROWS} rows`)
    }
    return drafts
  } catch (error) {
    if (error instanceof CommandError) throw error
    if (error instanceof CsvMistakes) throw refused(file, error.mistakes, null)
    throw new CommandError(`Cannot read ${file}: ${error instanceof Error ? error.message : error}`)
  }
}

const tooLarge = (what: string) => new CommandError(`Nothing was imported: ${what}. Split it, and import the parts.`)

/** In the format of compilers. */
function refused(file: string, mistakes: readonly RowMistake[], products: number | null): CommandError {
  const reported = mistakes.slice(0, MOST_REPORTED).map(({ line, field, message }) => {
    const place = field === '' ? `line ${line}` : `line ${line}, ${columnOf(field)}`
    return `${file}: ${place}: ${message}\n`
  })
  const more = mistakes.length - MOST_REPORTED
  terminal().complain([...reported, ...(more > 0 ? [`${file}: and ${more} more mistakes\n`] : [])].join(''))
  const count = mistakeCount(mistakes.length)
  const where = products === null ? '' : ` in ${products === 1 ? '1 product' : `${products} products`}`
  return new CommandError(
    `Nothing of ${file} was imported: it has ${count}${where}. ${fixThem(mistakes.length)} and import again.`,
  )
}

const summary = ({ added, changed, unchanged }: ImportReport): string =>
  Object.entries({ added, changed, unchanged })
    .map(([what, lines]) => `${lines.length} ${what}${lines.length === 0 ? '' : ` (${lineRanges(lines)})`}`)
    .join(', ')

const MOST_RANGES = 20

/** `lines 2-4, 9`. */
function lineRanges(lines: readonly number[]): string {
  const ranges: { from: number; to: number }[] = []
  for (const line of lines.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && line === last.to + 1) last.to = line
    else ranges.push({ from: line, to: line })
  }
  const reported = ranges.slice(0, MOST_RANGES).map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`))
  const more = ranges.length > MOST_RANGES ? ' and more' : ''
  return `${lines.length === 1 ? 'line' : 'lines'} ${reported.join(', ')}${more}`
}
