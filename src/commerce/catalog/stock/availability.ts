import type { Context } from '../../../api/context.ts'
import { defineLoader } from '../../../api/graphql/schema/loader.ts'
import type { ProductVariant } from '../product.ts'
import { stockOf } from './stock.sql.ts'
import { heldUnits, isFew, poolKey, type Stock, stockPool } from './stock.ts'

/** Units held by pending orders. Lookups of many products share one statement. */
export const heldUnitsOf = defineLoader<string, Stock>(async ({ services, store }, productIds) => {
  const held = await heldUnits(services.db.prisma, store.id, productIds, services.clock())
  return productIds.map(() => held)
})

/** From the primary: a replica may predate the last order. */
const stockNow = defineLoader<string, Stock>(async ({ services, store }, productIds) => {
  const rows = await services.db.sql.read(stockOf, store.id, productIds)
  const stock = new Map(rows.map(({ id, stock }) => [id, stock]))
  return productIds.map(() => stock)
})

/** A product without a stock is always available. */
export const isVariantAvailable = (context: Context, variant: ProductVariant): Promise<boolean> =>
  hasUnits(context, variant.product, variant)

export async function isProductAvailable(
  context: Context,
  product: ProductVariant['product'],
  variants: readonly ProductVariant[],
): Promise<boolean> {
  if (variants.length === 0) return hasUnits(context, product, null)
  const available = await Promise.all(variants.map((variant) => isVariantAvailable(context, variant)))
  return available.includes(true)
}

async function hasUnits(
  context: Context,
  product: ProductVariant['product'],
  variant: ProductVariant | null,
): Promise<boolean> {
  const free = await freeUnits(context, product, variant)
  return free === null || free > 0
}

/** How many can be bought, where these are few by the store's setting; null otherwise, and where they are not counted. */
export async function fewUnits(
  context: Context,
  product: ProductVariant['product'],
  variant: ProductVariant | null,
): Promise<number | null> {
  const free = await freeUnits(context, product, variant)
  return free !== null && isFew(free, context.store) ? Math.max(free, 0) : null
}

/** Less what pending orders hold; null where the stock is not counted. */
async function freeUnits(
  context: Context,
  product: ProductVariant['product'],
  variant: ProductVariant | null,
): Promise<number | null> {
  const pool = stockPool(product, variant)
  if (pool === null) return null
  const stock = context.services.db.replica
    ? ((await stockNow(context).load(product.id)).get(poolKey(pool)) ?? 0)
    : ((pool.variantId === null ? product.stock : variant?.stock) ?? 0)
  if (stock === 0) return 0
  const held = await heldUnitsOf(context).load(product.id)
  return stock - (held.get(poolKey(pool)) ?? 0)
}
