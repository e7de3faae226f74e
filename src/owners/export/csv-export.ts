import { stringify } from 'csv-stringify/sync'
import type { z } from 'zod'
import type { KeyScope } from '../../admission/key-scopes.ts'
import type { OwnerContext } from '../../graphql/context.ts'
import type { Keyset, PageQuery } from '../../platform/pagination.ts'
import { isFormula } from '../../platform/text/formula.ts'

/** By column; null is an empty cell. */
export type CsvRow = Readonly<Record<string, string | number | null>>

export interface CsvExport<Query extends z.ZodObject = z.ZodObject> {
  /** The owner key needs it, or `read`. */
  scope: KeyScope
  columns: (query: z.output<Query>, context: OwnerContext) => readonly string[] | Promise<readonly string[]>
  query: Query
  /** @throws Problem BAD_USER_INPUT */
  pages: (context: OwnerContext, query: z.output<Query>, columns: readonly string[]) => AsyncGenerator<CsvRow[]>
}

/** Checks the types, and returns a common type, so that exports can stand in one list. */
export const csvExport = <Query extends z.ZodObject>(definition: CsvExport<Query>): CsvExport =>
  // Safe because the plugin passes only what the export's own schema has parsed.
  definition as unknown as CsvExport

/** Written within some milliseconds, in which nobody else is answered. */
export const EXPORT_PAGE = 100

/**
 * A statement per page, once the page before was used: slow clients keep no transaction open. Rows must keep their
 * place in `order`.
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

/** The same of rows that Prisma reads. */
export const inPagesOf = <Row extends object>(
  order: Keyset,
  find: (query: PageQuery) => Promise<Row[]>,
): AsyncGenerator<Row[]> => inPages(order, (cursor) => order.read(cursor, EXPORT_PAGE, find))

/** csv-stringify's `escape_formulas` looks only at the first character and does not know the line feed. */
const defused = (text: string): string => (isFormula(text) ? `'${text}` : text)

/** Makes Excel read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** RFC 4180, with a line of column names when `header` is true. */
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
