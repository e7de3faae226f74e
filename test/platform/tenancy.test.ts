import { describe, expect, test } from 'vitest'
import { onCluster } from '../support/citus-cluster.ts'
import { forAllTests } from '../support/for-all-tests.ts'
import { tablesOfNoStore } from '../support/tables-of-no-store.ts'
import { openTestDatabase } from '../support/test-database.ts'

const database = await forAllTests(openTestDatabase())

interface Key {
  table: string
  name: string
  columns: string[]
}

const exceptions = ['stores', '_prisma_migrations', ...tablesOfNoStore]

/** Primary keys and unique indexes of every table but the tenants' own, those of persons, and the migrations'. */
function uniqueKeys(primary: boolean): Promise<Key[]> {
  return database.prisma.$queryRaw<Key[]>`
    SELECT i.indrelid::regclass::text AS table, i.indexrelid::regclass::text AS name,
           array_agg(a.attname::text ORDER BY a.attnum) AS columns
    FROM pg_index i
    JOIN pg_class c ON c.oid = i.indrelid AND c.relnamespace = 'public'::regnamespace
    JOIN pg_attribute a ON a.attrelid = i.indexrelid
    WHERE i.indisunique AND i.indisprimary = ${primary} AND c.relname::text <> ALL (${exceptions}::text[])
    GROUP BY i.indrelid, i.indexrelid ORDER BY 1, 2`
}

interface ForeignKey {
  name: string
  /** Whether a changed id would change along: Citus takes no such key. */
  cascades: boolean
  source: string
  target: string
  columns: string[]
  targetColumns: string[]
}

function foreignKeys(): Promise<ForeignKey[]> {
  return database.prisma.$queryRaw<ForeignKey[]>`
    SELECT f.conname::text AS name, f.conrelid::regclass::text AS source, f.confrelid::regclass::text AS target,
           f.confupdtype = 'c' AS cascades,
           array_agg(own.attname::text ORDER BY k.position) AS columns,
           array_agg(theirs.attname::text ORDER BY k.position) AS "targetColumns"
    FROM pg_constraint f
    CROSS JOIN unnest(f.conkey, f.confkey) WITH ORDINALITY AS k (own, theirs, position)
    JOIN pg_attribute own ON own.attrelid = f.conrelid AND own.attnum = k.own
    JOIN pg_attribute theirs ON theirs.attrelid = f.confrelid AND theirs.attnum = k.theirs
    WHERE f.contype = 'f' AND f.connamespace = 'public'::regnamespace
    GROUP BY f.oid, f.conname, f.confrelid, f.confupdtype ORDER BY 1`
}

const withoutStoreFirst = (keys: Key[]) =>
  keys.filter(({ columns }) => columns[0] !== 'store_id').map(({ name }) => name)

/** From one store to itself: the store's own id, or a row that is found by the same store. */
function staysInStore({ source, target, columns, targetColumns }: ForeignKey): boolean {
  if (tablesOfNoStore.includes(source)) return tablesOfNoStore.includes(target)
  if (columns[0] !== 'store_id') return false
  return target === 'stores' ? targetColumns.join() === 'id' : targetColumns[0] === 'store_id'
}

const referencesThatLeaveTheStore = async () =>
  (await foreignKeys()).filter((key) => !staysInStore(key)).map(({ name }) => name)

const referencesThatCascade = async () =>
  (await foreignKeys()).filter(({ cascades }) => cascades).map(({ name }) => name)

describe('every table but stores and those of persons', () => {
  test('has the store first in its primary key', async () => {
    const tables = await database.prisma.$queryRaw<{ table: string }[]>`
      SELECT oid::regclass::text AS table FROM pg_class
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname::text <> ALL (${exceptions}::text[])
      ORDER BY 1`
    const keys = await uniqueKeys(true)
    expect(tables.length).toBeGreaterThan(20)
    expect(keys.map(({ table }) => table)).toEqual(tables.map(({ table }) => table))
    expect(withoutStoreFirst(keys)).toEqual([])
  })

  test('has the store first in every unique key', async () => {
    const keys = await uniqueKeys(false)
    expect(keys.length).toBeGreaterThan(10)
    expect(withoutStoreFirst(keys)).toEqual([])
  })

  test('refers to rows of its own store only', async () => {
    expect((await foreignKeys()).length).toBeGreaterThan(20)
    expect(await referencesThatLeaveTheStore()).toEqual([])
  })

  test('says by its name whose it is: a table of no store has no column store_id', async () => {
    const found = await database.prisma.$queryRaw<{ table: string }[]>`
      SELECT c.relname::text AS table FROM pg_class c
      WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname NOT IN ('stores', '_prisma_migrations')
        AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'store_id')
      ORDER BY 1`
    expect(found.map(({ table }) => table)).toEqual(tablesOfNoStore)
  })

  test('has ids that never change', async () => {
    expect(await referencesThatCascade()).toEqual([])
  })
})

// Citus takes no such table.
test.skipIf(onCluster())('a table that breaks the rules is found', async () => {
  await database.prisma.$executeRaw`
    CREATE TABLE gift_cards (
      id UUID CONSTRAINT gift_cards_pkey PRIMARY KEY,
      store_id UUID NOT NULL CONSTRAINT gift_cards_store_fkey REFERENCES stores (id),
      code TEXT CONSTRAINT gift_cards_code_key UNIQUE,
      product_store_id UUID,
      product_id UUID,
      CONSTRAINT gift_cards_product_fkey FOREIGN KEY (product_store_id, product_id) REFERENCES products (store_id, id)
        ON UPDATE CASCADE,
      CONSTRAINT gift_cards_swapped_fkey FOREIGN KEY (store_id, product_id) REFERENCES products (id, store_id)
    )`
  expect(withoutStoreFirst(await uniqueKeys(true))).toEqual(['gift_cards_pkey'])
  expect(withoutStoreFirst(await uniqueKeys(false))).toEqual(['gift_cards_code_key'])
  expect(await referencesThatLeaveTheStore()).toEqual(['gift_cards_product_fkey', 'gift_cards_swapped_fkey'])
  expect(await referencesThatCascade()).toEqual(['gift_cards_product_fkey'])
})
