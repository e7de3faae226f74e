import type { Shop } from './shop.ts'

/** A row of any table of the database, also of the job queue's. */
export interface AnyRow {
  table: string
  /** The row as JSON, in lower case. */
  text: string
}

/** Every row of every table that there is, read from the catalogue, so that a table added later is among them. */
export async function everyRow({ database: { prisma } }: Shop): Promise<AnyRow[]> {
  const tables = await prisma.$queryRaw<{ name: string }[]>`
    SELECT format('%I.%I', n.nspname, c.relname) AS name
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
      AND n.nspname NOT LIKE 'citus%' AND n.nspname NOT LIKE 'columnar%' ORDER BY 1`
  const rows: AnyRow[] = []
  for (const { name } of tables) {
    const found = await prisma.$queryRawUnsafe<{ text: string }[]>(
      `SELECT lower(to_jsonb(t)::text) AS text FROM ${name} t`,
    )
    rows.push(...found.map(({ text }) => ({ table: name, text })))
  }
  return rows
}

/** The tables with rows that have one of the texts in them, and which. */
export const holding = (rows: readonly AnyRow[], texts: readonly string[]): string[] => [
  ...new Set(
    rows.flatMap(({ table, text }) =>
      texts.filter((sought) => text.includes(sought.toLowerCase())).map((sought) => `${table}: ${sought}`),
    ),
  ),
]
