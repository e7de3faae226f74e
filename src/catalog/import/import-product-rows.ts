import { setImmediate } from 'node:timers/promises'
import type { Prisma, Store } from '../../generated/prisma/client.ts'
import type { Services } from '../../platform/context.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { isUniqueViolation } from '../../platform/database/unique-violation.ts'
import { Problem } from '../../platform/problem.ts'
import type { ProductEntry } from '../../stores/bundle/bundle-format.ts'
import { type BundleIssue, describeIssues } from '../../stores/bundle/bundle-issues.ts'
import { crossCheckProduct } from '../../stores/bundle/cross-checks.ts'
import { type ImportOutcome, importProducts } from '../../stores/bundle/import-products.ts'
import { productChangeSchema } from '../product-change.ts'
import { draftJson, type ProductDraft, type ProductDrafts, type RowMistake, repeatedVariants } from './product-rows.ts'

export interface ImportOptions {
  /** Whether stock is set on what is there already, too; else only on what is new. */
  setStock?: boolean
  /** Whether nothing is stored: the report tells what would be. */
  dryRun?: boolean
  /** Told how many products are done, those that are only checked among them. */
  onProgress?: (done: number, total: number) => void
  /** How long the transaction may take. */
  timeoutMs?: number
}

/** What has become of the products: the line of the first row of each. Added and changed ones are stored unless some are refused. */
export interface ImportReport {
  added: number[]
  changed: number[]
  unchanged: number[]
  refused: number[]
  /** Everything that is wrong, in the order of the lines. */
  mistakes: RowMistake[]
}

/** So many products are checked, or sent to the database, before others get their turn in the process. */
const CHECKED_AT_ONCE = 100
const WRITTEN_AT_ONCE = 250
const MAX_WAIT_MS = 30_000
const TIMEOUT_MS = 60_000

/**
 * Adds products to a store and changes those that are there, by slug: all of them, or none when one is refused.
 * @throws Problem CONFLICT while another import into the store runs
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

  const report = inTransaction(
    prisma,
    async (tx) => {
      const outcomes = await write(tx, checked, { store, setStock, now: clock() }, (done) =>
        onProgress(products.length + done, total),
      )
      // Those without a mistake are tried beside others, too: whoever mends a list wants to know of all of it.
      const all = [...mistakes, ...outcomes.mistakes]
      if (all.length > 0) throw new RolledBack(refusal(drafts, all))
      if (dryRun) throw new RolledBack(outcomes)
      return outcomes
    },
    // Somebody created one of them at the same moment: the next attempt finds it.
    (error) => isUniqueViolation(error, 'slug'),
    { maxWait: MAX_WAIT_MS, timeout: timeoutMs },
  )
  return report.catch((error: unknown) => {
    if (error instanceof RolledBack) return error.report
    throw error
  })
}

/** Takes what was written back, and the report out. */
class RolledBack extends Error {
  readonly report: ImportReport

  constructor(report: ImportReport) {
    super('Nothing of an import is kept')
    this.report = report
  }
}

interface CheckedProduct {
  product: ProductDraft
  entry: ProductEntry
}

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
    const issues = [...describeIssues(parsed.error?.issues ?? []), ...crossCheckProduct([], json)]
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

/** Where a mistake stands that was found in the product as a bundle gives it. */
function locate(product: ProductDraft, { path, message }: BundleIssue): RowMistake {
  const [, variant, ofVariant, ofProduct = ''] = /^(?:variants\[(\d+)\]\.?(\w*)|(\w*))/.exec(path) ?? []
  if (variant === undefined) {
    return { line: product.lines.get(ofProduct) ?? product.line, field: ofProduct, message }
  }
  return { line: product.variants[Number(variant)]?.line ?? product.line, field: ofVariant ?? '', message }
}

const noReport = (): ImportReport => ({ added: [], changed: [], unchanged: [], refused: [], mistakes: [] })

/** Each product with a mistake, and each row that belongs to none. */
function refusal({ firstLines }: ProductDrafts, mistakes: RowMistake[]): ImportReport {
  const refused = new Set(mistakes.map(({ line }) => firstLines.get(line) ?? line))
  return {
    ...noReport(),
    refused: [...refused].sort((a, b) => a - b),
    mistakes: mistakes.toSorted((a, b) => a.line - b.line),
  }
}

async function write(
  tx: Prisma.TransactionClient,
  checked: readonly CheckedProduct[],
  { store, setStock, now }: { store: Store; setStock: boolean; now: Date },
  onProgress: (done: number) => void,
): Promise<ImportReport> {
  await takeTurn(tx, store)
  const products = checked.map(({ product }) => product)
  const entries = checked.map(({ entry }) => entry)
  const stored = await lockProducts(tx, store.id, entries)
  const issues: BundleIssue[] = []
  let done = 0
  const advance = (rows: number) => {
    done += rows
    onProgress(done)
  }
  const report = noReport()
  const lists: Record<ImportOutcome, number[]> = {
    created: report.added,
    updated: report.changed,
    unchanged: report.unchanged,
  }
  await importProducts(
    { tx, storeId: store.id, currency: store.currency, now, issues, advance },
    entries.map((entry) => (stored.has(entry.slug) ? entry : withPrice(entry))),
    {
      setStock,
      reorder: false,
      chunk: WRITTEN_AT_ONCE,
      onOutcome: (index, outcome) => lists[outcome].push(products[index]?.line ?? 0),
    },
  )
  return { ...report, mistakes: issues.map((issue) => locateInList(products, issue)) }
}

/** A new product of which only variants are given costs what the first of them does. */
function withPrice(entry: ProductEntry): ProductEntry {
  const first = entry.variants?.find(({ price }) => price != null)
  if (entry.price !== undefined || !first?.price) return entry
  return { ...entry, price: first.price, salePrice: entry.salePrice ?? first.salePrice }
}

function locateInList(products: readonly ProductDraft[], { path, message }: BundleIssue): RowMistake {
  const [, index, rest = ''] = /^products\[(\d+)\]\.?(.*)$/.exec(path) ?? []
  const product = products[Number(index)]
  return product ? locate(product, { path: rest, message }) : { line: 0, field: path, message }
}

/** Imports into a store, of bundles too, run one after the other. */
async function takeTurn(tx: Prisma.TransactionClient, { subdomain }: Store): Promise<void> {
  const [turn] = await tx.$queryRaw<{ taken: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${`import ${subdomain}`}, 0)) AS taken`
  if (!turn?.taken) {
    throw new Problem('CONFLICT', 'Another import into this store is running. Try again when it is done.')
  }
}

/**
 * The slugs of those that are there. Whoever changes or sells one of them waits: products before their variants, each
 * in the order of their ids, as checkouts lock them.
 */
async function lockProducts(
  tx: Prisma.TransactionClient,
  storeId: string,
  entries: readonly ProductEntry[],
): Promise<Set<string>> {
  const products = await tx.$queryRaw<{ id: string; slug: string }[]>`
    SELECT id, slug FROM products
    WHERE store_id = ${storeId}::uuid AND slug = ANY(${entries.map(({ slug }) => slug)}::text[])
    ORDER BY id FOR NO KEY UPDATE`
  await tx.$executeRaw`
    SELECT 1 FROM variants
    WHERE store_id = ${storeId}::uuid AND product_id = ANY(${products.map(({ id }) => id)}::uuid[])
    ORDER BY id FOR NO KEY UPDATE`
  return new Set(products.map(({ slug }) => slug))
}
