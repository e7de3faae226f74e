import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Product, Variant } from '../../../generated/prisma/client.ts'
import {
  insertRows,
  TOUCHED_WITH_VERSION,
  type UpdatableTable,
  updateRows,
} from '../../../platform/database/bulk-rows.ts'
import { issueAt, type Path } from '../../../platform/input/issues.ts'
import { newUuid } from '../../../platform/uuid.ts'
import { chunks, differs, momentOf, noRows, type StoreWrite, type Tally } from '../../stores/store-write.ts'
import { storedAddresses } from '../../stores/uploaded-addresses.ts'
import { copiedAddresses } from '../picture-copy/links.ts'
import { analyseProducts } from '../products.sql.ts'
import { forgetFormerSlugs } from '../redirects/former-slugs.ts'
import { addWords, indexRows } from '../search/index/index-products.sql.ts'
import { updateVariantsLeft } from '../stock/variants-left.sql.ts'
import { claimCodes, ListedCodes, lockCodes } from './claim-codes.ts'
import { fieldColumns, newFields, storedFields } from './product-columns.ts'
import type { ProductEntry } from './product-format.ts'
import { saleIssue, writeVariants } from './write-variants.ts'

const { stock: stockColumn, ...settings } = fieldColumns

const table = {
  name: 'products',
  key: 'id',
  columns: { id: ['id', 'uuid'], ...settings },
  touched: TOUCHED_WITH_VERSION,
} as const satisfies UpdatableTable

const withStock = { ...table, columns: { ...table.columns, stock: stockColumn } } as const

const inserted = {
  name: 'products',
  columns: {
    ...withStock.columns,
    slug: ['slug', 'text'],
    createdAt: ['created_at', 'timestamptz'],
    updatedAt: ['updated_at', 'timestamptz'],
  },
} as const

type ProductWithVariants = Product & { variants: Variant[] }

export type WriteOutcome = 'created' | 'updated' | 'unchanged'

interface WriteOptions {
  /** Whether existing rows get the stock, too; their variants must then be locked. */
  setStock?: boolean
  reorder?: boolean
  pathOf?: (index: number) => Path
  onOutcome?: (index: number, outcome: WriteOutcome) => void
  /** Of the whole list that these are a part of; by default they are all of it. */
  codes?: ListedCodes
  /** Whether links that were copied are meant as their copies. */
  keepCopies?: boolean
  /** Whether texts came with plain line ends, and are the same as stored ones with others. */
  plainLineEnds?: boolean
  chunk?: number
}

/** Matches by slug. A changed variant changes its product. The caller has locked the existing products. */
export async function writeProducts(
  target: StoreWrite,
  products: readonly ProductEntry[],
  options: WriteOptions = {},
): Promise<Tally> {
  const {
    setStock = false,
    plainLineEnds = false,
    keepCopies = false,
    reorder = true,
    pathOf = (index) => ['products', index],
    onOutcome,
    chunk,
  } = options
  const tally = noRows()
  const words = new Set<string>()
  const { codes = new ListedCodes(products) } = options
  if (codes.areGiven && !target.isTrial) await lockCodes(target)
  const report = (index: number, outcome: WriteOutcome) => {
    tally[outcome] += 1
    onOutcome?.(index, outcome)
  }
  for (const { start, entries: given } of chunks(products, chunk)) {
    const entries = await withStoredAddresses(target, given, keepCopies)
    const listed = entries.map((entry, at) => ({ entry, index: start + at, path: pathOf(start + at) }))
    const stored = await findProducts(target, entries)
    const numbered = codes.areGiven ? await claimCodes(target, listed, codes) : listed
    const created = numbered.flatMap(({ entry, index, path }) =>
      stored.has(entry.slug) ? [] : newProduct(target, path, entry, index),
    )
    const merged = numbered.flatMap(({ entry, index, path }) => {
      const product = stored.get(entry.slug)
      return product ? mergeProduct(target, path, product, entry, { setStock, plainLineEnds, index }) : []
    })
    const newRows = created.map(({ data }) => data)
    if (!target.isTrial && newRows.length > 0) {
      await insertRows(target, inserted, newRows)
      await forgetFormerSlugs(
        target,
        newRows.map(({ slug }) => slug),
      )
    }
    const newIds = new Map(created.map(({ data }) => [data.slug, data.id]))
    const changedByVariants = await writeVariants(
      target,
      numbered.flatMap(({ entry, path }) => variantsOf(entry, path, stored, newIds)),
      { setStock, reorder },
    )
    if (!target.isTrial) await updateVariantsLeft(target, [...changedByVariants])
    const updated = merged.filter(({ changed, product }) => changed || changedByVariants.has(product.id))
    const changedRows = updated.map(({ product }) => product)
    if (!target.isTrial) await updateRows(target, setStock ? withStock : table, changedRows)
    if (!target.isTrial) {
      for (const word of await indexRows(
        target,
        [...newRows, ...changedRows].map(({ id }) => id),
      ))
        words.add(word)
    }
    const isUpdated = new Set(updated)
    for (const { index } of created) report(index, 'created')
    for (const row of merged) report(row.index, isUpdated.has(row) ? 'updated' : 'unchanged')
    target.advance(entries.length)
    if (!target.isTrial && start === 0 && entries.length < products.length) await analyseProducts(target.tx)
    // The embedded database answers without yielding to the event loop, so let other requests run here.
    await setImmediate()
  }
  await addWords(target, words)
  return tally
}

/** Uploads by their path. */
async function withStoredAddresses(
  { tx, storeId }: StoreWrite,
  entries: readonly ProductEntry[],
  keepCopies: boolean,
): Promise<readonly ProductEntry[]> {
  const addressesOf = ({ images = [], media = [], variants = [] }: ProductEntry) => [
    ...images,
    ...media.map(({ url }) => url),
    ...variants.flatMap(({ picture }) => picture ?? []),
  ]
  const addresses = entries.flatMap(addressesOf)
  const uploaded = await storedAddresses(tx, storeId, addresses)
  const copied = keepCopies ? await copiedAddresses(tx, storeId, addresses) : uploaded
  const stored = (address: string) => copied(uploaded(address))
  return entries.map(({ images, media, variants, ...entry }) => ({
    ...entry,
    ...(images && { images: images.map(stored) }),
    ...(media && { media: media.map((picture) => ({ ...picture, url: stored(picture.url) })) }),
    ...(variants && {
      variants: variants.map((variant) => ({ ...variant, picture: variant.picture && stored(variant.picture) })),
    }),
  }))
}

async function findProducts(
  { tx, storeId }: StoreWrite,
  entries: readonly ProductEntry[],
): Promise<Map<string, ProductWithVariants>> {
  const rows = await tx.product.findMany({
    where: { storeId, slug: { in: entries.map(({ slug }) => slug) } },
    include: { variants: { orderBy: [{ position: 'asc' }, { id: 'asc' }] } },
  })
  return new Map(rows.map((row) => [row.slug, row]))
}

type NewProduct = Pick<Product, keyof typeof inserted.columns>

function newProduct(
  target: StoreWrite,
  path: Path,
  entry: ProductEntry,
  index: number,
): { index: number; data: NewProduct }[] {
  const { name, price } = entry
  if (name === undefined) target.issues.push(issueAt([...path, 'name'], 'a name, which a new product needs', name))
  if (price === undefined) target.issues.push(issueAt([...path, 'price'], 'a price, which a new product needs', price))
  if (name === undefined || price === undefined) return []
  const createdAt = momentOf(target, index)
  const data = {
    ...newFields({ ...entry, name, price }),
    id: newUuid(createdAt.getTime()),
    slug: entry.slug,
    createdAt,
    updatedAt: target.now,
  }
  return [{ index, data }]
}

function mergeProduct(
  target: StoreWrite,
  path: Path,
  stored: ProductWithVariants,
  entry: ProductEntry,
  { setStock, plainLineEnds, index }: { setStock: boolean; plainLineEnds: boolean; index: number },
) {
  const { stock, ...change } = entry
  const given = storedFields(setStock ? entry : change)
  const wanted = plainLineEnds ? changedOf(stored, given) : given
  const product = { ...stored, ...wanted }
  const issue = saleIssue(path, entry, product, target.currency)
  if (issue) {
    target.issues.push(issue)
    return []
  }
  return [{ index, product, changed: differs(stored, wanted) }]
}

/** The fields that differ in more than line ends. */
const changedOf = <Fields extends object>(stored: object, given: Fields): Partial<Fields> =>
  // fromEntries loses the names, which are those of `given`.
  Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) => !isDeepStrictEqual(withPlainLineEnds(Reflect.get(stored, name)), value),
    ),
  ) as Partial<Fields>

function withPlainLineEnds(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/\r\n?/g, '\n')
  if (Array.isArray(value)) return value.map(withPlainLineEnds)
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withPlainLineEnds(part)]))
}

function variantsOf(
  { slug, price, variants }: ProductEntry,
  path: Path,
  stored: ReadonlyMap<string, ProductWithVariants>,
  newIds: ReadonlyMap<string, string>,
) {
  const product = stored.get(slug)
  const productId = product?.id ?? newIds.get(slug)
  const ownPrice = price ?? product?.price
  if (!variants || productId === undefined || ownPrice === undefined) return []
  return [{ path, productId, price: ownPrice, stored: product?.variants ?? [], entries: variants }]
}
