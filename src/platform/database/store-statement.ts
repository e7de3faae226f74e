import { snakeCase } from '../text/text.ts'

/** A SELECT of rows of one store, whose id is `$1`. */
export interface StoreStatement<Row extends object> {
  readonly name: string
  readonly text: string
  /** Never set: carries the type of the rows. */
  readonly row?: Row
}

/**
 * Runs the statement without Prisma, prepared once per connection. `values` start at `$2`.
 * @throws DatabaseBusy when no connection becomes free in time
 */
export type ReadRows = <Row extends object>(
  statement: StoreStatement<Row>,
  storeId: string,
  ...values: unknown[]
) => Promise<Row[]>

const texts = new Map<string, string>()

/**
 * For frequent reads, which take Prisma several times as long. Each table must be limited to the store.
 * @param name unique in the process
 */
export function storeStatement<Row extends object>(name: string, text: string): StoreStatement<Row> {
  if (!/\bstore_id = \$1(?!\d)/.test(text)) throw new Error(`The statement "${name}" does not say store_id = $1`)
  if (texts.has(name)) throw new Error(`Two statements are called "${name}"`)
  texts.set(name, text)
  return { name, text }
}

/** `sale_price AS "salePrice"`. */
export const columnsOf = (fields: readonly string[]): string =>
  fields.map((field) => (snakeCase(field) === field ? field : `${snakeCase(field)} AS "${field}"`)).join(', ')
