import { Prisma } from '../../generated/prisma/client.ts'
import type { SqlClient } from './sql.ts'

interface StoreWrite {
  tx: SqlClient
  storeId: string
}

/** Names and types are written into the SQL unescaped, so they must be constants. */
export interface UpdatableTable {
  name: string
  key: string
  /** By field, the key included. */
  columns: Readonly<Record<string, readonly [column: string, type: string]>>
  /** SQL that every update also sets, such as `updated_at`; the row is called `t`. */
  touched?: string
}

export const TOUCHED = 'updated_at = now()'
export const TOUCHED_WITH_VERSION = `${TOUCHED}, version = t.version + 1`

type RowOf<Table extends UpdatableTable> = Readonly<Record<keyof Table['columns'], unknown>>

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

export async function insertRows<Table extends Pick<UpdatableTable, 'name' | 'columns'>>(
  { tx, storeId }: StoreWrite,
  table: Table,
  rows: readonly RowOf<Table & { key: string }>[],
): Promise<void> {
  if (rows.length > 0) await tx.$executeRaw(insertionOf(storeId, table, rows))
}

/** One parameter per value would take Prisma five times as long. */
export function insertionOf<Table extends Pick<UpdatableTable, 'name' | 'columns'>>(
  storeId: string,
  { name, columns }: Table,
  rows: readonly RowOf<Table & { key: string }>[],
): Prisma.Sql {
  const fields = Object.entries(columns)
  const targets = fields.map(([, [column]]) => `"${column}"`)
  const values = fields.map(([field]) => `d."${field}"`)
  const types = fields.map(([field, [, type]]) => `"${field}" ${type}`)
  return Prisma.sql`
    ${Prisma.raw(`INSERT INTO "${name}" (store_id, ${targets.join(', ')})`)}
    SELECT ${storeId}::uuid, ${Prisma.raw(values.join(', '))}
    FROM jsonb_to_recordset(${recordset(rows, Object.keys(columns))}::jsonb) AS d(${Prisma.raw(types.join(', '))})`
}

/** A bigint becomes text, because JSON numbers would round it. */
export const recordset = (rows: readonly object[], fields: readonly string[]): string =>
  JSON.stringify(
    rows.map((row) => Object.fromEntries(fields.map((field) => [field, Reflect.get(row, field)]))),
    (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
  )
