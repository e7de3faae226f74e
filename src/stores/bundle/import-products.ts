import { categoryKey } from '../../catalog/category.ts'
import type { Prisma, Product, Variant } from '../../generated/prisma/client.ts'
import type { BundleProduct } from './bundle-format.ts'
import type { Path } from './bundle-issues.ts'
import { chunks, differs, given, type ImportRun, isNotEmpty, momentOf, noRows, type Tally } from './import-run.ts'
import { importVariants } from './import-variants.ts'
import { saleIssue } from './merged-sale.ts'
import { TOUCHED_WITH_VERSION, type UpdatableTable, updateRows } from './update-rows.ts'

const table = {
  name: 'products',
  key: 'id',
  columns: {
    id: ['id', 'uuid'],
    name: ['name', 'text'],
    description: ['description', 'text'],
    price: ['price', 'bigint'],
    salePrice: ['sale_price', 'bigint'],
    category: ['category', 'text'],
    categoryKey: ['category_key', 'text'],
    images: ['images', 'text[]'],
    taxRateMicro: ['tax_rate_micro', 'integer'],
    active: ['active', 'boolean'],
    displayOrder: ['display_order', 'integer'],
  },
  touched: TOUCHED_WITH_VERSION,
} as const satisfies UpdatableTable

type ProductWithVariants = Product & { variants: Variant[] }

/** Products with their variants, by slug. A change of a variant counts as a change of its product. */
export async function importProducts(run: ImportRun, products: readonly BundleProduct[]): Promise<Tally> {
  const tally = noRows()
  for (const { start, entries } of chunks(products)) {
    const stored = await findProducts(run, entries)
    const created = entries.flatMap((entry, index) =>
      stored.has(entry.slug) ? [] : [newProduct(run, entry, start + index)],
    )
    const merged = entries.flatMap((entry, index) => {
      const product = stored.get(entry.slug)
      return product ? mergeProduct(run, ['products', start + index], product, entry) : []
    })
    const newIds = await createProducts(run, created)
    const changedByVariants = await importVariants(
      run,
      entries.flatMap((entry, index) => variantsOf(entry, ['products', start + index], stored, newIds)),
    )
    const updated = merged.filter(({ changed, product }) => changed || changedByVariants.has(product.id))
    await updateRows(
      run,
      table,
      updated.map(({ product }) => product),
    )
    tally.created += created.length
    tally.updated += updated.length
    tally.unchanged += merged.length - updated.length
    run.advance(entries.length)
    if (start === 0 && entries.length < products.length) await analyse(run)
  }
  return tally
}

/**
 * Tells PostgreSQL how large the tables have become. Plans made while they were empty, those of foreign keys among them,
 * read the whole table for every row.
 */
async function analyse({ tx }: ImportRun): Promise<void> {
  await tx.$executeRaw`ANALYZE products, variants`
}

async function findProducts(
  { tx, storeId }: ImportRun,
  entries: readonly BundleProduct[],
): Promise<Map<string, ProductWithVariants>> {
  const rows = await tx.product.findMany({
    where: { storeId, slug: { in: entries.map(({ slug }) => slug) } },
    include: { variants: true },
  })
  return new Map(rows.map((row) => [row.slug, row]))
}

/** What a bundle sets on a product whether it is new or not. */
const productFields = ({ name, description, price, salePrice, ...entry }: BundleProduct) =>
  given({
    name,
    description,
    price,
    salePrice,
    category: entry.category,
    categoryKey: entry.category === undefined ? undefined : categoryKey(entry.category),
    images: entry.images,
    taxRateMicro: typeof entry.taxRate === 'bigint' ? Number(entry.taxRate) : entry.taxRate,
    active: entry.active,
    displayOrder: entry.displayOrder,
  })

/** Every field is set, since createMany sends a statement for each set of fields. */
const newProduct = (run: ImportRun, entry: BundleProduct, index: number): Prisma.ProductCreateManyInput => ({
  ...{ description: '', salePrice: null, category: '', categoryKey: '', images: [], taxRateMicro: null },
  ...{ active: true, displayOrder: 0 },
  ...productFields(entry),
  name: entry.name,
  price: entry.price,
  storeId: run.storeId,
  slug: entry.slug,
  stock: entry.stock ?? null,
  createdAt: momentOf(run, index),
})

function mergeProduct(run: ImportRun, path: Path, stored: ProductWithVariants, entry: BundleProduct) {
  const wanted = productFields(entry)
  const product = { ...stored, ...wanted }
  const issue = saleIssue(path, entry, product, run.currency)
  if (issue) {
    run.issues.push(issue)
    return []
  }
  return [{ product, changed: differs(stored, wanted) }]
}

/** The ids of the new products by slug. */
async function createProducts(
  { tx }: ImportRun,
  data: Prisma.ProductCreateManyInput[],
): Promise<ReadonlyMap<string, string>> {
  if (!isNotEmpty(data)) return new Map()
  const rows = await tx.product.createManyAndReturn({ data, select: { id: true, slug: true } })
  return new Map(rows.map(({ slug, id }) => [slug, id]))
}

function variantsOf(
  { slug, price, variants }: BundleProduct,
  path: Path,
  stored: ReadonlyMap<string, ProductWithVariants>,
  newIds: ReadonlyMap<string, string>,
) {
  const product = stored.get(slug)
  const productId = product?.id ?? newIds.get(slug)
  if (!variants || productId === undefined) return []
  return [{ path, productId, price, stored: product?.variants ?? [], entries: variants }]
}
