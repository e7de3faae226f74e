import { Prisma } from '../generated/prisma/client.ts'
import { MAX_INTEGER } from '../platform/integer.ts'

/** Where units are counted: at a product, or at a variant with a stock of its own. */
export interface StockPool {
  productId: string
  /** Null when the product itself counts. */
  variantId: string | null
}

/** Who counts the units of a purchase; null when nobody does. */
export function stockPool(
  product: { id: string; stock: number | null },
  variant: { id: string; stock: number | null } | null,
): StockPool | null {
  if (variant !== null && variant.stock !== null) return { productId: product.id, variantId: variant.id }
  return product.stock === null ? null : { productId: product.id, variantId: null }
}

export const poolKey = ({ productId, variantId }: StockPool): string => variantId ?? productId

/** Units that there are, by `poolKey`. */
export type Stock = ReadonlyMap<string, number>

/**
 * Locks the counters until the transaction ends, and reads them. Products before variants, each in the order of their
 * ids: whoever locks more than one keeps to it.
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

/** A number of units to add to a counter, or to take from it when it is negative. */
export interface StockChange {
  pool: StockPool
  units: number
}

/**
 * Changes counters; several changes of one are summed. Lock them first; none may fall below 0. A sale is no change of the
 * product's version: what an owner is about to save is not stale because of it.
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

/** Units that pending orders hold of these products and their variants, by `poolKey`. */
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
