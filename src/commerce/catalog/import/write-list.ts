import type { Prisma, Store } from '../../../generated/prisma/client.ts'
import type { Issue } from '../../../platform/input/issues.ts'
import { Problem } from '../../../platform/problem.ts'
import { comparableText } from '../../../platform/text/text.ts'
import type { ListedCodes } from '../change/claim-codes.ts'
import { giveSlugs, type ListedProduct } from '../change/give-slugs.ts'
import type { ProductEntry } from '../change/product-format.ts'
import { type WriteOutcome, writeProducts } from '../change/write-products.ts'
import { lockImports, lockProducts, tryLockImports } from '../products.sql.ts'
import { productPage } from '../redirects/find-redirect.ts'
import { keepFormerPaths } from '../redirects/former-paths.ts'
import { lockRedirects } from '../redirects/write-redirects.ts'
import type { ProductDraft, ProductDrafts, RowMistake } from './product-rows.ts'

/** Products are identified by the line of their first row. Nothing is stored when one is refused and not to be skipped. */
export interface ImportReport {
  added: number[]
  changed: number[]
  unchanged: number[]
  refused: number[]
  mistakes: RowMistake[]
}

export interface CheckedProduct {
  product: ProductDraft
  entry: ProductEntry
}

export const noReport = (): ImportReport => ({ added: [], changed: [], unchanged: [], refused: [], mistakes: [] })

/** Whether there is nothing to correct, or the rest is stored without it. */
export const isAccepted = ({ added, changed, unchanged, mistakes }: ImportReport): boolean =>
  mistakes.length === 0 || added.length + changed.length + unchanged.length > 0

/** The products with mistakes, by their first lines. */
export const refusedIn = ({ firstLines }: ProductDrafts, mistakes: readonly RowMistake[]): ReadonlySet<number> =>
  new Set(mistakes.map(({ line }) => firstLines.get(line) ?? line))

/** A report without what is refused. */
export function withRefused(
  { added, changed, unchanged }: ImportReport,
  drafts: ProductDrafts,
  mistakes: readonly RowMistake[],
): ImportReport {
  const refused = refusedIn(drafts, mistakes)
  const others = (lines: readonly number[]) => lines.filter((line) => !refused.has(line))
  return {
    ...{ added: others(added), changed: others(changed), unchanged: others(unchanged) },
    refused: [...refused].sort((a, b) => a - b),
    mistakes: mistakes.toSorted((a, b) => a.line - b.line),
  }
}

export const otherImport = () =>
  new Problem('CONFLICT', 'Another import into this store is running. Try again when it is done.', {
    reason: 'IMPORT_RUNNING',
  })

export function locate(product: ProductDraft, { path, message }: Issue): RowMistake {
  const [, variant, ofVariant, ofProduct = ''] = /^(?:variants\[(\d+)\]\.?(\w*)|(\w*))/.exec(path) ?? []
  if (variant === undefined) {
    return { line: product.lines.get(ofProduct) ?? product.line, field: ofProduct, message }
  }
  return { line: product.variants[Number(variant)]?.line ?? product.line, field: ofVariant ?? '', message }
}

interface ProductsRun {
  store: Store
  setStock: boolean
  plainLineEnds: boolean
  /** The codes of the whole list. */
  codes: ListedCodes
  now: Date
}

/** Reports what would happen, without locks. */
export async function tryList(prisma: Prisma.TransactionClient, checked: readonly CheckedProduct[], run: ProductsRun) {
  const where = { storeId: run.store.id, slug: { in: slugsOf(checked) } }
  const stored = await prisma.product.findMany({ where, select: { slug: true } })
  return sendProducts(prisma, checked, new Set(stored.map(({ slug }) => slug)), { ...run, isTrial: true })
}

/** @throws Problem CONFLICT when a change of the database makes a product invalid */
export async function writeList(
  tx: Prisma.TransactionClient,
  checked: readonly CheckedProduct[],
  { isFirst, ...run }: ProductsRun & { isFirst: boolean },
) {
  await acquireImportLock(tx, run.store, isFirst)
  if (checked.some(({ product }) => product.formerPaths.length > 0)) await lockRedirects(tx, run.store)
  const { entries, stored } = await lockListed(tx, run.store.id, checked)
  const report = await sendProducts(tx, entries, new Set(stored.keys()), run)
  const [mistake] = report.mistakes
  if (mistake) throw changedMeanwhile(mistake)
  await keepFormerPaths({ tx, store: run.store }, formerPathsOf(entries))
  return report
}

const formerPathsOf = (checked: readonly CheckedProduct[]) =>
  checked.flatMap(({ product: { formerPaths }, entry: { slug } }) =>
    formerPaths.map(({ path, to }) => ({ from: path, to: to ?? productPage(slug) })),
  )

const changedMeanwhile = ({ line, message }: RowMistake) =>
  new Problem('CONFLICT', `The store has changed meanwhile (row ${line}: ${message}).`, { reason: 'OUTDATED_VERSION' })

async function sendProducts(
  tx: Prisma.TransactionClient,
  checked: readonly CheckedProduct[],
  stored: ReadonlySet<string>,
  { store, setStock, plainLineEnds, codes, now, isTrial = false }: ProductsRun & { isTrial?: boolean },
): Promise<ImportReport> {
  const products = checked.map(({ product }) => product)
  const issues: Issue[] = []
  const report = noReport()
  const lists: Record<WriteOutcome, number[]> = {
    created: report.added,
    updated: report.changed,
    unchanged: report.unchanged,
  }
  await writeProducts(
    { tx, storeId: store.id, currency: store.currency, now, issues, isTrial, advance: () => {} },
    checked.map(({ entry }) => (stored.has(entry.slug) ? entry : withPrice(entry))),
    {
      setStock,
      plainLineEnds,
      keepCopies: true,
      codes,
      reorder: false,
      onOutcome: (index, outcome) => lists[outcome].push(products[index]?.line ?? 0),
    },
  )
  return { ...report, mistakes: issues.map((issue) => locateInList(products, issue)) }
}

/** With variant rows only, a new product gets the first variant's price. */
function withPrice(entry: ProductEntry): ProductEntry {
  const first = entry.variants?.find(({ price }) => price != null)
  if (entry.price !== undefined || !first?.price) return entry
  return { ...entry, price: first.price, salePrice: entry.salePrice ?? first.salePrice }
}

function locateInList(products: readonly ProductDraft[], { path, message }: Issue): RowMistake {
  const [, index, rest = ''] = /^products\[(\d+)\]\.?(.*)$/.exec(path) ?? []
  const product = products[Number(index)]
  return product ? locate(product, { path: rest, message }) : { line: 0, field: path, message }
}

/** One import runs per store, bundles included. The first batch fails during another import; later ones wait. */
async function acquireImportLock(tx: Prisma.TransactionClient, { subdomain }: Store, isFirst: boolean): Promise<void> {
  if (!isFirst) await lockImports(tx, subdomain)
  else if (!(await tryLockImports(tx, subdomain))) throw otherImport()
}

/** Looks up a name again when another product has got its slug in the meantime. */
async function lockListed(tx: Prisma.TransactionClient, storeId: string, checked: readonly CheckedProduct[]) {
  const stored = await lockProducts(tx, storeId, slugsOf(checked))
  const isOther = ({ product, entry }: CheckedProduct) => {
    const name = stored.get(entry.slug)
    return product.slug === undefined && name !== undefined && !isSameName(name, entry.name)
  }
  if (!checked.some(isOther)) return { entries: checked, stored }
  const products = checked.map(({ product }) => product)
  const { slugs, expected } = await giveSlugs(tx, storeId, products.map(listed))
  const [mistake] = slugMistakes(products, expected)
  if (mistake) throw changedMeanwhile(mistake)
  const entries = checked.map(({ product, entry }, index) => ({
    product,
    entry: { ...entry, slug: slugs[index] ?? '' },
  }))
  return { entries, stored: await lockProducts(tx, storeId, slugsOf(entries)) }
}

const slugsOf = (checked: readonly CheckedProduct[]): string[] => checked.map(({ entry }) => entry.slug)

const isSameName = (one: string, other = ''): boolean => comparableText(one) === comparableText(other)

export const listed = ({ slug, fields: { name } }: ProductDraft): ListedProduct => ({
  slug,
  name: typeof name === 'string' ? name : undefined,
})

export const slugMistakes = (products: readonly ProductDraft[], expected: ReadonlyMap<number, string>): RowMistake[] =>
  [...expected].map(([index, what]) => ({
    line: products[index]?.line ?? 0,
    field: 'slug',
    message: `expected ${what}, found nothing`,
  }))
