import { setImmediate } from 'node:timers/promises'
import type { Caller } from '../../../api/admission/caller.ts'
import type { Services } from '../../../api/context.ts'
import type { Prisma, Store } from '../../../generated/prisma/client.ts'
import { isUniqueViolation } from '../../../platform/database/errors/key-violation.ts'
import { describeIssues } from '../../../platform/input/issues.ts'
import { Problem } from '../../../platform/problem.ts'
import { importEntry } from '../../history/record-change.ts'
import { changeContent } from '../../stores/change-content.ts'
import { chunks, momentOf } from '../../stores/store-write.ts'
import { ListedCodes } from '../change/claim-codes.ts'
import { giveSlugs } from '../change/give-slugs.ts'
import { productChangeSchema } from '../change/product-change.ts'
import { checkProduct } from '../change/product-checks.ts'
import { analyseProducts } from '../products.sql.ts'
import { newFreeSales } from './free-sales.ts'
import {
  draftJson,
  isUnreadable,
  type ProductDraft,
  type ProductDrafts,
  type RowMistake,
  repeatedCodes,
  repeatedVariants,
} from './product-rows.ts'
import {
  type CheckedProduct,
  type ImportReport,
  listed,
  locate,
  noReport,
  otherImport,
  refusedIn,
  slugMistakes,
  tryList,
  withRefused,
  writeList,
} from './write-list.ts'

interface ImportOptions {
  /** Whether existing rows get the stock, too; new ones always do. */
  setStock?: boolean
  /** Whether a sale price of 0 is meant: spreadsheets often write it for none. */
  allowFree?: boolean
  allowFreeName?: string
  /** Whether products with mistakes are left out, instead of storing nothing. */
  skipMistakes?: boolean
  dryRun?: boolean
  /** Whether the rows come from a file, whose texts have plain line ends. */
  plainLineEnds?: boolean
  onProgress?: (done: number, total: number) => void
  /** Whose import it is; none: of a user of the command line. */
  caller?: Pick<Caller, 'kind' | 'id'>
  /** Milliseconds of each transaction. */
  timeoutMs?: number
  /** Ends it between two parts. */
  signal?: AbortSignal
  /** Of an import that goes on where it was interrupted. */
  stored?: {
    /** The line of the last product that is stored already; 0 for none. */
    to: number
    /** In the transaction of each batch; what it throws undoes the batch. */
    onBatch(tx: Prisma.TransactionClient, batch: { to: number; added: number; changed: number }): Promise<void>
  }
}

/** Between batches row locks are released and other requests run. */
const CHECKED_AT_ONCE = 100
const WRITTEN_AT_ONCE = 100
const MAX_WAIT_MS = 30_000
const TIMEOUT_MS = 60_000

const importing = new Set<string>()

/**
 * Creates products and changes existing ones by slug, or by name without one. Nothing is stored when one is refused,
 * unless these are to be left out: all are tried without locks first, then written in batches, so that checkouts wait briefly.
 * @throws Problem CONFLICT during another import; CONFLICT or UNAVAILABLE, with the number stored, when a later batch
 * fails
 */
export async function importProductRows(
  services: Pick<Services, 'db' | 'stores' | 'clock'>,
  store: Store,
  drafts: ProductDrafts,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const { setStock = false, dryRun = false, onProgress = () => {}, timeoutMs = TIMEOUT_MS, signal, stored } = options
  const {
    db: { prisma },
    clock,
  } = services
  const { products } = drafts
  const total = (dryRun ? 2 : 3) * products.length
  const { slugs, expected } = await giveSlugs(prisma, store.id, products.map(listed))
  const found = [
    ...drafts.mistakes,
    ...drafts.unclear(),
    ...slugMistakes(products, expected),
    ...(await repeatedCodes(products)),
    ...(options.allowFree ? [] : await newFreeSales(prisma, store.id, products, slugs, options.allowFreeName)),
  ]
  const isRefused = refusedIn(drafts, found)
  const { checked, mistakes: inFields } = await check(store.currency, products, slugs, (done) => {
    signal?.throwIfAborted()
    onProgress(done, total)
  })

  const now = clock()
  const runOf = (entries: readonly CheckedProduct[]) => ({
    ...{ store, setStock, plainLineEnds: options.plainLineEnds === true, now },
    codes: new ListedCodes(entries.map(({ entry }) => entry)),
  })
  const isLeft = ({ line }: ProductDraft) => line > (stored?.to ?? 0)
  const tryable = checked.filter(({ product }) => isLeft(product) && !isRefused.has(product.line))
  // What is left out gives its codes to no other product.
  const trial = runOf(options.skipMistakes ? tryable : checked)
  const tried = await inParts(
    tryable,
    (part) => tryList(prisma, part.entries, trial),
    (done) => {
      signal?.throwIfAborted()
      onProgress(products.length + done, total)
    },
  )
  // Valid products are still tried, so that one report has every mistake. No push: there may be too many for a call.
  const mistakes = [...found, ...inFields, ...tried.mistakes]
  const refused = refusedIn(drafts, mistakes)
  if (mistakes.length > 0 && !options.skipMistakes) return withRefused(noReport(), drafts, mistakes)
  if (dryRun) return withRefused(tried, drafts, mistakes)
  const kept = checked.filter(({ product }) => isLeft(product) && !refused.has(product.line))
  const run = runOf(kept)

  const isByJob = { storeId: store.id, status: 'IMPORTING' as const }
  if (importing.has(store.id) || (!stored && (await prisma.productImport.findFirst({ where: isByJob }))))
    throw otherImport()
  importing.add(store.id)
  const { caller } = options
  const entry = importEntry({ store, services, caller }, { subject: 'PRODUCT' })
  const written = { added: 0, changed: 0 }
  try {
    const done = await inParts(
      kept,
      async ({ start, entries }) => {
        const report = await changeContent(
          { services, store },
          async (tx) => {
            const report = await writeList(tx, entries, { ...run, now: momentOf({ now }, start), isFirst: start === 0 })
            const added = written.added + report.added.length
            const changed = written.changed + report.changed.length
            if (added + changed > 0) await entry.write(tx, `${added} products added, ${changed} changed`)
            const to = entries.at(-1)?.product.line ?? 0
            await stored?.onBatch(tx, { to, added: report.added.length, changed: report.changed.length })
            return report
          },
          (error) => isUniqueViolation(error, 'slug'),
          { maxWait: MAX_WAIT_MS, timeout: timeoutMs },
        ).catch((error: unknown) => {
          throw start > 0 && error instanceof Problem ? brokenOff(error, start, kept.length) : error
        })
        written.added += report.added.length
        written.changed += report.changed.length
        // May exceed the statement time-out; the import then goes on without it.
        if (start === 0 && kept.length > WRITTEN_AT_ONCE) await analyseProducts(prisma).catch(() => {})
        return report
      },
      (count) => {
        onProgress(2 * products.length + count, total)
        signal?.throwIfAborted()
      },
    )
    return withRefused(done, drafts, mistakes)
  } finally {
    importing.delete(store.id)
  }
}

type Part = { start: number; entries: readonly CheckedProduct[] }

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

const brokenOff = (cause: Problem, stored: number, all: number) =>
  new Problem(cause.code, `${stored} of ${all} products are stored, then: ${cause.message} Send the list again.`, {
    cause,
    reason: cause.reason,
    ...(cause.retryAfter && { retryAfter: cause.retryAfter }),
  })

async function check(
  currency: string,
  products: readonly ProductDraft[],
  slugs: readonly string[],
  onProgress: (done: number) => void,
) {
  const schema = productChangeSchema(currency)
  const checked: CheckedProduct[] = []
  const mistakes: RowMistake[] = []
  for (const [index, product] of products.entries()) {
    if (index % CHECKED_AT_ONCE === 0) {
      onProgress(index)
      await setImmediate()
    }
    if (isUnreadable(product)) continue
    const json = draftJson(product)
    const parsed = schema.safeParse(json, { reportInput: true })
    const issues = [...describeIssues(parsed.error?.issues ?? []), ...checkProduct([], json)]
    const repeated = repeatedVariants(product)
    const isRepeated = new Set(repeated.map(({ line }) => line))
    const located = issues
      .map((issue) => locate(product, issue))
      .filter(({ line, field }) => !(field === 'options' && isRepeated.has(line)))
    mistakes.push(...repeated, ...located)
    if (!parsed.success || repeated.length + located.length > 0) continue
    checked.push({ product, entry: { ...parsed.data, slug: slugs[index] ?? '' } })
  }
  return { checked, mistakes }
}
