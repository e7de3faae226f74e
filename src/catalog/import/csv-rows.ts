import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import type { RowMistake } from './product-rows.ts'

export class CsvMistakes extends Error {
  override readonly name = 'CsvMistakes'
  readonly mistakes: readonly RowMistake[]

  constructor(mistakes: readonly RowMistake[]) {
    super(mistakes.map(({ message }) => message).join('; '))
    this.mistakes = mistakes
  }
}

/** Ten times what valid fields need; stops at an unclosed quote. */
const LONGEST_ROW = 1_000_000
/** Exports of shops with many plugins have hundreds of columns. */
const MOST_COLUMNS = 2_000
const LONGEST_NAME = 300

/** Reads the rows below a header. */
export interface RowReader<Row> {
  read(cells: readonly string[], line: number): readonly Row[]
  /** Rows that depend on the whole file. */
  end?(): readonly Row[]
}

/**
 * Parses CSV in UTF-8, or UTF-16 with a byte order mark. The delimiter is that of `sep=;`, or the most frequent of
 * comma, semicolon and tab in the header.
 * @param open chooses the reader for a header and delimiter, or lists its mistakes
 * @throws CsvMistakes
 */
export async function* readCsv<Row>(
  bytes: AsyncIterable<Uint8Array>,
  open: (header: readonly string[], delimiter: string) => RowReader<Row> | { mistakes: string[] },
): AsyncGenerator<Row> {
  const text = decoded(bytes)[Symbol.asyncIterator]()
  const begin = await text.next()
  const written = begin.done ? '' : begin.value
  const [, declared] = SEPARATOR_LINE.exec(written) ?? []
  // An empty line keeps the line numbers.
  const start = written.replace(SEPARATOR_LINE, '')
  const delimiter = declared ?? delimiterOf(start)
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    info: true,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: LONGEST_ROW,
  })
  Readable.from(prepended(start, text))
    .on('error', (error) => parser.destroy(error))
    .pipe(parser)

  let reader: RowReader<Row> | null = null
  let length = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      const line = info.lines - linesWithin(record)
      if (reader === null) {
        const found = headerMistake(record) ?? open(record, delimiter)
        if ('mistakes' in found) throw new CsvMistakes(found.mistakes.map((message) => ({ line, field: '', message })))
        reader = found
        length = record.length
        continue
      }
      if (record.every((cell) => cell.trim() === '')) continue
      if (record.slice(length).some((cell) => cell.trim() !== ''))
        throw new CsvMistakes([tooMany(line, record.length, length)])
      // Many programs leave out the empty cells at the end of a row.
      const left = Array.from({ length: Math.max(0, length - record.length) }, () => '')
      yield* reader.read([...record, ...left], line)
    }
  } catch (error) {
    throw error instanceof CsvError ? new CsvMistakes([described(error)]) : error
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

/** Excel's line for the delimiter. */
const SEPARATOR_LINE = /^"?sep=(.)"?(?=\n)/i

async function* prepended(start: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield start
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null
  let lines = 1
  const decode = (chunk?: Uint8Array) => {
    decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true })
    try {
      const text = chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
      lines += text.split('\n').length - 1
      return text
    } catch {
      const message = 'expected text in UTF-8, found other bytes here or further on: save the file as "CSV UTF-8"'
      throw new CsvMistakes([{ line: lines, field: '', message }])
    }
  }
  let held = ''
  for await (const chunk of bytes) {
    const text = held + decode(chunk)
    held = text.endsWith('\r') ? '\r' : ''
    yield withPlainLineEnds(held ? text.slice(0, -1) : text)
  }
  yield withPlainLineEnds(held + decode())
}

/** Excel's "Unicode Text" is UTF-16. */
function encodingOf(start: Uint8Array = new Uint8Array()): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : 'utf-8'
}

const withPlainLineEnds = (text: string): string => text.replace(/\r\n?/g, '\n')

const delimiters = [',', ';', '\t']

/** Ignores delimiters within quotes. */
function delimiterOf(text: string): string {
  const [header = ''] = text.replace(/"[^"]*"/g, '').split('\n', 1)
  const count = (delimiter: string) => header.split(delimiter).length
  return delimiters.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best))
}

const linesWithin = (cells: readonly string[]): number =>
  cells.reduce((lines, cell) => lines + cell.split('\n').length - 1, 0)

const tooMany = (line: number, found: number, expected: number): RowMistake => ({
  line,
  field: '',
  message: `expected ${expected} cells as in the header, found ${found}: put double quotes around cells that have the delimiter or a line break in them`,
})

function described({ code, lines, message }: CsvError & { lines?: number }): RowMistake {
  const words: Record<string, string> = {
    CSV_QUOTE_NOT_CLOSED: 'expected a double quote that closes the cell, found the end of the file',
    CSV_INVALID_CLOSING_QUOTE:
      'expected a delimiter behind a closing double quote; a quote within a cell is doubled ("")',
    INVALID_OPENING_QUOTE: 'expected a double quote only around a whole cell; a quote within a cell is doubled ("")',
    CSV_MAX_RECORD_SIZE: `expected rows of at most ${LONGEST_ROW} characters; a double quote may not be closed`,
  }
  return { line: lines ?? 1, field: '', message: words[code] ?? message }
}
