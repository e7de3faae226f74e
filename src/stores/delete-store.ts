import { setTimeout as wait } from 'node:timers/promises'
import type { Services } from '../gateway/context.ts'
import { Prisma, type Store } from '../generated/prisma/client.ts'
import { isForeignKeyViolation } from '../platform/database/foreign-key-violation.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { busy } from '../platform/problem.ts'
import { STORE_MAX_AGE_MS } from './store-directory.ts'

/** Rows that one statement deletes, so that nobody waits long for it. */
const BATCH = 1_000
/** Pictures whose files are removed, one by one, before their rows are. */
const PICTURES = 100
/** Each further one takes rows that requests and jobs have written meanwhile. */
const ROUNDS = 10

export interface StoreDeletion {
  services: Pick<Services, 'db' | 'stores' | 'media' | 'logger'>
  store: Pick<Store, 'id' | 'subdomain'>
  /** Told how many rows are gone, and how many there were to begin with. */
  onProgress?: (done: number, total: number) => void
}

/**
 * Deletes a store with all that it has, for good. It is closed first: nobody reaches it any more, its owner neither. Then
 * its rows go, a batch in each transaction, and the store itself last. A deletion that was broken off is continued by
 * another one.
 * @returns how many rows were deleted
 * @throws Problem UNAVAILABLE when the store keeps being written to
 */
export async function deleteStore(deletion: StoreDeletion): Promise<number> {
  const { services, store, onProgress = () => {} } = deletion
  await closeStore(deletion)
  const { tables, references } = await readTables(services.db.prisma)
  const total = await countRows(deletion, tables)
  let deleted = 0
  const progress = (count: number) => {
    deleted += count
    onProgress(Math.min(deleted, total), total)
  }
  for (let round = 1; ; round += 1) {
    await deleteJobs(deletion, progress)
    for (const { table, column } of references) await clearReferences(deletion, { table, column })
    try {
      await deletePictures(deletion, progress)
      for (const table of tables) await deleteRows(deletion, table, progress)
      await services.db.prisma.$executeRaw`DELETE FROM stores WHERE id = ${store.id}::uuid`
      break
    } catch (error) {
      // Something that a request or a job was still busy with was written after its table was empty.
      if (!isForeignKeyViolation(error)) throw error
      if (round === ROUNDS) throw busy(error)
      await wait(STORE_MAX_AGE_MS)
    }
  }
  services.stores.forget(store.subdomain)
  services.logger.info({ storeId: store.id, rows: deleted }, 'A store was deleted')
  return deleted
}

/** Switches the store off and takes its owner's keys, and waits until every process knows. */
async function closeStore({ services, store }: StoreDeletion): Promise<void> {
  await inTransaction(services.db.prisma, async (tx) => {
    await tx.store.updateMany({
      where: { id: store.id, active: true },
      data: { active: false, version: { increment: 1 } },
    })
    await tx.ownerKey.deleteMany({ where: { storeId: store.id } })
  })
  services.stores.forget(store.subdomain)
  await wait(2 * STORE_MAX_AGE_MS)
}

interface Reference {
  table: string
  column: string
}

/**
 * The tables of what stores have, those that refer to others before these, and the columns that refer to rows of their own
 * table: read from the catalogue, so that a new table is among them.
 */
async function readTables(prisma: Services['db']['prisma']): Promise<{ tables: string[]; references: Reference[] }> {
  const found = await prisma.$queryRaw<{ name: string }[]>`
    SELECT c.relname::text AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND a.attname = 'store_id' AND NOT a.attisdropped
    ORDER BY 1`
  const keys = await prisma.$queryRaw<{ from: string; to: string; column: string }[]>`
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

/** A name that was read from the catalogue. */
const named = (name: string): Prisma.Sql => Prisma.raw(`"${name}"`)

async function countRows({ services, store }: StoreDeletion, tables: readonly string[]): Promise<number> {
  let total = 0
  for (const table of tables) {
    const [row] = await services.db.prisma.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM ${named(table)} WHERE store_id = ${store.id}::uuid`
    total += row?.count ?? 0
  }
  return total
}

async function deleteRows({ services, store }: StoreDeletion, table: string, progress: (count: number) => void) {
  const rows = named(table)
  for (;;) {
    const count = await services.db.prisma.$executeRaw`
      DELETE FROM ${rows} WHERE store_id = ${store.id}::uuid AND ctid = ANY (ARRAY(
        SELECT ctid FROM ${rows} WHERE store_id = ${store.id}::uuid LIMIT ${BATCH}
      ))`
    if (count > 0) progress(count)
    if (count < BATCH) return
  }
}

/** Customers refer to those who have brought them: whom a batch deletes, none of another may refer to. */
async function clearReferences({ services, store }: StoreDeletion, { table, column }: Reference): Promise<void> {
  const [rows, reference] = [named(table), named(column)]
  for (;;) {
    const count = await services.db.prisma.$executeRaw`
      UPDATE ${rows} SET ${reference} = NULL WHERE store_id = ${store.id}::uuid AND ctid = ANY (ARRAY(
        SELECT ctid FROM ${rows} WHERE store_id = ${store.id}::uuid AND ${reference} IS NOT NULL LIMIT ${BATCH}
      ))`
    if (count < BATCH) return
  }
}

/** The files before their rows, which tell of them. What was made of them goes with time. */
async function deletePictures({ services, store }: StoreDeletion, progress: (count: number) => void): Promise<void> {
  for (;;) {
    const pictures = await services.db.prisma.picture.findMany({
      where: { storeId: store.id },
      orderBy: { id: 'asc' },
      take: PICTURES,
      select: { id: true },
    })
    for (const { id } of pictures) await services.media.remove(store.id, id)
    const where = { storeId: store.id, id: { in: pictures.map(({ id }) => id) } }
    progress((await services.db.prisma.picture.deleteMany({ where })).count)
    if (pictures.length < PICTURES) return
  }
}

/** Jobs that name the store. One that runs finds nothing. */
async function deleteJobs({ services, store }: StoreDeletion, progress: (count: number) => void): Promise<void> {
  for (const table of ['job', 'archive'].map((name) => Prisma.raw(`pgboss.${name}`))) {
    for (;;) {
      const count = await services.db.prisma.$executeRaw`
        DELETE FROM ${table} WHERE (name, id) IN (
          SELECT name, id FROM ${table} WHERE data->>'storeId' = ${store.id} LIMIT ${BATCH}
        )`
      if (count > 0) progress(0)
      if (count < BATCH) break
    }
  }
}
