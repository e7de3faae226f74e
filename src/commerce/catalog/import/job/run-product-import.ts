import type { Services } from '../../../../api/context.ts'
import type { ProductImport, Store } from '../../../../generated/prisma/client.ts'
import { Problem } from '../../../../platform/problem.ts'
import { importProductRows } from '../import-product-rows.ts'
import { type ReadDrafts, readDrafts } from '../read-drafts.ts'
import { refusedRows } from '../refused-rows.ts'
import { readTaxClasses } from '../tax-classes.ts'
import { type ImportLease, Stopped, withLease } from './import-lease.ts'
import { partCount, readParts, writeParts } from './import-parts.ts'
import { MOST_FILE_ROWS, reportOf } from './product-imports.ts'
import { mistakesIn, type StoredReport, storedReport, unreadable } from './stored-report.ts'

type RunServices = Pick<Services, 'db' | 'jobs' | 'stores' | 'clock' | 'logger'>

/** Reading the file, of the whole; in percent. */
const READ = 25

/** Checks or imports the file. A run that is cut off is taken up by another one, where it had stored. */
export const runProductImport = (
  services: RunServices,
  of: { storeId: string; importId: string },
  signal: AbortSignal,
): Promise<void> =>
  withLease(services, of, signal, async (found, lease) => {
    const store = await services.db.prisma.store.findUniqueOrThrow({ where: { id: found.storeId } })
    const read = await readFile(services, store, found, lease)
    if (read.unreadable) return lease.finish('CHECKED', unreadable(read.drafts, read.unreadable))
    await (found.status === 'CHECKING' ? check : importFile)({ services, store, found, lease }, read)
  })

interface Run {
  services: RunServices
  store: Store
  found: ProductImport
  lease: ImportLease
}

const readFile = (
  { db: { prisma } }: RunServices,
  store: Store,
  found: ProductImport,
  lease: ImportLease,
): Promise<ReadDrafts> => {
  const parts = partCount(found.fileBytes)
  const bytes = readParts(prisma, found, 'FILE', (number) => {
    lease.signal.throwIfAborted()
    lease.progress((READ * number) / parts)
  })
  return readDrafts(store, bytes, {
    mostRows: MOST_FILE_ROWS,
    tooMany: () => new Problem('BAD_USER_INPUT', `The file has more than ${MOST_FILE_ROWS.toLocaleString('en')} rows.`),
    setStock: found.setStock,
    taxRates: readTaxClasses(found.taxClasses) ?? new Map(),
    taxHint: 'give it below',
  })
}

const optionsOf = ({ found: { setStock, allowFree, callerKind, ownerKeyId }, lease }: Run) => ({
  ...{ setStock, allowFree, skipMistakes: true, plainLineEnds: true },
  allowFreeName: '“Sale prices of 0 are meant”',
  caller: { kind: callerKind, id: ownerKeyId },
  signal: lease.signal,
  onProgress: (done: number, total: number) => lease.progress(READ + ((100 - READ) * done) / total),
})

async function check(run: Run, { drafts, ...rest }: ReadDrafts): Promise<void> {
  const { services, store, lease } = run
  const report = await importProductRows(services, store, drafts, { ...optionsOf(run), dryRun: true })
  await storeRefused(run, drafts, report)
  await lease.finish('CHECKED', storedReport(drafts, report, rest))
}

async function importFile(run: Run, { drafts, ...rest }: ReadDrafts): Promise<void> {
  const { services, store, found, lease } = run
  const report = await importProductRows(services, store, drafts, {
    ...optionsOf(run),
    stored: {
      to: found.storedTo,
      async onBatch(tx, { to, added, changed }) {
        const { count } = await tx.productImport.updateMany({
          where: lease.held,
          data: { storedTo: to, added: { increment: added }, changed: { increment: changed }, tries: 0 },
        })
        if (count === 0) throw new Stopped()
      },
    },
  })
  await storeRefused(run, drafts, report)
  const { added, changed } = await services.db.prisma.productImport.findFirstOrThrow({ where: lease.held })
  const refused = new Set(report.refused)
  const { read = [] } = reportOf(found) ?? {}
  const done: StoredReport = {
    ...storedReport(drafts, report, rest),
    ...{ added, changed, unchanged: drafts.products.length - refused.size - added - changed },
    ...mistakesIn(report.mistakes),
    // An earlier run may have stored some of them.
    read: read.map((product) => (refused.has(product.line) ? { ...product, outcome: 'REFUSED' } : product)),
  }
  await lease.finish('DONE', done)
}

type Report = Awaited<ReturnType<typeof importProductRows>>

async function storeRefused({ services, found }: Run, drafts: ReadDrafts['drafts'], report: Report): Promise<void> {
  const { prisma } = services.db
  const bytes = report.refused.length > 0 ? readParts(prisma, found, 'FILE') : noBytes()
  const rows = refusedRows(bytes, drafts, report)
  await writeParts(prisma, found, 'REFUSED', rows, services.clock())
}

async function* noBytes(): AsyncGenerator<Uint8Array> {}
