import { stringify } from 'csv-stringify/sync'
import type { z } from 'zod'
import type { OwnerContext } from '../../graphql/context.ts'
import type { Keyset } from '../../platform/pagination.ts'

/** A row of a CSV file, by column; null is an empty cell. */
export type CsvRow = Readonly<Record<string, string | number | null>>

/** A list that the owner can download as a CSV file. */
export interface CsvExport<Query extends z.ZodObject = z.ZodObject> {
  /** One sentence for the API reference. */
  summary: string
  columns: (query: z.output<Query>) => readonly string[]
  /** The accepted query parameters. */
  query: Query
  /**
   * Reads the rows one page at a time.
   * @throws Problem BAD_USER_INPUT
   */
  pages: (context: OwnerContext, query: z.output<Query>) => AsyncGenerator<CsvRow[]>
}

/**
 * Checks that the types of an export fit together, and returns it under a common type, so that exports can stand in one
 * list.
 */
export const csvExport = <Query extends z.ZodObject>(definition: CsvExport<Query>): CsvExport =>
  // Safe because the plugin passes only what the export's own schema has parsed.
  definition as unknown as CsvExport

/** Rows per page: few enough to be written within some milliseconds, in which nobody else is answered. */
export const EXPORT_PAGE = 100

/**
 * Reads a whole list page by page. Each page is a separate statement that runs when the page before has been used, so
 * that a client who reads slowly keeps no transaction open. Rows must not change their place in `order`.
 */
export async function* inPages<Row extends object>(
  order: Keyset,
  read: (cursor: string | null) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let cursor: string | null = null
  for (;;) {
    const rows: Row[] = await read(cursor)
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < EXPORT_PAGE) return
    cursor = order.cursorOf(last)
  }
}

/**
 * Texts that a spreadsheet would run as a formula, at once or after trimming them. Anyone may have typed such a text
 * into a form, so an apostrophe is put in front. csv-stringify's own `escape_formulas` looks only at the first
 * character and does not know the line feed.
 */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

const defused = (text: string): string => (formula.test(text) ? `'${text}` : text)

/** Makes Excel read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Writes rows as CSV (RFC 4180), after a line of column names when `header` is true. */
export function csvText(columns: readonly string[], rows: readonly CsvRow[], header: boolean): string {
  return stringify([...rows], {
    columns: [...columns],
    header,
    record_delimiter: '\r\n',
    // This is off by default once `record_delimiter` is set.
    quote_record_delimiter: true,
    // In countries with a decimal comma, spreadsheets may split at semicolons.
    quoted_match: /;/,
    cast: { string: defused },
  })
}
