import { Prisma } from '../../generated/prisma/client.ts'

/** Where rows are written: in a transaction, to one store. */
interface StoreWrite {
  tx: Prisma.TransactionClient
  storeId: string
}

/** A table as one UPDATE of many rows sees it. Names and types are written into SQL: constants only. */
export interface UpdatableTable {
  name: string
  /** The field that is unique within a store. */
  key: string
  /** Fields with their columns and types, the key among them. */
  columns: Readonly<Record<string, readonly [column: string, type: string]>>
  /** What every update sets by itself, as SQL; `t` is the row. */
  touched?: string
}

/** For tables whose rows say when they changed. */
export const TOUCHED = 'updated_at = now()'
/** For those whose rows count their changes, too. */
export const TOUCHED_WITH_VERSION = `${TOUCHED}, version = t.version + 1`

type RowOf<Table extends UpdatableTable> = Readonly<Record<keyof Table['columns'], unknown>>

/** Sets all columns of many rows of the store in one statement. */
export async function updateRows<Table extends UpdatableTable>(
  { tx, storeId }: StoreWrite,
  { name, key, columns, touched }: Table,
  rows: readonly RowOf<Table>[],
): Promise<void> {
  if (rows.length === 0) return
  const fields = Object.entries(columns)
  const settings = fields.filter(([field]) => field !== key).map(([field, [column]]) => `"${column}" = d."${field}"`)
  const types = fields.map(([field, [, type]]) => `"${field}" ${type}`)
  const update = `UPDATE "${name}" AS t SET ${[...settings, ...(touched ? [touched] : [])].join(', ')}`
  const isSame = `t."${columns[key]?.[0]}" = d."${key}"`

  await tx.$executeRaw`
    ${Prisma.raw(update)}
    FROM jsonb_to_recordset(${recordset(rows, Object.keys(columns))}::jsonb) AS d(${Prisma.raw(types.join(', '))})
    WHERE t.store_id = ${storeId}::uuid AND ${Prisma.raw(isSame)}`
}

/** Adds many rows to the store in one statement: a parameter for each value would take Prisma five times as long. */
export async function insertRows<Table extends Pick<UpdatableTable, 'name' | 'columns'>>(
  { tx, storeId }: StoreWrite,
  { name, columns }: Table,
  rows: readonly RowOf<Table & { key: string }>[],
): Promise<void> {
  if (rows.length === 0) return
  const fields = Object.entries(columns)
  const targets = fields.map(([, [column]]) => `"${column}"`)
  const values = fields.map(([field]) => `d."${field}"`)
  const types = fields.map(([field, [, type]]) => `"${field}" ${type}`)
  await tx.$executeRaw`
    ${Prisma.raw(`INSERT INTO "${name}" (store_id, ${targets.join(', ')})`)}
    SELECT ${storeId}::uuid, ${Prisma.raw(values.join(', '))}
    FROM jsonb_to_recordset(${recordset(rows, Object.keys(columns))}::jsonb) AS d(${Prisma.raw(types.join(', '))})`
}

/** Rows as `jsonb_to_recordset` reads them: these fields only, amounts as text, which JSON numbers would round. */
export const recordset = (rows: readonly object[], fields: readonly string[]): string =>
  JSON.stringify(
    rows.map((row) => Object.fromEntries(fields.map((field) => [field, Reflect.get(row, field)]))),
    (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
  )
