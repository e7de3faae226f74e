import type { Prisma } from '../../generated/prisma/client.ts'

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
interface StockLine {
  productId: string
  variantId: string | null
}

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

/** @param json null when none are held */
export const heldOf = (json: Readonly<Record<string, number>> | null): Stock => new Map(Object.entries(json ?? {}))
