import { snakeCase } from '../text/text.ts'

/** A SELECT of rows of one store, whose parameter `$1` is the store's id. */
export interface StoreStatement<Row extends object> {
  readonly name: string
  readonly text: string
  /** Never set: it keeps the type of the rows. */
  readonly row?: Row
}

/**
 * Runs the statement for the store, without Prisma: prepared once on each connection, with the columns as they are
 * named in the statement. `values` are the parameters from `$2` on.
 * @throws DatabaseBusy when no connection becomes free in time
 */
export type ReadRows = <Row extends object>(
  statement: StoreStatement<Row>,
  storeId: string,
  ...values: unknown[]
) => Promise<Row[]>

const texts = new Map<string, string>()

/**
 * Defines a statement for the reads that are made all the time; Prisma takes several times as long for the same
 * rows. Each table must be limited to the store, which allows the tables to be distributed by it.
 * @param name unique in the process
 */
export function storeStatement<Row extends object>(name: string, text: string): StoreStatement<Row> {
  if (!/\bstore_id = \$1(?!\d)/.test(text)) throw new Error(`The statement "${name}" does not say store_id = $1`)
  if (texts.has(name)) throw new Error(`Two statements are called "${name}"`)
  texts.set(name, text)
  return { name, text }
}

/** The columns of these fields for a SELECT: `sale_price AS "salePrice"`. */
export const columnsOf = (fields: readonly string[]): string =>
  fields.map((field) => (snakeCase(field) === field ? field : `${snakeCase(field)} AS "${field}"`)).join(', ')
