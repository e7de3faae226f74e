import type { Prisma, Store } from '../../../generated/prisma/client.ts'

export interface StockPool {
  productId: string
  /** Null when the product counts. */
  variantId: string | null
}

/** Null when the stock is not counted. */
export function stockPool(
  product: { id: string; stock: number | null },
  variant: { id: string; stock: number | null } | null,
): StockPool | null {
  if (variant !== null && variant.stock !== null) return { productId: product.id, variantId: variant.id }
  return product.stock === null ? null : { productId: product.id, variantId: null }
}

export const poolKey = ({ productId, variantId }: StockPool): string => variantId ?? productId

/** Shoppers see exact numbers only where few are left. */
export const isFew = (units: number, { lowStockThreshold }: Pick<Store, 'lowStockThreshold'>): boolean =>
  units <= lowStockThreshold

export type Stock = ReadonlyMap<string, number>

interface StockLine {
  productId: string
  variantId: string | null
}

export function lockedPool(stock: Stock, { productId, variantId }: StockLine): StockPool | null {
  if (variantId !== null && stock.has(variantId)) return { productId, variantId }
  return stock.has(productId) ? { productId, variantId: null } : null
}

/** Negative removes units. */
export interface StockChange {
  pool: StockPool
  units: number
}

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

export const heldOf = (json: Readonly<Record<string, number>> | null): Stock => new Map(Object.entries(json ?? {}))
