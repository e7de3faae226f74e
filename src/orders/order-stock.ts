import type { StockMove } from '../catalog/low-stock.ts'
import { changeStock, lockStock, poolKey, type StockChange, type StockPool, stockPool } from '../catalog/stock.ts'
import type { OrderItem, Prisma } from '../generated/prisma/client.ts'
import type { OrderWithItems } from './lock-order.ts'

/**
 * Deducts an order's items from their stock counters, never below 0, and stores with each item how many units it got.
 * @returns the names of items with too little stock, and the changes of the counters
 */
export async function takeStock(
  tx: Prisma.TransactionClient,
  { storeId, id, items }: OrderWithItems,
  now: Date,
): Promise<{ shortOf: string[]; moves: StockMove[] }> {
  const pools = await poolsOf(tx, storeId, items)
  const stock = await lockStock(tx, storeId, [...pools.values()])
  const left = new Map(stock)
  const changes: StockChange[] = []
  const moves = new Map<string, StockMove>()
  const taken: { position: number; units: number }[] = []
  const shortOf: string[] = []
  for (const { position, name, options, qty } of items) {
    const pool = pools.get(position)
    const there = pool && left.get(poolKey(pool))
    if (!pool || there === undefined) continue
    const units = Math.min(there, qty)
    left.set(poolKey(pool), there - units)
    const before = stock.get(poolKey(pool)) ?? there
    moves.set(poolKey(pool), { pool, name, options, before, after: there - units })
    changes.push({ pool, units: -units })
    taken.push({ position, units })
    if (units < qty) shortOf.push(name)
  }
  await changeStock(tx, storeId, changes, now)
  await rememberTaken(tx, storeId, id, taken)
  return { shortOf, moves: [...moves.values()] }
}

/** Puts the units that the order got back into stock. */
export async function returnStock(
  tx: Prisma.TransactionClient,
  { storeId, id, items }: OrderWithItems,
  now: Date,
): Promise<void> {
  const returned = items.filter(({ stockTaken }) => stockTaken > 0)
  const pools = await poolsOf(tx, storeId, returned)
  await lockStock(tx, storeId, [...pools.values()])
  const changes = returned.flatMap(({ position, stockTaken }) => {
    const pool = pools.get(position)
    return pool ? [{ pool, units: stockTaken }] : []
  })
  await changeStock(tx, storeId, changes, now)
  await rememberTaken(
    tx,
    storeId,
    id,
    returned.map(({ position }) => ({ position, units: 0 })),
  )
}

/** The current stock counter of each item, by the item's position. Takes two SQL statements. */
async function poolsOf(
  tx: Prisma.TransactionClient,
  storeId: string,
  items: OrderItem[],
): Promise<Map<number, StockPool>> {
  const select = { id: true, stock: true } as const
  const [products, variants] = [
    await tx.product.findMany({ where: { storeId, id: { in: items.map(({ productId }) => productId) } }, select }),
    await tx.variant.findMany({
      where: { storeId, id: { in: items.flatMap(({ variantId }) => variantId ?? []) } },
      select,
    }),
  ]
  const productById = new Map(products.map((product) => [product.id, product]))
  const variantById = new Map(variants.map((variant) => [variant.id, variant]))
  return new Map(
    items.flatMap(({ position, productId, variantId }) => {
      const product = productById.get(productId)
      const pool = product && stockPool(product, variantById.get(variantId ?? '') ?? null)
      return pool ? [[position, pool] as const] : []
    }),
  )
}

async function rememberTaken(
  tx: Prisma.TransactionClient,
  storeId: string,
  orderId: string,
  taken: { position: number; units: number }[],
) {
  if (taken.length === 0) return
  await tx.$executeRaw`
    UPDATE order_items SET stock_taken = taken.units
    FROM unnest(${taken.map(({ position }) => position)}::int[], ${taken.map(({ units }) => units)}::int[]) AS taken (position, units)
    WHERE store_id = ${storeId}::uuid AND order_id = ${orderId}::uuid AND order_items.position = taken.position`
}
