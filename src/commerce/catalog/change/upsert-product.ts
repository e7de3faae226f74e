import type { Context } from '../../../api/context.ts'
import type { Prisma, Product } from '../../../generated/prisma/client.ts'
import { isUniqueViolation } from '../../../platform/database/errors/key-violation.ts'
import { lockRow } from '../../../platform/database/row-lock.sql.ts'
import { problemOfAll } from '../../../platform/input/parse-input-all.ts'
import { Problem, versionConflict } from '../../../platform/problem.ts'
import { isUuid } from '../../../platform/uuid.ts'
import { type ChangedBy, recordChange } from '../../history/record-change.ts'
import { changeContent } from '../../stores/change-content.ts'
import type { StoreWrite } from '../../stores/store-write.ts'
import type { ProductQuery } from '../list-owner-products.ts'
import { getOwnerProduct } from '../list-owner-products.ts'
import { optionsKey } from '../product.ts'
import { lockVariants } from '../products.sql.ts'
import { keepFormerSlug } from '../redirects/former-slugs.ts'
import { indexProducts } from '../search/index/index-products.sql.ts'
import { updateVariantsLeft } from '../stock/variants-left.sql.ts'
import { type ProductInput, parseProductChange } from './product-change.ts'
import { productChanges, productSnapshot } from './product-changes.ts'
import type { ProductChange, ProductEntry } from './product-format.ts'
import { slugOf, TakenSlugs } from './slug.ts'
import { type WriteOutcome, writeProducts } from './write-products.ts'

/** Matches by id or slug, and version. @throws Problem BAD_USER_INPUT, NOT_FOUND; CONFLICT when it was changed */
export async function upsertProduct(
  context: Pick<Context, 'services' | 'store'> & ChangedBy,
  input: ProductInput,
  query: ProductQuery = {},
): Promise<Product> {
  const { services, store } = context
  const change = parseProductChange(store, input)
  const id = await changeContent(
    context,
    async (tx) => {
      const target = {
        tx,
        storeId: store.id,
        currency: store.currency,
        now: services.clock(),
        issues: [],
        advance() {},
      }
      const stored = await lockProduct(tx, store.id, input)
      const before = stored && (await productSnapshot(tx, store.id, stored.id))
      const id = stored
        ? await changeProduct(target, stored, input.version, change)
        : await createProduct(target, input.version, change)
      const after = await productSnapshot(tx, store.id, id)
      const fields = before ? productChanges(before, after, store.currency) : []
      await recordChange(tx, context, { ...subjectOf(after), action: before ? 'CHANGED' : 'CREATED', fields })
      return id
    },
    isTaken,
  ).catch((error: unknown) => {
    throw isTaken(error) ? new SlugTaken() : error
  })
  return getOwnerProduct(context, id, query)
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

interface StoredProduct {
  id: string
  slug: string
  version: number
}

async function lockProduct(
  tx: Prisma.TransactionClient,
  storeId: string,
  { id, slug }: ProductInput,
): Promise<StoredProduct | null> {
  if (id == null && slug == null) return null
  const notFound = new Problem('NOT_FOUND', 'Product not found', { reason: 'PRODUCT_NOT_FOUND' })
  if (id != null && !isUuid(id)) throw notFound
  const key = id != null ? { storeId, id } : { storeId, slug: slug ?? '' }
  if (await lockRow(tx, 'products', key)) {
    return tx.product.findFirstOrThrow({ where: key, select: { id: true, slug: true, version: true } })
  }
  if (id != null) throw notFound
  return null
}

async function createProduct(
  target: StoreWrite,
  version: number | null | undefined,
  change: ProductChange,
): Promise<string> {
  if (version != null) {
    throw new Problem(
      'NOT_FOUND',
      change.slug === undefined
        ? 'Give the id or the slug of the product to change; leave out the version to create one'
        : `There is no product "${change.slug}" to change; leave out the version to create it`,
    )
  }
  const slug = change.slug ?? (await newSlug(target, change.name))
  // Created by another request after the lookup above.
  if ((await write(target, { ...change, slug })) !== 'created') throw new SlugTaken()
  const { storeId } = target
  return (await target.tx.product.findUniqueOrThrow({ where: { storeId_slug: { storeId, slug } } })).id
}

async function newSlug({ tx, storeId }: StoreWrite, name: string | undefined): Promise<string> {
  if (name === undefined) throw new Problem('BAD_USER_INPUT', 'A new product needs a name and a price')
  const slug = slugOf(name)
  const taken = await tx.product.findMany({ where: { storeId, slug: { startsWith: slug } }, select: { slug: true } })
  return new TakenSlugs(taken.map((product) => product.slug)).takeFree(slug)
}

async function changeProduct(
  target: StoreWrite,
  stored: StoredProduct,
  version: number | null | undefined,
  change: ProductChange,
): Promise<string> {
  if (version == null) {
    throw new Problem(
      'BAD_USER_INPUT',
      `There is a product "${stored.slug}" already. To change it, read its version, and send that with your change.`,
      { reason: 'ALREADY_EXISTS' },
    )
  }
  if (version !== stored.version) throw versionConflict('product')

  const removed = await replaceVariants(target, stored, change)
  const outcome = await write(target, { ...change, slug: stored.slug })
  if (removed) await updateVariantsLeft(target, [stored.id])
  const slug = change.slug ?? stored.slug
  if (slug === stored.slug && !(removed && outcome === 'unchanged')) return stored.id

  const { tx, storeId, now } = target
  const other = await tx.product.findUnique({ where: { storeId_slug: { storeId, slug } } })
  if (other && other.id !== stored.id)
    throw new Problem('BAD_USER_INPUT', `Another product has the slug "${slug}"`, { field: 'slug' })
  await tx.product.update({
    where: { storeId_id: { storeId, id: stored.id } },
    data: { slug, updatedAt: now, ...(outcome === 'unchanged' && { version: { increment: 1 } }) },
  })
  if (slug !== stored.slug) await keepFormerSlug(target, stored.id, { from: stored.slug, to: slug })
  await indexProducts(target, [stored.id])
  return stored.id
}

/** Orders keep copies of what was bought, so deleted variants are not missed. */
async function replaceVariants(
  { tx, storeId }: StoreWrite,
  { id: productId }: StoredProduct,
  { stock, variants }: ProductChange,
): Promise<boolean> {
  if (stock !== undefined) throw stockExists('stock')
  if (variants === undefined) return false
  const rows = await lockVariants(tx, storeId, productId)
  const wanted = new Map(variants.map((variant, index) => [optionsKey(variant.options), { variant, index }]))
  for (const { key } of rows) {
    const existing = wanted.get(key)
    if (existing && existing.variant.stock !== undefined) throw stockExists(`variants[${existing.index}].stock`)
  }
  const gone = rows.filter(({ key }) => !wanted.has(key)).map(({ id }) => id)
  if (gone.length > 0) await tx.variant.deleteMany({ where: { storeId, id: { in: gone } } })
  return gone.length > 0
}

const stockExists = (path: string) =>
  new Problem(
    'BAD_USER_INPUT',
    `${path}: expected none, since what is there already keeps its stock. setStock and changeStock change it, whatever is sold meanwhile.`,
  )

async function write(target: StoreWrite, entry: ProductEntry): Promise<WriteOutcome> {
  let outcome: WriteOutcome = 'unchanged'
  await writeProducts(target, [entry], {
    pathOf: () => [],
    onOutcome: (_, reported) => {
      outcome = reported
    },
  })
  if (target.issues.length > 0) throw problemOfAll(target.issues)
  return outcome
}

/** Repeating it changes nothing. @throws Problem NOT_FOUND */
export async function archiveProduct(
  context: Pick<Context, 'services' | 'store'> & ChangedBy,
  id: string,
  query: ProductQuery = {},
): Promise<Product> {
  const { services, store } = context
  if (isUuid(id)) {
    await changeContent(context, async (tx) => {
      const [archived] = await tx.product.updateManyAndReturn({
        where: { storeId: store.id, id, active: true },
        data: { active: false, updatedAt: services.clock(), version: { increment: 1 } },
      })
      if (!archived) return
      await indexProducts({ tx, storeId: store.id }, [id])
      const fields = [{ name: 'active', from: 'true', to: 'false' }]
      await recordChange(tx, context, { ...subjectOf(archived), action: 'CHANGED', fields })
    })
  }
  return getOwnerProduct(context, id, query)
}
