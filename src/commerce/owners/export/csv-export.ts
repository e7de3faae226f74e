import type { z } from 'zod'
import type { KeyScope } from '../../../api/admission/key-scopes.ts'
import type { OwnerContext } from '../../../api/context.ts'
import type { Connection, Keyset, PageArgs, PageQuery } from '../../../platform/pagination.ts'

/** An amount as `decimalText` writes it. */
export class Decimal {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Null is an empty cell. */
export type CsvCell = string | number | Decimal | Date | null

/** By column. */
export type CsvRow = Readonly<Record<string, CsvCell>>

export interface CsvExport<Query extends z.ZodObject = z.ZodObject> {
  /** The owner key needs it, or `read`. */
  scope: KeyScope
  /** A person must have given their password or second factor lately. */
  confirmsAgain?: boolean
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

/** The same of the list that the owner's API shows, so that a file has what the list has. */
export async function* inPagesOfList<Row extends object>(
  list: (page: PageArgs) => Promise<Connection<Row>>,
): AsyncGenerator<Row[]> {
  let after: string | null = null
  do {
    const { edges, pageInfo }: Connection<Row> = await list({ first: EXPORT_PAGE, after })
    yield edges.map(({ node }) => node)
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null
  } while (after !== null)
}
