import type { Prisma, Variant } from '../../../generated/prisma/client.ts'
import { type UpdatableTable, updateRows } from '../../../platform/database/bulk-rows.ts'
import { type Issue, issueAt, type Path, shown } from '../../../platform/input/issues.ts'
import { type Subunits, toMainUnits } from '../../../platform/money.ts'
import { differs, given, isNotEmpty, type StoreWrite } from '../../stores/store-write.ts'
import { optionsFold, optionsIn, optionsKey } from '../product.ts'
import type { VariantEntry } from './product-format.ts'

const table = {
  name: 'variants',
  key: 'id',
  columns: {
    id: ['id', 'uuid'],
    price: ['price', 'bigint'],
    salePrice: ['sale_price', 'bigint'],
    weight: ['weight', 'integer'],
    sku: ['sku', 'text'],
    barcode: ['barcode', 'text'],
    picture: ['picture', 'text'],
    position: ['position', 'integer'],
    optionNames: ['option_names', 'text[]'],
  },
} as const satisfies UpdatableTable

const withStock = { ...table, columns: { ...table.columns, stock: ['stock', 'integer'] } } as const

interface ProductVariants {
  path: Path
  productId: string
  price: Subunits
  stored: readonly Variant[]
  entries: readonly VariantEntry[]
}

interface WrittenVariants {
  /** What is stored now, by product, of those with a new or changed variant. */
  changed: Map<string, Variant[]>
  /** The ids of products with a new variant. */
  extended: Set<string>
}

/** A trial finds only which products change. */
export async function writeVariants(
  target: StoreWrite,
  products: readonly ProductVariants[],
  { setStock, reorder }: { setStock: boolean; reorder: boolean },
): Promise<WrittenVariants> {
  const created: Prisma.VariantCreateManyInput[] = []
  const updated: Variant[] = []
  for (const product of products) {
    const stored = new Map(product.stored.map((variant) => [variant.optionsKey, variant]))
    const spellings = new Map(product.stored.map((variant) => [optionsFold(optionsIn(variant)), optionsIn(variant)]))
    // All variants have the same option names, in the order of the first.
    const optionNames = Object.keys(product.entries[0]?.options ?? {})
    const changed = new Map(
      product.stored
        .filter((variant) => isOutOfOrder(variant, optionNames))
        .map((variant) => [variant.id, { ...variant, optionNames }]),
    )
    const behind = 1 + Math.max(-1, ...product.stored.map(({ position }) => position))
    for (const [index, entry] of product.entries.entries()) {
      const key = optionsKey(entry.options)
      const variant = stored.get(key)
      const position = reorder ? index : (variant?.position ?? behind + index)
      const wanted = {
        ...given({
          price: entry.price,
          salePrice: entry.salePrice,
          weight: entry.weight,
          sku: entry.sku,
          barcode: entry.barcode,
          picture: entry.picture,
          ...(setStock && { stock: entry.stock }),
        }),
        position,
      }
      const merged = { price: null, salePrice: null, ...variant, ...wanted }
      if (!isAcceptable(target, product, index, entry, merged)) continue

      if (variant) {
        if (differs(variant, wanted)) changed.set(variant.id, { ...variant, ...changed.get(variant.id), ...wanted })
        continue
      }
      const spelling = spellings.get(optionsFold(entry.options))
      if (spelling !== undefined) {
        const path = [...product.path, 'variants', index, 'options']
        target.issues.push(issueAt(path, `${shown(spelling)}, as the store has it`, entry.options))
        continue
      }
      const { options, stock = null } = entry
      const identity = { storeId: target.storeId, productId: product.productId, options, optionsKey: key }
      // A new product's may be many; the stock of the others is not indexed yet.
      created.push({ ...wanted, ...identity, optionNames, stock, indexedSoldOut: stock === 0 })
    }
    updated.push(...changed.values())
  }
  const isWritten = !target.isTrial
  const added = isWritten && isNotEmpty(created) ? await target.tx.variant.createManyAndReturn({ data: created }) : []
  if (isWritten) await updateRows(target, setStock ? withStock : table, updated)
  const now = [...products.flatMap(({ stored }) => stored), ...updated, ...added]
  const changed = new Map([...created, ...updated].map(({ productId }) => [productId, [] as Variant[]]))
  for (const variant of new Map(now.map((variant) => [variant.id, variant])).values()) {
    changed.get(variant.productId)?.push(variant)
  }
  for (const variants of changed.values()) variants.sort(inDisplayOrder)
  return { changed, extended: new Set(created.map(({ productId }) => productId)) }
}

const inDisplayOrder = (a: Variant, b: Variant): number => a.position - b.position || (a.id < b.id ? -1 : 1)

function isOutOfOrder(variant: Variant, optionNames: readonly string[]): boolean {
  const shown = Object.keys(optionsIn(variant))
  return optionNames.some((name, place) => name !== shown[place])
}

function isAcceptable(
  { issues, currency }: StoreWrite,
  product: ProductVariants,
  index: number,
  entry: VariantEntry,
  merged: { price: Subunits | null; salePrice: Subunits | null },
): boolean {
  const path = [...product.path, 'variants', index]
  const sale = saleIssue(path, entry, { ...merged, price: merged.price ?? product.price }, currency)
  if (sale) issues.push(sale)

  const names = Object.keys(product.stored[0]?.options ?? entry.options)
    .sort()
    .join(', ')
  const fits = names === Object.keys(entry.options).sort().join(', ')
  if (!fits)
    issues.push(issueAt([...path, 'options'], `the option names of the store's variants, ${names}`, entry.options))
  return fits && sale === null
}

/** When the bundle gives only one of the prices. @param merged entry and stored values combined */
export function saleIssue(
  path: Path,
  entry: { salePrice?: Subunits | null | undefined },
  merged: { price: Subunits; salePrice: Subunits | null },
  currency: string,
): Issue | null {
  if (merged.salePrice === null || merged.salePrice <= merged.price) return null
  const price = toMainUnits(merged.price, currency)
  const salePrice = toMainUnits(merged.salePrice, currency)
  return entry.salePrice === undefined
    ? issueAt(
        [...path, 'price'],
        `at least the sale price in the store (${salePrice}), or a salePrice beside it`,
        price,
      )
    : issueAt([...path, 'salePrice'], `at most the price (${price})`, salePrice)
}
