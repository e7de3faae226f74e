import { isDeepStrictEqual } from 'node:util'
import type { Product, Variant } from '../../../generated/prisma/client.ts'
import { insertRows, updateRows } from '../../../platform/database/bulk-rows.ts'
import { issueAt, type Path } from '../../../platform/input/issues.ts'
import { recordOf } from '../../../platform/record-of.ts'
import { newUuid } from '../../../platform/uuid.ts'
import { momentOf, type StoreWrite } from '../../stores/store-write.ts'
import { forgetFormerSlugs } from '../redirects/former-slugs.ts'
import { fieldColumns, newFields, storedFields } from './product-columns.ts'
import type { ProductEntry } from './product-format.ts'
import { saleIssue } from './write-variants.ts'

export type ProductWithVariants = Product & { variants: Variant[] }

/** A product of a list, and its place there. */
export interface ListedEntry {
  entry: ProductEntry
  index: number
  path: Path
}

const inserted = {
  name: 'products',
  columns: {
    ...fieldColumns,
    id: ['id', 'uuid'],
    slug: ['slug', 'text'],
    createdAt: ['created_at', 'timestamptz'],
    updatedAt: ['updated_at', 'timestamptz'],
  },
} as const

/** Nothing, and an issue, when it lacks what a new product needs. */
export function newProduct(
  target: StoreWrite,
  { entry, index, path }: ListedEntry,
): { index: number; product: Product }[] {
  const { name, price, slug } = entry
  if (name === undefined) target.issues.push(issueAt([...path, 'name'], 'a name, which a new product needs', name))
  if (price === undefined) target.issues.push(issueAt([...path, 'price'], 'a price, which a new product needs', price))
  if (name === undefined || price === undefined) return []
  const createdAt = momentOf(target, index)
  const product = {
    ...newFields({ ...entry, name, price }),
    ...{ storeId: target.storeId, id: newUuid(createdAt.getTime()), slug, createdAt, updatedAt: target.now },
    ...{ version: 1, reviewCount: 0, ratingSum: 0, variantsLeft: null },
  }
  return [{ index, product }]
}

export async function insertProducts(target: StoreWrite, products: readonly Product[]): Promise<void> {
  if (products.length === 0) return
  await insertRows(target, inserted, products)
  const slugs = products.map(({ slug }) => slug)
  await forgetFormerSlugs(target, slugs)
}

interface MergeOptions {
  setStock: boolean
  plainLineEnds: boolean
}

export interface MergedProduct {
  index: number
  stored: ProductWithVariants
  product: Product
  /** The names of the fields that differ from what is stored. */
  changes: string[]
}

/** Nothing, and an issue, when its prices do not fit what is stored. */
export function mergeProduct(
  target: StoreWrite,
  { entry, index, path }: ListedEntry,
  stored: ProductWithVariants,
  { setStock, plainLineEnds }: MergeOptions,
): MergedProduct[] {
  const { stock, ...change } = entry
  const changed = Object.entries(storedFields(setStock ? entry : change)).filter(([name, value]) => {
    const old: unknown = Reflect.get(stored, name)
    return !isDeepStrictEqual(old, value) && !(plainLineEnds && isDeepStrictEqual(withPlainLineEnds(old), value))
  })
  const product = { ...stored, ...Object.fromEntries(changed) }
  const issue = saleIssue(path, entry, product, target.currency)
  if (!issue) return [{ index, stored, product, changes: changed.map(([name]) => name) }]
  target.issues.push(issue)
  return []
}

function withPlainLineEnds(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/\r\n?/g, '\n')
  if (Array.isArray(value)) return value.map(withPlainLineEnds)
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withPlainLineEnds(part)]))
}

/** As it is stored once it is written. */
export const touched = ({ now }: StoreWrite, product: Product): Product => ({
  ...product,
  version: product.version + 1,
  updatedAt: now,
})

/** Writes the columns that change in any of them. */
export async function updateProducts(target: StoreWrite, merged: readonly MergedProduct[]): Promise<void> {
  const changes = new Set(merged.flatMap((one) => one.changes))
  const columns = recordOf(Object.entries(fieldColumns).filter(([name]) => changes.has(name)))
  await updateRows(
    target,
    {
      name: 'products',
      key: 'id',
      columns: { ...columns, id: ['id', 'uuid'], updatedAt: ['updated_at', 'timestamptz'] },
      touched: 'version = t.version + 1',
    },
    merged.map(({ product }) => ({ ...product, updatedAt: target.now })),
  )
}
