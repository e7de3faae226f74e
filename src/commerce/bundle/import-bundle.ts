import { Prisma, type Store } from '../../generated/prisma/client.ts'
import type { Db } from '../../platform/database/db.ts'
import { isUniqueViolation } from '../../platform/database/errors/key-violation.ts'
import { hasSqlState } from '../../platform/database/errors/sql-state.ts'
import { lockName, lockRows, waitForLocks } from '../../platform/database/row-lock.sql.ts'
import { type Issue, issueAt, sorted } from '../../platform/input/issues.ts'
import type { Passwords } from '../../platform/passwords.ts'
import type { Seal } from '../../platform/secrets/sealed-secrets.ts'
import { comparableText } from '../../platform/text/text.ts'
import { giveSlugs } from '../catalog/change/give-slugs.ts'
import type { ProductEntry } from '../catalog/change/product-format.ts'
import { writeProducts } from '../catalog/change/write-products.ts'
import { lockRedirects, MAX_REDIRECTS, writeRedirects } from '../catalog/redirects/write-redirects.ts'
import { writeCustomers } from '../customers/write-customers.ts'
import { writeZones } from '../delivery/change/write-zones.ts'
import { writeDiscounts } from '../discounts/write-discounts.ts'
import { recordChange } from '../history/record-change.ts'
import { writeMenus } from '../menus/write-menus.ts'
import { writePages } from '../pages/write-pages.ts'
import { writePayments } from '../payments/change-account.ts'
import { findUnknownCodes, unknownCodeIssues } from '../payments/methods/named-codes.ts'
import { writePaymentMethods } from '../payments/methods/write-payment-methods.ts'
import { lockReviews, writeReviews } from '../reviews/write-reviews.ts'
import { raiseContentVersion } from '../stores/change-content.ts'
import type { StoreDirectory } from '../stores/store-directory.ts'
import { noRows, type StoreWrite, type Tally } from '../stores/store-write.ts'
import { writeServices } from '../stores/write-services.ts'
import { writeStore } from '../stores/write-store.ts'
import type { Bundle } from './bundle-format.ts'
import { hashPasswords, type PasswordHashes } from './hash-passwords.ts'
import { BundleError } from './parse-bundle.ts'

export interface ImportServices {
  db: Db
  passwords: Pick<Passwords, 'hash'>
  seal: Pick<Seal, 'seal' | 'open'>
  stores: Pick<StoreDirectory, 'forget'>
  clock: () => Date
}

export interface ImportSummary {
  store: Store
  products: Tally
  discounts: Tally
  customers: Tally
  reviews: Tally
}

type Products = NonNullable<Bundle['products']>
type Reviews = NonNullable<Bundle['reviews']>

/** Milliseconds, for hundreds of thousands of rows after another import of the store. */
const TRANSACTION = { maxWait: 120_000, timeout: 1_800_000 }
const ATTEMPTS = 3

/**
 * All or nothing. Finds rows by natural keys; what the bundle leaves out stays, `null` clears; stock, points and
 * passwords are set only on new rows. This process sees the change at once, others within a second.
 * @throws BundleError for mistakes that only the database shows
 */
export async function importBundle(
  services: ImportServices,
  bundle: Bundle,
  { onProgress = () => {} }: { onProgress?: (done: number, total: number) => void } = {},
): Promise<ImportSummary> {
  const { products = [], discounts = [], customers = [], reviews = [] } = bundle
  const total = products.length + discounts.length + customers.length + reviews.length
  let done = 0
  const advance = (rows: number) => {
    done += rows
    onProgress(done, total)
  }

  const hashes = await hashPasswords(services, bundle, advance)
  for (let attempt = 1; ; attempt += 1) {
    done = customers.length
    try {
      return await services.db.prisma.$transaction(
        (tx) => importInto(tx, services, bundle, hashes, advance),
        TRANSACTION,
      )
    } catch (error) {
      if (attempt === ATTEMPTS || !isCollision(error)) throw error
    } finally {
      services.stores.forget(bundle.store.subdomain)
    }
  }
}

async function importInto(
  tx: Prisma.TransactionClient,
  { seal, clock }: ImportServices,
  bundle: Bundle,
  hashes: PasswordHashes,
  advance: StoreWrite['advance'],
): Promise<ImportSummary> {
  const { discounts = [], customers = [], reviews = [] } = bundle
  const issues: Issue[] = []
  // No shopper waits for an import.
  await waitForLocks(tx)
  await lockName(tx, `import ${bundle.store.subdomain}`)

  const store = await writeStore({ tx, issues }, bundle.store, hashes.access)
  const target = { tx, storeId: store.id, currency: store.currency, now: clock(), issues, advance }
  const products = await withSlugs(target, bundle.products ?? [])
  const storedReviews = await lockReviews(target, reviews)
  await lockProducts(target, products, reviews)

  await writePayments(target, seal, bundle.store.payments)
  const terms = await writeTerms(target, bundle.store)
  await writeServices(target, bundle.store.chat?.services ?? [])
  // Customers before discounts, as orders lock them: the other way round could deadlock.
  const written = {
    products: await writeProducts(target, products),
    customers: await writeCustomers(target, customers, hashes.customers),
    discounts: await writeDiscounts(target, discounts),
    reviews: await writeReviews(target, reviews, storedReviews),
    pages: await writePages(target, bundle.pages ?? []),
    redirects: await writeBundleRedirects(target, store, bundle.redirects ?? []),
  }
  const finished = bundle.menus ? await writeMenus({ tx, issues }, store, bundle.menus) : store
  if (issues.length > 0) throw new BundleError(sorted(issues))
  await recordChange(
    tx,
    { store, services: { clock } },
    { subject: 'SETTINGS', action: 'IMPORTED', detail: inWords(written) },
  )
  await raiseContentVersion(tx, store.id, { terms })
  return {
    store: finished,
    products: written.products,
    discounts: written.discounts,
    customers: written.customers,
    reviews: written.reviews,
  }
}

const inWords = (written: Readonly<Record<string, Tally>>): string =>
  Object.entries(written)
    .filter(([, { created, updated }]) => created + updated > 0)
    .map(([name, { created, updated }]) => `${name}: ${created} created, ${updated} updated`)
    .join('; ')

async function writeBundleRedirects(
  { tx, issues }: StoreWrite,
  store: Store,
  entries: NonNullable<Bundle['redirects']>,
): Promise<Tally> {
  if (entries.length === 0) return noRows()
  await lockRedirects(tx, store)
  const { tally, mistakes, total } = await writeRedirects({ tx, store }, entries)
  issues.push(...mistakes.map(({ index, field, message }) => ({ path: `redirects[${index}].${field}`, message })))
  if (total > MAX_REDIRECTS)
    issues.push(issueAt(['redirects'], `at most ${MAX_REDIRECTS} redirects in the store`, total))
  return tally
}

/** Zones before payment methods, which name them. @returns whether anything has changed */
async function writeTerms(target: StoreWrite, { shipping, paymentMethods = [] }: Bundle['store']): Promise<boolean> {
  const zones = await writeZones(target, shipping?.zones ?? [])
  const methods = await writePaymentMethods(target, paymentMethods)
  if (!zones && methods.length === 0) return false
  const places = new Map(paymentMethods.map(({ code }, index) => [code, ['store', 'paymentMethods', index]]))
  target.issues.push(...unknownCodeIssues(await findUnknownCodes(target), (method) => places.get(method) ?? null))
  return true
}

type ListedEntry = ProductEntry & { isFound: boolean }

/** The slug of its name, or a new one. */
async function withSlugs({ tx, storeId, issues }: StoreWrite, products: Products): Promise<ListedEntry[]> {
  const { slugs, expected } = await giveSlugs(tx, storeId, products)
  for (const [index, what] of expected) issues.push(issueAt(['products', index, 'slug'], what, undefined))
  return products.map((entry, index) => ({ ...entry, slug: slugs[index] ?? '', isFound: entry.slug === undefined }))
}

/** Orders and reviews can still refer to the products. @throws SlugMoved */
async function lockProducts({ tx, storeId }: StoreWrite, products: readonly ListedEntry[], reviews: Reviews) {
  const slugs = [...products.map(({ slug }) => slug), ...reviews.map(({ product }) => product)]
  const locked = await lockRows(tx, 'products', { storeId, slug: slugs }, ['slug', 'name'])
  const names = new Map(locked.map(({ slug, name }) => [slug, comparableText(name)]))
  const isOther = ({ slug, name = '', isFound }: ListedEntry) =>
    isFound && names.has(slug) && names.get(slug) !== comparableText(name)
  if (products.some(isOther)) throw new SlugMoved()
}

/** Another product has taken the slug that was found for a name. */
class SlugMoved extends Error {}

/** A sign-up, or a transaction with another order of locks, collided; the next attempt sees its changes. */
function isCollision(error: unknown): boolean {
  if (error instanceof SlugMoved || isUniqueViolation(error)) return true
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false
  return error.code === 'P2034' || hasSqlState(error, '40P01')
}
