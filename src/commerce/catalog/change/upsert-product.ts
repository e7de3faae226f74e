import type { Context } from '../../../api/context.ts'
import type { Product } from '../../../generated/prisma/client.ts'
import { isUniqueViolation } from '../../../platform/database/errors/key-violation.ts'
import { lockRow } from '../../../platform/database/row-lock.sql.ts'
import { problemOfAll } from '../../../platform/input/parse-input-all.ts'
import { Problem, versionConflict } from '../../../platform/problem.ts'
import { isUuid } from '../../../platform/uuid.ts'
import { type ChangedBy, recordChange } from '../../history/record-change.ts'
import { changeContent } from '../../stores/change-content.ts'
import type { StoreWrite } from '../../stores/store-write.ts'
import { optionsKey } from '../product.ts'
import { keepFormerSlug } from '../redirects/former-slugs.ts'
import { indexProducts } from '../search/index/index-products.sql.ts'
import { updateVariantsLeft } from '../stock/variants-left.sql.ts'
import { lockProduct } from './lock-product.ts'
import { type ProductInput, parseProductChange } from './product-change.ts'
import { productChanges } from './product-changes.ts'
import type { ProductChange, ProductEntry } from './product-format.ts'
import type { ProductWithVariants } from './product-rows.ts'
import { slugOf, TakenSlugs } from './slug.ts'
import { writeProduct } from './write-products.ts'

type Scope = Pick<Context, 'services' | 'store'> & ChangedBy

/** Matches by id or slug, and version. @throws Problem BAD_USER_INPUT, NOT_FOUND; CONFLICT when it was changed */
export function upsertProduct(scope: Scope, input: ProductInput): Promise<ProductWithVariants> {
  const { store } = scope
  const change = parseProductChange(store, input)
  return saveProduct(scope, async (target) => {
    const before = await findLocked(target, input, change)
    const after = before
      ? await changeProduct(target, before, input.version, change)
      : await createProduct(target, input.version, change)
    return { before, after }
  })
}

interface Saved {
  before: ProductWithVariants | null
  after: ProductWithVariants
}

async function saveProduct(scope: Scope, work: (target: StoreWrite) => Promise<Saved>): Promise<ProductWithVariants> {
  const { services, store } = scope
  return changeContent(
    scope,
    async (tx) => {
      const { id: storeId, currency } = store
      const target = { tx, storeId, currency, now: services.clock(), issues: [], advance() {} }
      const { before, after } = await work(target)
      const fields = before ? productChanges(before, after, currency) : []
      await recordChange(tx, scope, { ...subjectOf(after), action: before ? 'CHANGED' : 'CREATED', fields })
      return after
    },
    isTaken,
  ).catch((error: unknown) => {
    throw isTaken(error) ? new SlugTaken() : error
  })
}

const subjectOf = ({ id, name }: Pick<Product, 'id' | 'name'>) =>
  ({ subject: 'PRODUCT', subjectId: id, subjectName: name }) as const

class SlugTaken extends Problem {
  constructor() {
    super('CONFLICT', 'Another product was given this slug at the same moment. Send yours again.', {
      reason: 'ALREADY_EXISTS',
    })
  }
}

const isTaken = (error: unknown): boolean => error instanceof SlugTaken || isUniqueViolation(error, 'slug')

const notFound = () => new Problem('NOT_FOUND', 'Product not found', { reason: 'PRODUCT_NOT_FOUND' })

/** @throws Problem NOT_FOUND for an unknown id */
async function findLocked(
  { tx, storeId }: StoreWrite,
  { id, slug }: Pick<ProductInput, 'id' | 'slug'>,
  { variants }: ProductChange,
): Promise<ProductWithVariants | null> {
  const options = { withVariants: variants !== undefined }
  if (id == null) return slug == null ? null : lockProduct(tx, storeId, { slug }, options)
  const product = isUuid(id) ? await lockProduct(tx, storeId, { id }, options) : null
  if (!product) throw notFound()
  return product
}

async function createProduct(
  target: StoreWrite,
  version: number | null | undefined,
  change: ProductChange,
): Promise<ProductWithVariants> {
  if (version != null) {
    throw new Problem(
      'NOT_FOUND',
      change.slug === undefined
        ? 'Give the id or the slug of the product to change; leave out the version to create one'
        : `There is no product "${change.slug}" to change; leave out the version to create it`,
    )
  }
  const slug = change.slug ?? (await newSlug(target, change.name))
  return write(target, { ...change, slug }, null)
}

async function newSlug({ tx, storeId }: StoreWrite, name: string | undefined): Promise<string> {
  if (name === undefined) throw new Problem('BAD_USER_INPUT', 'A new product needs a name and a price')
  const slug = slugOf(name)
  const taken = await tx.product.findMany({ where: { storeId, slug: { startsWith: slug } }, select: { slug: true } })
  return new TakenSlugs(taken.map((product) => product.slug)).takeFree(slug)
}

async function changeProduct(
  target: StoreWrite,
  stored: ProductWithVariants,
  version: number | null | undefined,
  change: ProductChange,
): Promise<ProductWithVariants> {
  if (version == null) {
    throw new Problem(
      'BAD_USER_INPUT',
      `There is a product "${stored.slug}" already. To change it, read its version, and send that with your change.`,
      { reason: 'ALREADY_EXISTS' },
    )
  }
  if (version !== stored.version) throw versionConflict('product')

  const left = await removeVariants(target, stored, change)
  const written = await write(target, { ...change, slug: stored.slug }, left)
  const isReduced = left.variants.length < stored.variants.length
  if (isReduced) await updateVariantsLeft(target, [stored.id])
  const slug = change.slug ?? stored.slug
  const isRenamed = slug !== stored.slug
  const isUnchanged = written.version === stored.version
  if (!isRenamed && !(isReduced && isUnchanged)) return written

  const { tx, storeId, now } = target
  if (isRenamed && (await tx.product.findUnique({ where: { storeId_slug: { storeId, slug } } }))) {
    throw new Problem('BAD_USER_INPUT', `Another product has the slug "${slug}"`, { field: 'slug' })
  }
  const product = await tx.product.update({
    where: { storeId_id: { storeId, id: stored.id } },
    data: { slug, updatedAt: now, ...(isUnchanged && { version: { increment: 1 } }) },
  })
  if (isRenamed) await keepFormerSlug(target, stored.id, { from: stored.slug, to: slug })
  if (isUnchanged) await indexProducts(target, [stored.id])
  return { ...product, variants: written.variants }
}

/** Orders keep copies of what was bought, so deleted variants are not missed. @returns the product with the others */
async function removeVariants(
  { tx, storeId }: StoreWrite,
  product: ProductWithVariants,
  { stock, variants }: ProductChange,
): Promise<ProductWithVariants> {
  if (stock !== undefined) throw stockExists('stock')
  if (variants === undefined) return product
  const wanted = new Map(variants.map((variant, index) => [optionsKey(variant.options), { variant, index }]))
  for (const { optionsKey } of product.variants) {
    const existing = wanted.get(optionsKey)
    if (existing && existing.variant.stock !== undefined) throw stockExists(`variants[${existing.index}].stock`)
  }
  const gone = product.variants.filter(({ optionsKey }) => !wanted.has(optionsKey)).map(({ id }) => id)
  if (gone.length > 0) await tx.variant.deleteMany({ where: { storeId, id: { in: gone } } })
  return { ...product, variants: product.variants.filter(({ id }) => !gone.includes(id)) }
}

const stockExists = (path: string) =>
  new Problem(
    'BAD_USER_INPUT',
    `${path}: expected none, since what is there already keeps its stock. setStock and changeStock change it, whatever is sold meanwhile.`,
  )

async function write(
  target: StoreWrite,
  entry: ProductEntry,
  stored: ProductWithVariants | null,
): Promise<ProductWithVariants> {
  const written = await writeProduct(target, entry, stored)
  if (!written) throw problemOfAll(target.issues)
  return written
}

/** Repeating it changes nothing. @throws Problem NOT_FOUND */
export const archiveProduct = (scope: Scope, id: string): Promise<ProductWithVariants> =>
  saveProduct(scope, async (target) => {
    const { tx, storeId } = target
    // No version shows whether others wrote variants while this waited, so all is read after the wait.
    if (isUuid(id)) await lockRow(tx, 'products', { storeId, id })
    const before = await findLocked(target, { id }, {})
    if (!before) throw notFound()
    return { before, after: await write(target, { slug: before.slug, active: false }, before) }
  })
