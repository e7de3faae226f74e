import { setTimeout as wait } from 'node:timers/promises'
import type { Store } from '../generated/prisma/client.ts'
import type { Services } from '../graphql/context.ts'
import { isForeignKeyViolation } from '../platform/database/errors/key-violation.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { deleteAllJobs } from '../platform/jobs/stored-jobs.sql.ts'
import { busy } from '../platform/problem.ts'
import { clearBatch, countRows, deleteBatch, type Reference, readTables } from './delete-store.sql.ts'
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
  const total = await countRows(services.db.prisma, store.id, tables)
  let deleted = 0
  const progress = (count: number) => {
    deleted += count
    onProgress(Math.min(deleted, total), total)
  }
  for (let round = 1; ; round += 1) {
    // A job that runs finds nothing.
    await deleteAllJobs(services.db.prisma, store.id, { batch: BATCH, onBatch: () => progress(0) })
    for (const reference of references) await clearReferences(deletion, reference)
    try {
      await deletePictures(deletion, progress)
      for (const table of tables) await deleteRows(deletion, table, progress)
      await services.db.prisma.store.deleteMany({ where: { id: store.id } })
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

async function deleteRows({ services, store }: StoreDeletion, table: string, progress: (count: number) => void) {
  for (;;) {
    const count = await deleteBatch(services.db.prisma, store.id, table, BATCH)
    if (count > 0) progress(count)
    if (count < BATCH) return
  }
}

/** Customers refer to those who have brought them: whom a batch deletes, none of another may refer to. */
async function clearReferences({ services, store }: StoreDeletion, reference: Reference): Promise<void> {
  for (;;) if ((await clearBatch(services.db.prisma, store.id, reference, BATCH)) < BATCH) return
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
