import { CsvMistakes } from './csv-mistakes.ts'
import { recordsIn } from './csv-records.ts'

/** Exports of shops with many plugins have hundreds of columns. */
const MOST_COLUMNS = 2_000
const LONGEST_NAME = 300

/** Reads the rows below a header. */
export interface RowReader<Row> {
  /** @param broken why the row cannot be read; its cells are then those that could */
  read(cells: readonly string[], line: number, broken: string | undefined): readonly Row[]
  /** Rows that depend on the whole file. */
  end?(): readonly Row[]
}

/**
 * Reads CSV as `recordsIn` parses it.
 * @param open chooses the reader for a header and delimiter, or lists its mistakes
 * @throws CsvMistakes
 */
export async function* readCsv<Row>(
  bytes: AsyncIterable<Uint8Array>,
  open: (header: readonly string[], delimiter: string) => RowReader<Row> | { mistakes: string[] },
): AsyncGenerator<Row> {
  let reader: RowReader<Row> | null = null
  let length = 0
  let delimiter = ','
  const onDelimiter = (found: string) => {
    delimiter = found
  }
  for await (const { cells, line, broken } of recordsIn(bytes, onDelimiter)) {
    if (reader === null) {
      const found = broken ? { mistakes: [broken] } : (headerMistake(cells) ?? open(cells, delimiter))
      if ('mistakes' in found) throw new CsvMistakes(found.mistakes.map((message) => ({ line, field: '', message })))
      reader = found
      length = cells.length
      continue
    }
    if (!broken && cells.every((cell) => cell.trim() === '')) continue
    const hasMore = cells.slice(length).some((cell) => cell.trim() !== '')
    // Many programs leave out the empty cells at the end of a row.
    const left = Array.from({ length: Math.max(0, length - cells.length) }, () => '')
    yield* reader.read([...cells, ...left], line, broken ?? (hasMore ? tooMany(cells.length, length) : undefined))
  }
  if (reader === null)
    throw new CsvMistakes([{ line: 1, field: '', message: 'expected a header, found an empty file' }])
  if (reader.end) yield* reader.end()
}

function headerMistake(names: readonly string[]): { mistakes: string[] } | null {
  if (names.length > MOST_COLUMNS)
    return { mistakes: [`expected at most ${MOST_COLUMNS} columns, found ${names.length}`] }
  const long = names.find((name) => name.length > LONGEST_NAME)
  if (long === undefined) return null
  return {
    mistakes: [
      `expected names of columns of at most ${LONGEST_NAME} characters, found one of ${long.length}: "${long.slice(0, 60)}"`,
    ],
  }
}

const tooMany = (found: number, expected: number): string =>
  `expected ${expected} cells as in the header, found ${found}: put double quotes around cells that have the delimiter or a line break in them`
