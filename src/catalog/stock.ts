import { Prisma } from '../generated/prisma/client.ts'
import { MAX_INTEGER } from '../platform/integer.ts'

/** The row that counts the units: a product, or a variant with a stock of its own. */
export interface StockPool {
  productId: string
  /** Null when the product counts. */
  variantId: string | null
}

/** The row that counts this purchase; null when its stock is not counted. */
export function stockPool(
  product: { id: string; stock: number | null },
  variant: { id: string; stock: number | null } | null,
): StockPool | null {
  if (variant !== null && variant.stock !== null) return { productId: product.id, variantId: variant.id }
  return product.stock === null ? null : { productId: product.id, variantId: null }
}

export const poolKey = ({ productId, variantId }: StockPool): string => variantId ?? productId

/** Units by `poolKey`. */
export type Stock = ReadonlyMap<string, number>

/**
 * Locks the counters until the transaction ends and reads them. Every transaction locks products before variants, each
 * by ascending id; a different order could deadlock.
 */
export async function lockStock(
  tx: Prisma.TransactionClient,
  storeId: string,
  pools: readonly StockPool[],
): Promise<Stock> {
  const productIds = pools.filter(({ variantId }) => variantId === null).map(({ productId }) => productId)
  const variantIds = pools.flatMap(({ variantId }) => variantId ?? [])
  return new Map([
    ...(await lockCounters(tx, Prisma.raw('products'), storeId, productIds)),
    ...(await lockCounters(tx, Prisma.raw('variants'), storeId, variantIds)),
  ])
}

async function lockCounters(tx: Prisma.TransactionClient, table: Prisma.Sql, storeId: string, ids: string[]) {
  if (ids.length === 0) return []
  const rows = await tx.$queryRaw<{ id: string; stock: number | null }[]>`
    SELECT id, stock FROM ${table}
    WHERE store_id = ${storeId}::uuid AND id = ANY(${ids}::uuid[])
    ORDER BY id FOR NO KEY UPDATE`
  return rows.flatMap(({ id, stock }) => (stock === null ? [] : [[id, stock] as const]))
}

/** Units to add to a counter; negative to remove them. */
export interface StockChange {
  pool: StockPool
  units: number
}

/**
 * Applies changes to counters, summed per counter. The caller must have locked them, and no counter may fall below 0.
 * The product's version stays the same, so that an owner can still save an edit after a sale.
 */
export async function changeStock(
  tx: Prisma.TransactionClient,
  storeId: string,
  changes: readonly StockChange[],
  now: Date,
): Promise<void> {
  const products = unitsById(changes.filter(({ pool }) => pool.variantId === null))
  const variants = unitsById(changes.filter(({ pool }) => pool.variantId !== null))
  if (products.size > 0) {
    await tx.$executeRaw`
      UPDATE products SET stock = LEAST(stock::bigint + change.units, ${MAX_INTEGER}), updated_at = ${now}
      FROM unnest(${[...products.keys()]}::uuid[], ${[...products.values()]}::int[]) AS change (id, units)
      WHERE store_id = ${storeId}::uuid AND products.id = change.id AND stock IS NOT NULL`
  }
  if (variants.size > 0) {
    await tx.$executeRaw`
      UPDATE variants SET stock = LEAST(stock::bigint + change.units, ${MAX_INTEGER})
      FROM unnest(${[...variants.keys()]}::uuid[], ${[...variants.values()]}::int[]) AS change (id, units)
      WHERE store_id = ${storeId}::uuid AND variants.id = change.id AND stock IS NOT NULL`
  }
}

function unitsById(changes: readonly StockChange[]): Map<string, number> {
  const units = new Map<string, number>()
  for (const change of changes) units.set(poolKey(change.pool), (units.get(poolKey(change.pool)) ?? 0) + change.units)
  return units
}

/** Units of the products and their variants that pending orders hold, by `poolKey`. */
export async function heldUnits(
  db: Prisma.TransactionClient,
  storeId: string,
  productIds: readonly string[],
  now: Date,
): Promise<Stock> {
  if (productIds.length === 0) return new Map()
  const groups = await db.stockHold.groupBy({
    by: ['productId', 'variantId'],
    where: { storeId, productId: { in: [...productIds] }, expiresAt: { gt: now } },
    _sum: { qty: true },
  })
  return new Map(groups.map(({ _sum, ...pool }) => [poolKey(pool), _sum.qty ?? 0]))
}
