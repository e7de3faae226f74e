import type { Database } from '../../src/platform/database/database.ts'
import { tablesAboutStores, tablesOfNoStore } from './tables-of-no-store.ts'

/** What stands in the tables, kept beside them: to see what a call has changed, and to undo it. */
export interface SavedRows {
  /** Every table that holds rows of stores. */
  tables: readonly string[]
  /** Tables in which the store has no kept row. */
  without(storeId: string): Promise<string[]>
  /** Every text in the kept rows of the store. */
  texts(storeId: string): Promise<string[]>
  /** Rows that are not as they were kept; one that was changed counts as gone, and as new. */
  changes(): Promise<Change[]>
  restore(): Promise<void>
  /** A hash of the store's rows by table, whoever has changed them. */
  hashes(storeId: string): Promise<Record<string, string>>
}

export interface Change {
  table: string
  storeId: string
  what: 'gone' | 'new'
  row: Record<string, unknown>
}

interface Table {
  name: string
  /** SQL for the id of the store that a row belongs to. */
  store: string
  columns: string[]
  key: string[]
}

const quoted = (names: readonly string[]) => names.map((name) => `'${name}'`).join()
const withoutStore = tablesOfNoStore.filter((name) => !tablesAboutStores.includes(name))

/** Read from the catalogue, so that a new table is kept without anyone thinking of it. Jobs say in their data whose they are. */
const TABLES = `
  SELECT c.oid::regclass::text AS name,
    CASE WHEN c.relname = 'stores' THEN 'id::text' WHEN c.relname = 'job' THEN 'data->>''storeId'''
      WHEN c.relname IN (${quoted(tablesAboutStores)}) THEN 'of_store::text' ELSE 'store_id::text' END AS store,
    array_agg(a.attname::text ORDER BY a.attnum) AS columns,
    array_agg(a.attname::text ORDER BY a.attnum) FILTER (WHERE a.attnum = ANY (i.indkey)) AS key
  FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> '_prisma_migrations'
    AND c.relname NOT IN (${quoted(withoutStore)})
     OR c.oid = 'pgboss.job'::regclass
  GROUP BY c.oid, c.relname ORDER BY 1`

const keptName = ({ name }: Pick<Table, 'name'>) => `kept."${name}"`

/** Keeps all rows of all stores as they stand now. From then on each statement that writes leaves a note of its table. */
export async function saveRows({ prisma }: Database): Promise<SavedRows> {
  const tables = await prisma.$queryRawUnsafe<Table[]>(TABLES)
  await prisma.$executeRawUnsafe('CREATE SCHEMA kept')
  await prisma.$executeRawUnsafe('CREATE TABLE kept.notes (name TEXT NOT NULL)')
  await prisma.$executeRawUnsafe(`
    CREATE FUNCTION kept.note() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO kept.notes VALUES (TG_ARGV[0]); RETURN NULL; END $$`)
  for (const table of tables) {
    await prisma.$executeRawUnsafe(`CREATE TABLE ${keptName(table)} AS SELECT * FROM ${table.name}`)
    await prisma.$executeRawUnsafe(`
      CREATE TRIGGER kept AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON ${table.name}
      FOR EACH STATEMENT EXECUTE FUNCTION kept.note('${table.name}')`)
  }

  const touched = async () => {
    const notes = await prisma.$queryRawUnsafe<{ name: string }[]>('SELECT DISTINCT name FROM kept.notes')
    return tables.filter(({ name }) => notes.some((note) => note.name === name))
  }
  const hashesAtFirst = new Map<string, Record<string, string>>()
  async function hashesOf(storeId: string, asked: readonly Table[]): Promise<Record<string, string>> {
    if (asked.length === 0) return {}
    const hashed = asked.map(
      ({ name, store }) =>
        `SELECT '${name}' AS name, md5(string_agg(t::text, ' ' ORDER BY t::text)) AS hash FROM ${name} t WHERE ${store} = '${storeId}'`,
    )
    const found = await prisma.$queryRawUnsafe<{ name: string; hash: string }[]>(hashed.join(' UNION ALL '))
    return Object.fromEntries(found.map(({ name, hash }) => [name, hash]))
  }
  const rowsOf = (storeId: string) =>
    prisma.$queryRawUnsafe<{ table: string; row: unknown }[]>(
      tables
        .map(
          (table) =>
            `SELECT '${table.name}' AS table, to_jsonb(t) AS row FROM ${keptName(table)} t WHERE ${table.store} = '${storeId}'`,
        )
        .join(' UNION ALL '),
    )

  return {
    tables: tables.map(({ name }) => name),

    async without(storeId) {
      const filled = new Set((await rowsOf(storeId)).map(({ table }) => table))
      return tables.map(({ name }) => name).filter((name) => !filled.has(name))
    },

    texts: async (storeId) => [...new Set(textsIn(await rowsOf(storeId)))],

    /** But for numbers that a sequence gives: it is not taken back. */
    async changes() {
      const differing = (await touched()).flatMap((table) =>
        (['gone', 'new'] as const).map(
          (
            what,
          ) => `SELECT '${table.name}' AS table, ${table.store} AS "storeId", '${what}' AS what, to_jsonb(t) - 'sequence' AS row
            FROM (${difference(table, what)}) t`,
        ),
      )
      if (differing.length === 0) return []
      return prisma.$queryRawUnsafe<Change[]>(`${differing.join(' UNION ALL ')} ORDER BY 1, 2, 3, 4`)
    },

    async restore() {
      const written = await touched()
      if (written.length === 0) return
      // One statement each: foreign keys are looked at when all of its tables are as they were.
      await prisma.$transaction([
        prisma.$executeRawUnsafe(together(written.map(removal))),
        prisma.$executeRawUnsafe(together(written.map(renewal))),
        prisma.$executeRawUnsafe('DELETE FROM kept.notes'),
      ])
    },

    async hashes(storeId) {
      const known = hashesAtFirst.get(storeId)
      if (known) return { ...known, ...(await hashesOf(storeId, await touched())) }
      const hashes = await hashesOf(storeId, tables)
      hashesAtFirst.set(storeId, hashes)
      return hashes
    },
  }
}

function difference(table: Table, what: Change['what']): string {
  const [first, second] = what === 'gone' ? [keptName(table), table.name] : [table.name, keptName(table)]
  return `SELECT * FROM ${first} EXCEPT SELECT * FROM ${second}`
}

function removal(table: Table): string {
  const same = table.key.map((column) => `t."${column}" = k."${column}"`).join(' AND ')
  return `DELETE FROM ${table.name} t WHERE NOT EXISTS (SELECT FROM ${keptName(table)} k WHERE ${same})`
}

function renewal(table: Table): string {
  const assigned = table.columns.map((column) => `"${column}" = excluded."${column}"`).join()
  const key = table.key.map((column) => `"${column}"`).join()
  return `INSERT INTO ${table.name} ${difference(table, 'gone')} ON CONFLICT (${key}) DO UPDATE SET ${assigned}`
}

const together = (statements: readonly string[]) =>
  `WITH ${statements.map((statement, index) => `s${index} AS (${statement})`).join()} SELECT 1`

/** Every text in a value, however deep. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}
