import type { LinkedPicture, PictureCopy, Prisma, Store } from '../../../generated/prisma/client.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { type CopyServices, copyPicture } from './copy-picture.ts'
import { CopyStatus, LinkStatus } from './copy-status.ts'
import { findLinks } from './find-links.ts'
import { createLostHosts, type LostHosts } from './lost-hosts.ts'
import { countLinks, endCopy } from './picture-copies.ts'

interface Named {
  storeId: string
  copyId: string
}

/** Shorter than the time after which the job queue counts a run as dead, by what its last pictures may take. */
const LONGEST_RUN_MS = 30_000
/** In one run: each may hold a whole file in memory. */
const AT_ONCE = 2
/** Longer than a fetch, the wait for the picture maker, and its work together. */
const LEASE_MS = 150_000
/** While what is left is on its way in another process, or its host wants to be left alone. */
const PAUSE_SECONDS = 5

/** A run of the job, which queues the next one until all is done. */
export function createPictureCopying(services: CopyServices): (of: Named, signal: AbortSignal) => Promise<void> {
  const hosts = createLostHosts()
  return async (named, signal) => {
    const next = await runPictureCopy(services, named, { hosts, signal })
    if (next === 'ended') return
    await inTransaction(services.db.prisma, (tx) => services.jobs.enqueue(tx, 'picture-copy', named, next))
  }
}

/**
 * Copies what waits, for a while. Pictures are claimed one by one, so that several runs, in any process, share the work.
 * @returns in how many seconds to go on
 */
export async function runPictureCopy(
  services: CopyServices,
  named: Named,
  { hosts, signal }: { hosts: LostHosts; signal: AbortSignal },
): Promise<number | 'ended'> {
  const { prisma } = services.db
  const end = performance.now() + LONGEST_RUN_MS
  const find = () => findRunning(services, named)
  const begun = await find()
  if (!begun) return 'ended'
  const where = { storeId: named.storeId, id: named.copyId }
  await prisma.pictureCopy.updateMany({ where, data: { ranAt: services.clock() } })
  if (!begun.copy.searched) {
    await findLinks(services, begun.copy, signal)
    await prisma.pictureCopy.updateMany({ where, data: { searched: true } })
  }

  // Else the pictures that wait would use up their tries at a host that counts requests.
  let pause = 0
  const work = async (): Promise<void> => {
    while (pause === 0 && performance.now() < end && !signal.aborted) {
      const running = await find()
      const link = running && (await claim(services, named))
      if (!link) return
      const { store } = running
      const asked = await copyPicture({ services, store, hosts, signal }, link)
      pause = Math.max(pause, asked)
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, work))
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
  if (signal.aborted) return 0
  const next = await finish(services, named, signal)
  return next === 'ended' ? next : Math.max(next, pause)
}

async function finish(services: CopyServices, named: Named, signal: AbortSignal): Promise<number | 'ended'> {
  const running = await findRunning(services, named)
  if (!running) return 'ended'
  const { copy } = running
  const isLeft = async () => {
    const { total, copied, failed } = await countLinks(services.db.prisma, copy)
    return total > copied + failed
  }
  if (!(await isLeft())) {
    // Somebody may have linked more pictures while these were copied.
    await findLinks(services, copy, signal)
    if (!(await isLeft())) {
      await inTransaction(services.db.prisma, (tx) => endCopy(tx, services, copy, CopyStatus.DONE))
      return 'ended'
    }
  }
  return (await services.db.prisma.linkedPicture.findFirst({ where: due(services, named) })) ? 0 : PAUSE_SECONDS
}

async function findRunning(
  { db: { prisma } }: CopyServices,
  { storeId, copyId }: Named,
): Promise<{ copy: PictureCopy; store: Store } | null> {
  const copy = await prisma.pictureCopy.findFirst({
    where: { storeId, id: copyId, status: CopyStatus.RUNNING },
    include: { store: true },
  })
  return copy && { copy, store: copy.store }
}

const due = ({ clock }: CopyServices, { storeId, copyId }: Named): Prisma.LinkedPictureWhereInput => ({
  ...{ storeId, copyId, status: LinkStatus.WAITING },
  OR: [{ notBefore: null }, { notBefore: { lte: clock() } }],
})

/** Null when nothing is due. */
async function claim(services: CopyServices, named: Named): Promise<LinkedPicture | null> {
  const { prisma } = services.db
  for (;;) {
    const isDue = due(services, named)
    const candidates = await prisma.linkedPicture.findMany({ where: isDue, orderBy: { key: 'asc' }, take: AT_ONCE })
    if (candidates.length === 0) return null
    const notBefore = new Date(services.clock().getTime() + LEASE_MS)
    for (const link of candidates) {
      const where = { ...isDue, key: link.key }
      if ((await prisma.linkedPicture.updateMany({ where, data: { notBefore } })).count > 0) return link
    }
  }
}
