import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { columnOf } from '../../commerce/catalog/import/csv-columns.ts'
import { CsvMistakes } from '../../commerce/catalog/import/csv-mistakes.ts'
import type { RowMistake } from '../../commerce/catalog/import/product-rows.ts'
import { CommandError, fixThem, mistakeCount } from '../failure.ts'
import { terminal } from '../terminal.ts'

const MOST_ROWS = 100_000
const MOST_BYTES = 200_000_000
const MOST_REPORTED = 100
/** Milliseconds of a transaction of an import. */
export const TIMEOUT_MS = 1_800_000

/** Hands over each row. @throws CommandError after it has printed the mistakes */
export async function readCsvFile<Row>(
  file: string,
  rowsOf: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Row>,
  take: (row: Row) => void,
): Promise<void> {
  const path = resolve(terminal().folder, file)
  let rows = 0
  try {
    const { size } = await stat(path)
    if (size > MOST_BYTES) throw tooLarge(`${file} has ${size} bytes; at most ${MOST_BYTES} are read at once`)
    for await (const row of rowsOf(createReadStream(path))) {
      take(row)
      rows += 1
      if (rows > MOST_ROWS) throw tooLarge(`${file} has more than ${MOST_ROWS} rows`)
    }
  } catch (error) {
    if (error instanceof CommandError) throw error
    if (error instanceof CsvMistakes) throw refusedFile(file, error.mistakes)
    throw new CommandError(`Cannot read ${file}: ${error instanceof Error ? error.message : error}`)
  }
}

const tooLarge = (what: string) => new CommandError(`Nothing was imported: ${what}. Split it, and import the parts.`)

/** Prints the mistakes. @param where where they are, such as ` in 2 products` */
export function refusedFile(file: string, mistakes: readonly RowMistake[], where = ''): CommandError {
  printMistakes(file, mistakes)
  const count = mistakeCount(mistakes.length)
  return new CommandError(
    `Nothing of ${file} was imported: it has ${count}${where}. ${fixThem(mistakes.length)} and import again.`,
  )
}

/** In the format of compilers. */
export function printMistakes(file: string, mistakes: readonly RowMistake[]): void {
  const reported = mistakes.slice(0, MOST_REPORTED).map(({ line, field, message }) => {
    const place = field === '' ? `line ${line}` : `line ${line}, ${columnOf(field)}`
    return `${file}: ${place}: ${message}\n`
  })
  const more = mistakes.length - MOST_REPORTED
  terminal().complain([...reported, ...(more > 0 ? [`${file}: and ${more} more mistakes\n`] : [])].join(''))
}
