import { setTimeout as wait } from 'node:timers/promises'
import type { Services } from '../../api/context.ts'
import type { Prisma, Store } from '../../generated/prisma/client.ts'
import { isForeignKeyViolation } from '../../platform/database/errors/key-violation.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { deleteAllJobs } from '../../platform/jobs/stored-jobs.sql.ts'
import { busy } from '../../platform/problem.ts'
import { clearBatch, countRows, deleteBatch, type Reference, readTables } from './delete-store.sql.ts'
import { STORE_MAX_AGE_MS } from './store-directory.ts'

/** Keeps each statement short. */
const BATCH = 1_000
/** Files are removed one by one before their rows. */
const PICTURES = 100
/** Each further one takes rows written meanwhile. */
const ROUNDS = 10

export interface StoreDeletion {
  services: Pick<Services, 'db' | 'stores' | 'media' | 'logger'>
  store: Pick<Store, 'id' | 'subdomain'>
  onProgress?: (done: number, total: number) => void
}

/**
 * Closes the store for everyone, then deletes its rows in batches, and itself last. A further call continues a deletion
 * that was interrupted. @returns how many rows were deleted @throws Problem UNAVAILABLE while it is written to
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
    // A running job finds nothing.
    await deleteAllJobs(services.db.prisma, store.id, { batch: BATCH, onBatch: () => progress(0) })
    for (const reference of references) await clearReferences(deletion, reference)
    try {
      await deletePictures(deletion, progress)
      for (const table of tables) await deleteRows(deletion, table, progress)
      await services.db.prisma.store.deleteMany({ where: { id: store.id } })
      // A request that was under way may have invited somebody.
      await endRoles(services.db.prisma, store)
      break
    } catch (error) {
      // A request or a job wrote to a table that was already empty.
      if (!isForeignKeyViolation(error)) throw error
      if (round === ROUNDS) throw busy(error)
      await wait(STORE_MAX_AGE_MS)
    }
  }
  services.stores.forget(store.subdomain)
  services.logger.info({ storeId: store.id, rows: deleted }, 'A store was deleted')
  return deleted
}

/** Waits until every process knows. */
async function closeStore({ services, store }: StoreDeletion): Promise<void> {
  await inTransaction(services.db.prisma, async (tx) => {
    await tx.store.updateMany({
      where: { id: store.id, active: true },
      data: { active: false, version: { increment: 1 } },
    })
    await tx.ownerKey.deleteMany({ where: { storeId: store.id } })
    // Invitations first: whoever is accepting one is waited for, and then a member.
    await endRoles(tx, store)
  })
  services.stores.forget(store.subdomain)
  await wait(2 * STORE_MAX_AGE_MS)
}

async function endRoles(
  { invitation, membership }: Pick<Prisma.TransactionClient, 'invitation' | 'membership'>,
  { id: ofStore }: Pick<Store, 'id'>,
): Promise<void> {
  await invitation.deleteMany({ where: { ofStore } })
  await membership.deleteMany({ where: { ofStore } })
}

async function deleteRows({ services, store }: StoreDeletion, table: string, progress: (count: number) => void) {
  for (;;) {
    const count = await deleteBatch(services.db.prisma, store.id, table, BATCH)
    if (count > 0) progress(count)
    if (count < BATCH) return
  }
}

/** A customer must not refer to one who brought them and is in a batch that is deleted. */
async function clearReferences({ services, store }: StoreDeletion, reference: Reference): Promise<void> {
  for (;;) if ((await clearBatch(services.db.prisma, store.id, reference, BATCH)) < BATCH) return
}

/** Files before their rows, which name them. Resized pictures expire by themselves. */
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
