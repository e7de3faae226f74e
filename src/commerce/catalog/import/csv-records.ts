import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { CsvMistakes } from './csv-mistakes.ts'
import type { RowMistake } from './product-rows.ts'

/** Ten times what valid fields need; stops at an unclosed quote. */
const LONGEST_ROW = 1_000_000

export interface CsvRecord {
  cells: string[]
  line: number
  /** Why the row cannot be read. */
  broken?: string
}

/**
 * Parses CSV in UTF-8, or UTF-16 with a byte order mark. The delimiter is that of `sep=;`, or the most frequent of
 * comma, semicolon and tab in the header. The first record is the header.
 * @throws CsvMistakes where nothing behind a place can be read
 */
export async function* recordsIn(
  bytes: AsyncIterable<Uint8Array>,
  onDelimiter: (delimiter: string) => void,
): AsyncGenerator<CsvRecord> {
  const text = decoded(bytes)[Symbol.asyncIterator]()
  const begin = await text.next()
  const written = begin.done ? '' : begin.value
  const [, declared] = SEPARATOR_LINE.exec(written) ?? []
  // An empty line keeps the line numbers.
  const start = written.replace(SEPARATOR_LINE, '')
  const delimiter = declared ?? delimiterOf(start)
  onDelimiter(delimiter)
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    info: true,
    raw: true,
    skip_empty_lines: true,
    relax_column_count: true,
    // A row with wrong quotes is a mistake of its own, and does not end the file.
    relax_quotes: true,
    max_record_size: LONGEST_ROW,
  })
  Readable.from(prepended(start, text))
    .on('error', (error) => parser.destroy(error))
    .pipe(parser)
  try {
    for await (const { record, raw, info } of parser as AsyncIterable<ParsedRecord>) {
      const mistake = record.some((cell) => cell.includes('"')) ? quoteMistake(raw, delimiter) : undefined
      const line = info.lines - linesWithin(record)
      yield { cells: record, line, ...(mistake && { broken: mistake + linesRead(line, info.lines) }) }
    }
  } catch (error) {
    throw error instanceof CsvError ? new CsvMistakes([described(error)]) : error
  }
}

interface ParsedRecord {
  record: string[]
  raw: string
  info: { lines: number }
}

/** What is wrong with the quotes of a row. */
function quoteMistake(raw: string, delimiter: string): string | undefined {
  const row = raw.replace(/^\n+|\n$/g, '')
  let at = 0
  while (at < row.length) {
    if (row[at] === '"') {
      at = closingQuote(row, at + 1) + 1
      if (at < row.length && row[at] !== delimiter) return WRONG_CLOSING_QUOTE
    } else {
      const end = row.indexOf(delimiter, at)
      const cell = row.slice(at, end < 0 ? row.length : end)
      if (cell.includes('"')) return WRONG_OPENING_QUOTE
      at += cell.length
    }
    at += delimiter.length
  }
  return undefined
}

/** A quote that is not closed takes the rows behind it along, up to the next quote. */
const linesRead = (first: number, last: number): string =>
  last === first ? '' : `. Lines ${first} to ${last} were read as one row`

function closingQuote(row: string, from: number): number {
  let at = row.indexOf('"', from)
  while (at >= 0 && row[at + 1] === '"') at = row.indexOf('"', at + 2)
  return at < 0 ? row.length : at
}

const WRONG_CLOSING_QUOTE = 'expected a delimiter behind a closing double quote; a quote within a cell is doubled ("")'
const WRONG_OPENING_QUOTE = 'expected a double quote only around a whole cell; a quote within a cell is doubled ("")'

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
    if (!decoder) refuseWorkbook(chunk)
    decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true })
    try {
      const text = chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
      lines += text.split('\n').length - 1
      return text
    } catch {
      const message = `expected text in UTF-8, found other bytes here or further on: ${SAVE_AS}`
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

const SAVE_AS =
  'in Excel choose File > Save As > "CSV UTF-8 (Comma delimited)", in other programs CSV with the character set UTF-8, and import that file'

/** How .xlsx, .ods and .numbers begin, which are archives, and .xls. */
const workbooks = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]

/** @throws CsvMistakes */
function refuseWorkbook(start: Uint8Array = new Uint8Array()): void {
  if (!workbooks.some((signature) => signature.every((byte, at) => start[at] === byte))) return
  const message = `expected a CSV file, found a workbook, such as .xlsx, or another archive: ${SAVE_AS}`
  throw new CsvMistakes([{ line: 1, field: '', message }])
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

function described({ code, lines, message }: CsvError & { lines?: number }): RowMistake {
  const words: Record<string, string> = {
    CSV_QUOTE_NOT_CLOSED: 'expected a double quote that closes the cell, found the end of the file',
    CSV_MAX_RECORD_SIZE: `expected rows of at most ${LONGEST_ROW} characters; a double quote may not be closed`,
  }
  return { line: lines ?? 1, field: '', message: words[code] ?? message }
}
