import type { z } from 'zod'
import type { Keyset } from '../platform/pagination.ts'
import type { OwnerContext } from './context.ts'

/** A row by its columns; null is an empty cell. */
export type CsvRow = Readonly<Record<string, string | number | null>>

/** A list that the owner takes away as a CSV file. */
export interface CsvExport<Query extends z.ZodObject = z.ZodObject> {
  /** One sentence for the API reference. */
  summary: string
  columns: readonly string[]
  /** What may stand behind the `?`. */
  query: Query
  /** The rows, a page at a time. @throws Problem BAD_USER_INPUT */
  pages: (context: OwnerContext, query: z.output<Query>) => AsyncGenerator<CsvRow[]>
}

/** An export with its types checked against each other, and then forgotten, so that exports make a list. */
export const csvExport = <Query extends z.ZodObject>(definition: CsvExport<Query>): CsvExport =>
  // The plugin passes what the query's own schema has just produced.
  definition as unknown as CsvExport

/** Rows that are in memory at a time. */
export const EXPORT_PAGE = 500

/**
 * A whole list by pages. Each is read by a statement of its own once the one before is used up, so that a client who
 * reads slowly keeps no transaction open; `order` must be one that rows do not move in.
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
