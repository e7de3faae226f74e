import { setImmediate } from 'node:timers/promises'
import type { Path } from '../../../platform/input/issues.ts'
import { chunks, noRows, type StoreWrite, type Tally } from '../../stores/store-write.ts'
import { storedAddresses } from '../../stores/uploaded-addresses.ts'
import { copiedAddresses } from '../picture-copy/links.ts'
import { optionList, optionsOf } from '../product.ts'
import { analyseProducts } from '../products.sql.ts'
import { addSales, addWords, indexRows } from '../search/index/index-products.sql.ts'
import { type SearchedProduct, searchedTexts } from '../search/index/search-row.ts'
import { updateVariantsLeft } from '../stock/variants-left.sql.ts'
import { claimCodes, ListedCodes, lockCodes } from './claim-codes.ts'
import type { ProductEntry } from './product-format.ts'
import {
  insertProducts,
  type ListedEntry,
  mergeProduct,
  newProduct,
  type ProductWithVariants,
  touched,
  updateProducts,
} from './product-rows.ts'
import { writeVariants } from './write-variants.ts'

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
  { pathOf = (index) => ['products', index], onOutcome, chunk, ...options }: WriteOptions = {},
): Promise<Tally> {
  const tally = noRows()
  const words = new Set<string>()
  const { codes = new ListedCodes(products) } = options
  if (codes.areGiven && !target.isTrial) await lockCodes(target)
  for (const { start, entries } of chunks(products, chunk)) {
    const stored = await findProducts(target, entries)
    const listed = entries.map((entry, at) => ({ entry, index: start + at, path: pathOf(start + at) }))
    const written = await writeListed(target, listed, stored, { ...options, codes })
    for (const word of written.words) words.add(word)
    for (const { index, outcome } of written.products) {
      tally[outcome] += 1
      onOutcome?.(index, outcome)
    }
    target.advance(entries.length)
    if (!target.isTrial && start === 0 && entries.length < products.length) await analyseProducts(target.tx)
    // The embedded database answers without yielding to the event loop, so let other requests run here.
    await setImmediate()
  }
  await addWords(target, words)
  return tally
}

/**
 * As `writeProducts`, of a single one.
 * @param stored as the caller has locked it; null for a new one
 * @returns what is stored now; null when `target` has an issue
 */
export async function writeProduct(
  target: StoreWrite,
  entry: ProductEntry,
  stored: ProductWithVariants | null,
): Promise<ProductWithVariants | null> {
  const codes = new ListedCodes([entry])
  if (codes.areGiven) await lockCodes(target)
  const known = new Map(stored && [[entry.slug, stored]])
  const { products, words } = await writeListed(target, [{ entry, index: 0, path: [] }], known, { codes })
  await addWords(target, words)
  return target.issues.length > 0 ? null : (products[0]?.product ?? null)
}

interface WrittenProduct {
  index: number
  outcome: WriteOutcome
  product: ProductWithVariants
}

interface Written {
  /** As they are stored now. Those with an issue are missing. */
  products: WrittenProduct[]
  /** Which searches do not know yet, to be added at the end. */
  words: string[]
}

/** @param stored what is stored of them, by slug */
async function writeListed(
  target: StoreWrite,
  given: readonly ListedEntry[],
  stored: ReadonlyMap<string, ProductWithVariants>,
  options: Omit<WriteOptions, 'pathOf' | 'onOutcome' | 'chunk'> & { codes: ListedCodes },
): Promise<Written> {
  const { setStock = false, plainLineEnds = false, keepCopies = false, reorder = true, codes } = options
  const { isTrial = false } = target
  const addressed = await withStoredAddresses(target, given, keepCopies)
  const listed = codes.areGiven ? await claimCodes(target, addressed, codes) : addressed
  const created = listed.flatMap((one) => (stored.has(one.entry.slug) ? [] : newProduct(target, one)))
  const merged = listed.flatMap((one) => {
    const product = stored.get(one.entry.slug)
    return product ? mergeProduct(target, one, product, { setStock, plainLineEnds }) : []
  })
  const newRows = created.map(({ product }) => product)
  if (!isTrial) await insertProducts(target, newRows)
  const ids = new Map([...newRows, ...stored.values()].map(({ slug, id }) => [slug, id]))
  const { changed, extended } = await writeVariants(
    target,
    listed.flatMap((one) => variantsOf(one, stored.get(one.entry.slug), ids.get(one.entry.slug))),
    { setStock, reorder },
  )
  const updated = merged.filter(({ changes, product: { id } }) => changes.length > 0 || changed.has(id))
  const isUpdated = new Set(updated.map(({ product: { id } }) => id))
  const products: WrittenProduct[] = [
    ...created.map((row) => ({ ...row, outcome: 'created' as const, variants: [] })),
    ...merged.map(({ stored: { variants }, ...row }) =>
      isUpdated.has(row.product.id)
        ? { ...row, outcome: 'updated' as const, product: touched(target, row.product), variants }
        : { ...row, outcome: 'unchanged' as const, variants },
    ),
  ].map(({ index, outcome, product, variants }) => ({
    ...{ index, outcome },
    product: { ...product, variants: changed.get(product.id) ?? variants },
  }))
  if (isTrial) return { products, words: [] }

  await updateProducts(target, updated)
  await updateVariantsLeft(target, [...extended])
  await addSales(target, newRows)
  const written = products.flatMap(({ outcome, product }) => (outcome === 'unchanged' ? [] : product))
  // A list that is refused may have a product twice.
  const rows = new Map(written.map((product) => [product.id, searched(product)]))
  const reworded = new Set([
    ...[...newRows.map(({ id }) => id), ...extended],
    ...updated.flatMap(({ changes, product: { id } }) => (changes.some((name) => searchedTexts.has(name)) ? id : [])),
  ])
  return { products, words: await indexRows(target, [...rows.values()], reworded) }
}

const searched = ({ variants, ...product }: ProductWithVariants): SearchedProduct => ({
  ...product,
  variants: variants.map((variant) => ({ ...variant, options: optionsOf(optionList(variant.options)) })),
})

/** Uploads by their path. */
async function withStoredAddresses(
  { tx, storeId }: StoreWrite,
  listed: readonly ListedEntry[],
  keepCopies: boolean,
): Promise<readonly ListedEntry[]> {
  const addressesOf = ({ entry: { images = [], media = [], variants = [] } }: ListedEntry) => [
    ...images,
    ...media.map(({ url }) => url),
    ...variants.flatMap(({ picture }) => picture ?? []),
  ]
  const addresses = listed.flatMap(addressesOf)
  const uploaded = await storedAddresses(tx, storeId, addresses)
  const copied = keepCopies ? await copiedAddresses(tx, storeId, addresses) : uploaded
  const stored = (address: string) => copied(uploaded(address))
  return listed.map(({ entry: { images, media, variants, ...entry }, ...place }) => ({
    ...place,
    entry: {
      ...entry,
      ...(images && { images: images.map(stored) }),
      ...(media && { media: media.map((picture) => ({ ...picture, url: stored(picture.url) })) }),
      ...(variants && {
        variants: variants.map((variant) => ({ ...variant, picture: variant.picture && stored(variant.picture) })),
      }),
    },
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

function variantsOf(
  { entry: { price, variants }, path }: ListedEntry,
  product: ProductWithVariants | undefined,
  productId: string | undefined,
) {
  const ownPrice = price ?? product?.price
  if (!variants || productId === undefined || ownPrice === undefined) return []
  return [{ path, productId, price: ownPrice, stored: product?.variants ?? [], entries: variants }]
}
