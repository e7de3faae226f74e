import type { Caller } from '../../../api/admission/caller.ts'
import type { OwnerContext, Services } from '../../../api/context.ts'
import type { PictureCopy, Prisma } from '../../../generated/prisma/client.ts'
import { expired, olderThan } from '../../../platform/database/retention.ts'
import { lockName } from '../../../platform/database/row-lock.sql.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { DAY_MS } from '../../../platform/time.ts'
import { recordChange } from '../../history/record-change.ts'
import { CopyStatus, LinkStatus } from './copy-status.ts'

/** How long a copy and what has failed are kept. */
export const KEPT_MS = 30 * DAY_MS

export const pictureCopyRetention = olderThan('picture_copies', 'created_at', KEPT_MS)
export const linkedPictureRetention = expired('linked_pictures')

/** Without a run for so long, its job has failed for good. */
const LOST_MS = 15 * 60_000

export interface CopyScope {
  services: Pick<Services, 'db' | 'jobs' | 'clock'>
  store: Pick<OwnerContext['store'], 'id'>
  /** Left out for a user of the command line. */
  caller?: Pick<Caller, 'kind' | 'id'>
}

export interface CopyCounts {
  total: number
  copied: number
  failed: number
}

/**
 * Has a job copy all pictures that are linked at other hosts, also those that failed before. While one runs, that is
 * the answer.
 * @param afterSeconds when the job begins
 */
export const startPictureCopy = ({ services, store, caller }: CopyScope, afterSeconds = 0): Promise<PictureCopy> =>
  inTransaction(services.db.prisma, async (tx) => {
    const storeId = store.id
    await lockCopies(tx, storeId)
    const running = await tx.pictureCopy.findFirst({ where: { storeId, status: CopyStatus.RUNNING } })
    const now = services.clock()
    if (running && now.getTime() - running.ranAt.getTime() < LOST_MS) return running
    const begun = { status: CopyStatus.RUNNING, createdAt: now, ranAt: now }
    const copy = running
      ? await tx.pictureCopy.update({ where: keyOf(running), data: { ranAt: now } })
      : await tx.pictureCopy.create({ data: { storeId, ...startedBy(caller), ...begun } })
    await services.jobs.enqueue(tx, 'picture-copy', { storeId, copyId: copy.id }, afterSeconds)
    return copy
  })

/** What is copied already stays. Null when none runs. */
export const cancelPictureCopy = ({ services, store }: CopyScope): Promise<PictureCopy | null> =>
  inTransaction(services.db.prisma, async (tx) => {
    await lockCopies(tx, store.id)
    const running = await tx.pictureCopy.findFirst({ where: { storeId: store.id, status: CopyStatus.RUNNING } })
    if (running) await endCopy(tx, services, running, CopyStatus.CANCELLED)
    return running && tx.pictureCopy.findUniqueOrThrow({ where: keyOf(running) })
  })

/** The latest one. */
export const findPictureCopy = ({ services, store }: CopyScope): Promise<PictureCopy | null> =>
  services.db.prisma.pictureCopy.findFirst({
    where: { storeId: store.id },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })

/** Nothing happens when it has ended already. */
export async function endCopy(
  tx: Prisma.TransactionClient,
  services: Pick<Services, 'clock'>,
  copy: PictureCopy,
  status: CopyStatus,
): Promise<void> {
  const { count } = await tx.pictureCopy.updateMany({
    where: { storeId: copy.storeId, id: copy.id, status: CopyStatus.RUNNING },
    data: { status, endedAt: services.clock() },
  })
  const { copied } = await countLinks(tx, copy)
  if (count === 0 || copied === 0) return
  const { callerKind: kind, callerId: id } = copy
  const by = { store: { id: copy.storeId }, services, caller: kind && id ? { kind, id } : undefined }
  const detail = `${copied} pictures copied from other hosts`
  await recordChange(tx, by, { subject: 'PICTURE', action: 'IMPORTED', detail })
}

export async function countLinks(
  db: Pick<Prisma.TransactionClient, 'linkedPicture'>,
  { storeId, id }: Pick<PictureCopy, 'storeId' | 'id'>,
): Promise<CopyCounts> {
  const where = { storeId, copyId: id }
  const counted = await db.linkedPicture.groupBy({ by: ['status'], where, _count: true })
  const count = (status: LinkStatus) => counted.find((row) => row.status === status)?._count ?? 0
  const [copied, failed] = [count(LinkStatus.COPIED), count(LinkStatus.FAILED)]
  return { total: copied + failed + count(LinkStatus.WAITING), copied, failed }
}

/** Of each failure. */
const MOST_PRODUCTS = 5

export interface CopyFailure {
  url: string
  reason: string
  products: { id: string; name: string }[]
}

/** In the order of their addresses. */
export async function copyFailures(
  { services, store }: CopyScope,
  { id }: Pick<PictureCopy, 'id'>,
  most: number,
): Promise<CopyFailure[]> {
  const { prisma } = services.db
  const failed = await prisma.linkedPicture.findMany({
    where: { storeId: store.id, copyId: id, status: LinkStatus.FAILED },
    orderBy: [{ url: 'asc' }, { key: 'asc' }],
    take: most,
  })
  const idsOf = ({ productIds }: { productIds: string[] }) => productIds.slice(0, MOST_PRODUCTS)
  const ids = [...new Set(failed.flatMap(idsOf))]
  const products = await prisma.product.findMany({
    where: { storeId: store.id, id: { in: ids } },
    select: { id: true, name: true },
  })
  const byId = new Map(products.map((product) => [product.id, product]))
  return failed.map((link) => ({
    ...{ url: link.url, reason: link.reason },
    products: idsOf(link).flatMap((product) => byId.get(product) ?? []),
  }))
}

const startedBy = (caller: CopyScope['caller']) => ({ callerKind: caller?.kind ?? null, callerId: caller?.id ?? null })

const keyOf = ({ storeId, id }: PictureCopy) => ({ storeId_id: { storeId, id } })

const lockCopies = (tx: Prisma.TransactionClient, storeId: string) => lockName(tx, `picture copies ${storeId}`)
