import { z } from 'zod'
import type { Caller } from '../../../../api/admission/caller.ts'
import type { OwnerContext } from '../../../../api/context.ts'
import { Prisma, type ProductImport } from '../../../../generated/prisma/client.ts'
import { olderThan } from '../../../../platform/database/retention.ts'
import { lockName } from '../../../../platform/database/row-lock.sql.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { labelledText } from '../../../../platform/input/labelled-text.ts'
import { inputRules, parseInput } from '../../../../platform/input/parse-input.ts'
import { Problem } from '../../../../platform/problem.ts'
import { DAY_MS } from '../../../../platform/time.ts'
import { isUuid } from '../../../../platform/uuid.ts'
import { readTaxClasses } from '../tax-classes.ts'
import { otherImport } from '../write-list.ts'
import { partCount, partLength, partsOf } from './import-parts.ts'
import { type ImportStatus, running, waiting } from './import-status.ts'
import { writePart } from './part-bytes.sql.ts'
import type { StoredReport } from './stored-report.ts'

export const MOST_FILE_BYTES = 200_000_000
/** A million rows would not fit into the memory of a small server. */
export const MOST_FILE_ROWS = 250_000

export const productImportRetention = olderThan('product_imports', 'created_at', 30 * DAY_MS)
export const productImportPartRetention = olderThan('product_import_parts', 'created_at', DAY_MS)

type Scope = Pick<OwnerContext, 'services' | 'store' | 'caller'>

const newImport = inputRules({
  required: ['fileName'],
  missing: 'Name the file.',
  fields: {
    fileName: labelledText({ label: 'The file name', max: 255, min: 1, trim: true }),
    fileBytes: z
      .int()
      .min(1, 'The file is empty.')
      .max(MOST_FILE_BYTES, `A file can have at most ${MOST_FILE_BYTES / 1_000_000} MB.`),
  },
})

/** Takes the place of an import that waits for its owner. @throws Problem BAD_USER_INPUT; CONFLICT during another import */
export async function startProductImport(
  { services, store, caller }: Scope,
  input: { fileName: string; fileBytes: number },
): Promise<ProductImport> {
  const { fileName, fileBytes } = parseInput(newImport, input)
  const storeId = store.id
  const now = services.clock()
  return inTransaction(services.db.prisma, async (tx) => {
    await lockProductImports(tx, storeId)
    if (await tx.productImport.findFirst({ where: { storeId, status: { in: running } } })) throw otherImport()
    const left = await tx.productImport.findMany({ where: { storeId, status: { in: waiting } } })
    for (const one of left) await end(tx, one, 'CANCELLED', now)
    const data = { storeId, status: 'UPLOADING' as const, fileName, fileBytes, ...startedBy(caller), createdAt: now }
    return tx.productImport.create({ data })
  })
}

/** The same part may be sent again. @throws Problem NOT_FOUND; CONFLICT when the file is not awaited any more */
export async function storePart({ services, store }: Scope, id: string, number: number, bytes: Buffer): Promise<void> {
  await inTransaction(services.db.prisma, async (tx) => {
    const found = await getProductImport(tx, store.id, id)
    if (found.status !== 'UPLOADING') throw changedMeanwhile('This upload has ended. Choose the file again.')
    const expected = partLength(found.fileBytes, number)
    if (expected === 0 || bytes.length !== expected) {
      throw new Problem('BAD_USER_INPUT', `Part ${number} must have ${expected} bytes, found ${bytes.length}.`)
    }
    await writePart(tx, { ...partsOf(found, 'FILE'), number }, bytes, services.clock())
  })
}

export interface ImportChoices {
  setStock?: boolean | null | undefined
  allowFree?: boolean | null | undefined
  taxClasses?: readonly { name: string; percent: string }[] | null | undefined
}

/** Has a job check the uploaded file; nothing is stored yet. @throws Problem NOT_FOUND; CONFLICT; BAD_USER_INPUT */
export async function checkProductImport(
  scope: Scope,
  { id, setStock, allowFree, taxClasses }: ImportChoices & { id: string },
): Promise<ProductImport> {
  const rates = (taxClasses ?? []).map(({ name, percent }) => `${name}:${percent}`).join(',')
  if (rates !== '' && !readTaxClasses(rates)) {
    throw new Problem('BAD_USER_INPUT', 'Give each tax class a rate in percent, such as 5 or 5.5.', {
      field: 'taxClasses',
    })
  }
  return begin(scope, id, waiting, async (tx, found) => {
    const sent = await tx.productImportPart.count({ where: partsOf(found, 'FILE') })
    const all = partCount(found.fileBytes)
    if (sent < all) throw new Problem('BAD_USER_INPUT', `Only ${sent} of ${all} parts of the file are there.`)
    return {
      ...{ status: 'CHECKING', report: Prisma.DbNull },
      ...{ setStock: setStock === true, allowFree: allowFree === true, taxClasses: rates },
    }
  })
}

/** Has a job import what was checked. @throws Problem NOT_FOUND; CONFLICT; BAD_USER_INPUT for mistakes */
export const applyProductImport = (
  scope: Scope,
  { id, leaveOut }: { id: string; leaveOut?: boolean | null | undefined },
): Promise<ProductImport> =>
  begin(scope, id, ['CHECKED'], async (tx, found) => {
    const report = reportOf(found)
    if (!report || report.added + report.changed === 0)
      throw new Problem('BAD_USER_INPUT', 'Nothing of this file can be imported.')
    if (report.mistakeCount > 0 && !leaveOut) {
      throw new Problem(
        'BAD_USER_INPUT',
        'The file has mistakes: correct them, or leave out the products that have one.',
        { field: 'leaveOut' },
      )
    }
    if ((await tx.productImportPart.count({ where: partsOf(found, 'FILE') })) < partCount(found.fileBytes))
      throw new Problem('BAD_USER_INPUT', 'The file is kept for a day only. Upload it again.')
    return { status: 'IMPORTING' }
  })

/** What is stored already stays. An import that has ended stays as it is. @throws Problem NOT_FOUND */
export async function cancelProductImport({ services, store }: Scope, id: string): Promise<ProductImport> {
  return inTransaction(services.db.prisma, async (tx) => {
    await lockProductImports(tx, store.id)
    const found = await getProductImport(tx, store.id, id)
    return found.endedAt ? found : end(tx, found, 'CANCELLED', services.clock())
  })
}

/** The latest one when no id is given. */
export async function findProductImport({ services, store }: Scope, id?: string | null): Promise<ProductImport | null> {
  if (id && !isUuid(id)) return null
  return services.db.prisma.productImport.findFirst({
    where: { storeId: store.id, ...(id && { id }) },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
}

/** @throws Problem NOT_FOUND */
export async function getProductImport(
  db: Pick<Prisma.TransactionClient, 'productImport'>,
  storeId: string,
  id: string,
): Promise<ProductImport> {
  const found = isUuid(id) ? await db.productImport.findFirst({ where: { storeId, id } }) : null
  if (!found) throw new Problem('NOT_FOUND', 'Import not found')
  return found
}

// The column holds nothing but what this module's job writes.
export const reportOf = ({ report }: ProductImport): StoredReport | null => report as StoredReport | null

export async function end(
  tx: Prisma.TransactionClient,
  { storeId, id }: Pick<ProductImport, 'storeId' | 'id'>,
  status: ImportStatus,
  now: Date,
): Promise<ProductImport> {
  await tx.productImportPart.deleteMany({ where: partsOf({ storeId, id }, 'FILE') })
  const data = { status, endedAt: now, runId: null, leasedUntil: null }
  return tx.productImport.update({ where: { storeId_id: { storeId, id } }, data })
}

async function begin(
  { services, store, caller }: Scope,
  id: string,
  from: ImportStatus[],
  change: (
    tx: Prisma.TransactionClient,
    found: ProductImport,
  ) => Promise<Prisma.ProductImportUncheckedUpdateInput & { status: ImportStatus }>,
): Promise<ProductImport> {
  return inTransaction(services.db.prisma, async (tx) => {
    await lockProductImports(tx, store.id)
    const found = await getProductImport(tx, store.id, id)
    if (!from.some((status) => status === found.status))
      throw changedMeanwhile(
        running.some((status) => status === found.status)
          ? 'This import is running already.'
          : 'This import has ended. Choose the file again.',
      )
    const data = { ...(await change(tx, found)), progress: 0, tries: 0, failure: '', ...startedBy(caller) }
    await services.jobs.enqueue(tx, 'product-import', { storeId: store.id, importId: found.id })
    return tx.productImport.update({ where: { storeId_id: { storeId: store.id, id: found.id } }, data })
  })
}

const startedBy = ({ kind, id }: Caller) => ({ callerKind: kind, ownerKeyId: id })

const lockProductImports = (tx: Prisma.TransactionClient, storeId: string) => lockName(tx, `product imports ${storeId}`)

const changedMeanwhile = (message: string) => new Problem('CONFLICT', message, { reason: 'OUTDATED_VERSION' })
