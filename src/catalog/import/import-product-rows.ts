import { setImmediate } from 'node:timers/promises'
import type { Services } from '../../gateway/context.ts'
import type { Store } from '../../generated/prisma/client.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { isUniqueViolation } from '../../platform/database/unique-violation.ts'
import { describeIssues } from '../../platform/input/issues.ts'
import { Problem } from '../../platform/problem.ts'
import { chunks, momentOf } from '../../stores/import-run.ts'
import { productChangeSchema } from '../product-change.ts'
import { checkProduct } from '../product-checks.ts'
import { draftJson, type ProductDraft, type ProductDrafts, type RowMistake, repeatedVariants } from './product-rows.ts'
import {
  type CheckedProduct,
  type ImportReport,
  locate,
  noReport,
  otherImport,
  tryList,
  writeList,
} from './write-list.ts'

export interface ImportOptions {
  /** Whether stock is set on what is there already, too; else only on what is new. */
  setStock?: boolean
  /** Whether nothing is stored: the report tells what would be. */
  dryRun?: boolean
  /** Told how many products are done, those that are only checked among them. */
  onProgress?: (done: number, total: number) => void
  /** How long each of its transactions may take. */
  timeoutMs?: number
}

/** So many products are checked, or written in one transaction, before others get their turn: in the process, and at the rows. */
const CHECKED_AT_ONCE = 100
const WRITTEN_AT_ONCE = 100
const MAX_WAIT_MS = 30_000
const TIMEOUT_MS = 60_000

/** Stores that this process imports products into. */
const importing = new Set<string>()

/**
 * Adds products to a store and changes those that are there, by slug: all of them, or none when one is refused. They are
 * all tried first, which locks nothing, and then written some at a time, so that buyers wait for none for long.
 * @throws Problem CONFLICT while another import into the store runs; CONFLICT or UNAVAILABLE, which says what is stored,
 * when something comes between two transactions of a long list
 */
export async function importProductRows(
  { prisma, clock }: Pick<Services, 'prisma' | 'clock'>,
  store: Store,
  drafts: ProductDrafts,
  { setStock = false, dryRun = false, onProgress = () => {}, timeoutMs = TIMEOUT_MS }: ImportOptions = {},
): Promise<ImportReport> {
  const products = [...drafts.bySlug.values()]
  const total = 2 * products.length
  const { checked, mistakes } = await check(store.currency, products, (done) => onProgress(done, total))
  mistakes.push(...drafts.mistakes)

  const now = clock()
  const run = { store, setStock, now }
  const tried = await inParts(
    checked,
    (part) => tryList(prisma, part.entries, run),
    () => {},
  )
  // Those without a mistake are tried beside others, too: whoever mends a list wants to know of all of it.
  mistakes.push(...tried.mistakes)
  if (mistakes.length > 0) return refusal(drafts, mistakes)
  if (dryRun) return tried

  if (importing.has(store.id)) throw otherImport()
  importing.add(store.id)
  try {
    return await inParts(
      checked,
      ({ start, entries }) =>
        inTransaction(
          prisma,
          (tx) => writeList(tx, entries, { ...run, now: momentOf({ now }, start), isFirst: start === 0 }),
          // Somebody created one of them at the same moment: the next attempt finds it.
          (error) => isUniqueViolation(error, 'slug'),
          { maxWait: MAX_WAIT_MS, timeout: timeoutMs },
        ).catch((error: unknown) => {
          throw start > 0 && error instanceof Problem ? brokenOff(error, start, checked.length) : error
        }),
      (done) => onProgress(products.length + done, total),
    )
  } finally {
    importing.delete(store.id)
  }
}

type Part = { start: number; entries: readonly CheckedProduct[] }

/** What has become of all parts of a list together. */
async function inParts(
  checked: readonly CheckedProduct[],
  work: (part: Part) => Promise<ImportReport>,
  onProgress: (done: number) => void,
): Promise<ImportReport> {
  const report = noReport()
  for (const part of chunks(checked, WRITTEN_AT_ONCE)) {
    const { added, changed, unchanged, mistakes } = await work(part)
    report.added.push(...added)
    report.changed.push(...changed)
    report.unchanged.push(...unchanged)
    report.mistakes.push(...mistakes)
    onProgress(part.start + part.entries.length)
  }
  return report
}

/** Why the rest of a list is not stored. */
const brokenOff = (cause: Problem, stored: number, all: number) =>
  new Problem(cause.code, `${stored} of ${all} products are stored, then: ${cause.message} Send the list again.`, {
    cause,
    ...(cause.retryAfter && { retryAfter: cause.retryAfter }),
  })

/** What can be told without the store's own products, by the rules of bundles. */
async function check(currency: string, products: readonly ProductDraft[], onProgress: (done: number) => void) {
  const schema = productChangeSchema(currency).required({ slug: true })
  const checked: CheckedProduct[] = []
  const mistakes: RowMistake[] = []
  for (const [index, product] of products.entries()) {
    if (index % CHECKED_AT_ONCE === 0) {
      onProgress(index)
      await setImmediate()
    }
    const json = draftJson(product)
    const parsed = schema.safeParse(json, { reportInput: true })
    const issues = [...describeIssues(parsed.error?.issues ?? []), ...checkProduct([], json)]
    const repeated = repeatedVariants(product)
    const isRepeated = new Set(repeated.map(({ line }) => line))
    const located = issues
      .map((issue) => locate(product, issue))
      .filter(({ line, field }) => !(field === 'options' && isRepeated.has(line)))
    mistakes.push(...repeated, ...located)
    if (parsed.success && repeated.length + located.length === 0) checked.push({ product, entry: parsed.data })
  }
  return { checked, mistakes }
}

/** Each product with a mistake, and each row that belongs to none. */
function refusal({ firstLines }: ProductDrafts, mistakes: RowMistake[]): ImportReport {
  const refused = new Set(mistakes.map(({ line }) => firstLines.get(line) ?? line))
  return {
    ...noReport(),
    refused: [...refused].sort((a, b) => a - b),
    mistakes: mistakes.toSorted((a, b) => a.line - b.line),
  }
}
