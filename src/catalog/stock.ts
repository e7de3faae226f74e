import { Prisma } from '../generated/prisma/client.ts'
import { arrayOf, onceLocked } from '../platform/database/statements.ts'
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

/** Something that is bought. */
export interface StockLine {
  productId: string
  variantId: string | null
}

/**
 * The CTEs `counted_products` and `counted_variants`, which lock the counters of the lines and read them, products before
 * variants and each by ascending id: every transaction locks in this order, and a different one could deadlock. Which
 * counters the lines have is decided before anything is locked.
 * @param lines selects `product_id`, `variant_id` and `variant_stock`
 * @param earlier the CTEs whose rows are to be locked before
 */
export const lockingStock = (
  storeId: string,
  lines: Prisma.Sql,
  ...earlier: readonly string[]
): Prisma.Sql => Prisma.sql`
  lines AS MATERIALIZED (${lines}),
  counted_products AS MATERIALIZED (
    SELECT id, stock FROM products
    WHERE store_id = ${storeId}::uuid AND id IN (SELECT product_id FROM lines WHERE variant_stock IS NULL)
      AND stock IS NOT NULL AND ${onceLocked(...earlier)}
    ORDER BY id FOR NO KEY UPDATE
  ),
  counted_variants AS MATERIALIZED (
    SELECT id, stock FROM variants
    WHERE store_id = ${storeId}::uuid AND id IN (SELECT variant_id FROM lines) AND stock IS NOT NULL
      AND ${onceLocked(...earlier, 'counted_products')}
    ORDER BY id FOR NO KEY UPDATE
  )`

/** The counter of a line among those that were locked; null when its stock is not counted. */
export function lockedPool(stock: Stock, { productId, variantId }: StockLine): StockPool | null {
  if (variantId !== null && stock.has(variantId)) return { productId, variantId }
  return stock.has(productId) ? { productId, variantId: null } : null
}

/** Units to add to a counter; negative to remove them. */
export interface StockChange {
  pool: StockPool
  units: number
}

/**
 * The statements that apply changes to counters, summed per counter. The caller must have locked them, and no counter
 * may fall below 0. The product's version stays the same, so that an owner can still save an edit after a sale.
 */
export function stockChanges(storeId: string, changes: readonly StockChange[], now: Date): Prisma.Sql[] {
  const products = unitsById(changes.filter(({ pool }) => pool.variantId === null))
  const variants = unitsById(changes.filter(({ pool }) => pool.variantId !== null))
  const ofProducts = Prisma.sql`
    UPDATE products SET stock = LEAST(stock::bigint + change.units, ${MAX_INTEGER}), updated_at = ${now}
    FROM unnest(${arrayOf([...products.keys()], 'uuid')}, ${arrayOf([...products.values()], 'int')}) AS change (id, units)
    WHERE store_id = ${storeId}::uuid AND products.id = change.id AND stock IS NOT NULL`
  const ofVariants = Prisma.sql`
    UPDATE variants SET stock = LEAST(stock::bigint + change.units, ${MAX_INTEGER})
    FROM unnest(${arrayOf([...variants.keys()], 'uuid')}, ${arrayOf([...variants.values()], 'int')}) AS change (id, units)
    WHERE store_id = ${storeId}::uuid AND variants.id = change.id AND stock IS NOT NULL`
  return [...(products.size > 0 ? [ofProducts] : []), ...(variants.size > 0 ? [ofVariants] : [])]
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

/** Selects the units that pending orders hold of the products and their variants in one value; `heldOf` reads it. */
export const heldAsJson = (storeId: string, productIds: readonly string[], now: Date): Prisma.Sql => Prisma.sql`(
  SELECT json_object_agg(counter, units) FROM (
    SELECT coalesce(variant_id, product_id) AS counter, sum(qty) AS units FROM stock_holds
    WHERE store_id = ${storeId}::uuid AND product_id = ANY(${arrayOf(productIds, 'uuid')}) AND expires_at > ${now}::timestamptz
    GROUP BY 1
  ) AS held
)`

/** @param json null when none are held */
export const heldOf = (json: Readonly<Record<string, number>> | null): Stock => new Map(Object.entries(json ?? {}))
