import { Prisma } from '../../generated/prisma/client.ts'
import type { SqlClient } from '../../platform/database/sql.ts'

// SQL, since it goes through all tables of stores, by names from the catalogue, a batch at a time.

type Db = Pick<SqlClient, '$queryRaw' | '$executeRaw'>

/** A column that refers to rows of its own table. */
export interface Reference {
  table: string
  column: string
}

/** In an order in which they can be deleted. Read from the catalogue, so that new tables are among them. */
export async function readTables(db: Db): Promise<{ tables: string[]; references: Reference[] }> {
  const found = await db.$queryRaw<{ name: string }[]>`
    SELECT c.relname::text AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND a.attname = 'store_id' AND NOT a.attisdropped
    ORDER BY 1`
  const keys = await db.$queryRaw<{ from: string; to: string; column: string }[]>`
    SELECT t.relname::text AS "from", target.relname::text AS "to", a.attname::text AS "column"
    FROM pg_constraint f
    JOIN pg_class t ON t.oid = f.conrelid
    JOIN pg_class target ON target.oid = f.confrelid
    JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = f.conkey[array_upper(f.conkey, 1)]
    WHERE f.contype = 'f' AND f.connamespace = 'public'::regnamespace ORDER BY 1, 2, 3`
  const left = new Set(found.map(({ name }) => name))
  const tables: string[] = []
  while (left.size > 0) {
    const isReferredTo = (name: string) => keys.some(({ from, to }) => to === name && from !== name && left.has(from))
    const next = [...left].filter((name) => !isReferredTo(name))
    if (next.length === 0) throw new Error(`These tables refer to each other in a circle: ${[...left].join(', ')}`)
    for (const name of next) left.delete(name)
    tables.push(...next)
  }
  const references = keys.filter(({ from, to }) => from === to).map(({ from, column }) => ({ table: from, column }))
  return { tables, references }
}

const named = (name: string): Prisma.Sql => Prisma.raw(`"${name}"`)

export async function countRows(db: Db, storeId: string, tables: readonly string[]): Promise<number> {
  let total = 0
  for (const table of tables) {
    const [row] = await db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM ${named(table)} WHERE store_id = ${storeId}::uuid`
    total += row?.count ?? 0
  }
  return total
}

/** @returns how many */
export const deleteBatch = (db: Db, storeId: string, table: string, batch: number): Promise<number> =>
  db.$executeRaw`
    DELETE FROM ${named(table)} WHERE store_id = ${storeId}::uuid AND ctid = ANY (ARRAY(
      SELECT ctid FROM ${named(table)} WHERE store_id = ${storeId}::uuid LIMIT ${batch}
    ))`

/** @returns how many */
export const clearBatch = (db: Db, storeId: string, { table, column }: Reference, batch: number): Promise<number> =>
  db.$executeRaw`
    UPDATE ${named(table)} SET ${named(column)} = NULL WHERE store_id = ${storeId}::uuid AND ctid = ANY (ARRAY(
      SELECT ctid FROM ${named(table)} WHERE store_id = ${storeId}::uuid AND ${named(column)} IS NOT NULL LIMIT ${batch}
    ))`
