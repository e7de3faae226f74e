import { randomUUID } from 'node:crypto'
import type { Services } from '../../../../api/context.ts'
import type { Prisma, ProductImport } from '../../../../generated/prisma/client.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { Problem } from '../../../../platform/problem.ts'
import { type ImportStatus, running } from './import-status.ts'
import { end } from './product-imports.ts'
import type { StoredReport } from './stored-report.ts'

type LeaseServices = Pick<Services, 'db' | 'jobs' | 'clock' | 'logger'>
type Named = { storeId: string; importId: string }

const LEASE_SECONDS = 60
const BEAT_MS = 1_000
const RETRY_SECONDS = 15
/** Runs without anything new stored. */
const MOST_TRIES = 8

/** Only one of these is read into memory at once in a process, and leaves room for those of other stores. */
const LARGE_BYTES = 16 * 1024 * 1024
let isReadingLarge = false

/** Another run has taken it over, or its owner has cancelled it. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
}

export interface ImportLease {
  /** Aborted when the process stops, or the import was cancelled. */
  signal: AbortSignal
  /** Finds the import while this run has it. */
  held: Prisma.ProductImportWhereInput
  progress(percent: number): void
  finish(status: ImportStatus, report: StoredReport): Promise<void>
}

/** Runs the work in one process at a time. Should that process die, a job that waits for the end of its lease goes on. */
export async function withLease(
  services: LeaseServices,
  named: Named,
  signal: AbortSignal,
  work: (found: ProductImport, lease: ImportLease) => Promise<void>,
): Promise<void> {
  const { db, jobs } = services
  const waiting = await db.prisma.productImport.findFirst({ where: isToRun(named), select: { fileBytes: true } })
  if (!waiting) return
  if (waiting.fileBytes <= LARGE_BYTES) return runLeased(services, named, signal, work)
  if (isReadingLarge) {
    return inTransaction(db.prisma, (tx) => jobs.enqueue(tx, 'product-import', named, RETRY_SECONDS))
  }
  // Before anything is awaited: another claim may be on its way.
  isReadingLarge = true
  try {
    await runLeased(services, named, signal, work)
  } finally {
    isReadingLarge = false
  }
}

async function runLeased(
  services: LeaseServices,
  named: Named,
  signal: AbortSignal,
  work: (found: ProductImport, lease: ImportLease) => Promise<void>,
): Promise<void> {
  const found = await claim(services, named)
  if (!found) return
  const stop = new AbortController()
  const lease = openLease(services, found, AbortSignal.any([signal, stop.signal]))
  const beat = setInterval(() => {
    lease.beat().then(
      (isHeld) => isHeld || stop.abort(new Stopped()),
      (error: unknown) => services.logger.warn({ err: error }, 'Could not prolong the lease of an import'),
    )
  }, BEAT_MS)
  try {
    await work(found, lease)
  } catch (error) {
    if (error instanceof Stopped) return
    await putBack(services, named, found, error, signal.aborted)
  } finally {
    clearInterval(beat)
  }
}

const isToRun = ({ storeId, importId }: Named) => ({ storeId, id: importId, status: { in: running } })

/** Null when another run has it, or it is not to be run. */
async function claim(services: LeaseServices, named: Named): Promise<ProductImport | null> {
  const { db, jobs, clock } = services
  const where = isToRun(named)
  return inTransaction(db.prisma, async (tx) => {
    if (!(await tx.productImport.findFirst({ where, select: { id: true } }))) return null
    // In any case: for the end of this lease or of another's.
    await jobs.enqueue(tx, 'product-import', named, LEASE_SECONDS + 1)
    const now = clock()
    const { count } = await tx.productImport.updateMany({
      where: { ...where, OR: [{ leasedUntil: null }, { leasedUntil: { lte: now } }] },
      data: { runId: randomUUID(), leasedUntil: later(now), tries: { increment: 1 } },
    })
    return count === 0 ? null : tx.productImport.findFirst({ where })
  })
}

function openLease({ db: { prisma }, clock }: LeaseServices, found: ProductImport, signal: AbortSignal) {
  const { storeId, id, runId, status } = found
  const held = { storeId, id, runId, status }
  let percent = 0
  return {
    signal,
    held,
    progress(reached: number) {
      percent = Math.min(99, Math.floor(reached))
    },
    async beat(): Promise<boolean> {
      const data = { progress: percent, leasedUntil: later(clock()) }
      return (await prisma.productImport.updateMany({ where: held, data })).count > 0
    },
    finish: (next: ImportStatus, report: StoredReport) =>
      inTransaction(prisma, async (tx) => {
        // JSON columns take plain objects, which this is.
        const data = { report: report as unknown as Prisma.InputJsonObject, status: next, progress: 100 }
        const { count } = await tx.productImport.updateMany({
          where: held,
          data: { ...data, runId: null, leasedUntil: null },
        })
        if (count === 0) throw new Stopped()
        if (next === 'DONE') await end(tx, found, next, clock())
      }),
  }
}

/** To be tried again soon, or failed for good. */
async function putBack(
  { db, jobs, clock, logger }: LeaseServices,
  named: Named,
  found: ProductImport,
  error: unknown,
  isStopping: boolean,
): Promise<void> {
  const isMistake = error instanceof Problem && error.code === 'BAD_USER_INPUT'
  const isOver = isMistake || (!isStopping && found.tries >= MOST_TRIES)
  if (!isMistake && !isStopping) logger.warn({ err: error, importId: found.id }, 'A run of an import has failed')
  await inTransaction(db.prisma, async (tx) => {
    const { storeId, id, runId } = found
    const where = { storeId, id, runId, status: { in: running } }
    const failure = error instanceof Problem ? error.message : 'The service could not finish this import.'
    const data = { runId: null, leasedUntil: null, ...(isOver && { failure }) }
    const { count } = await tx.productImport.updateMany({ where, data })
    if (count === 0) return
    if (isOver) await end(tx, found, 'FAILED', clock())
    else await jobs.enqueue(tx, 'product-import', named, isStopping ? 0 : RETRY_SECONDS)
  })
}

const later = (now: Date): Date => new Date(now.getTime() + LEASE_SECONDS * 1_000)
