import type { StockMove } from '../catalog/low-stock.ts'
import { chosenOptions } from '../catalog/product.ts'
import { lockingStock, stockChanges } from '../catalog/stock.sql.ts'
import { lockedPool, poolKey, type Stock, type StockChange } from '../catalog/stock.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { SqlClient } from '../platform/database/sql.ts'
import { arrayOf } from '../platform/database/statements.ts'
import type { OrderWithItems } from './lock-order.ts'

/** What an order takes out of stock. */
interface StockTake {
  /** The names of items with too little stock. */
  shortOf: string[]
  /** The changes of the counters. */
  moves: StockMove[]
  /** The statements that take it, and store with each item how many units it got. */
  writes: Prisma.Sql[]
}

/**
 * Locks the stock counters of an order's items until the transaction ends and reads them, in one statement.
 * @param order the condition that finds the order; without one, nothing is locked
 */
export async function lockStock(tx: SqlClient, storeId: string, order: Prisma.Sql): Promise<Stock> {
  const bought = Prisma.sql`
    SELECT item.product_id, item.variant_id, variants.stock AS variant_stock
    FROM order_items AS item
    LEFT JOIN variants ON variants.store_id = item.store_id AND variants.id = item.variant_id
    WHERE item.store_id = ${storeId}::uuid
      AND item.order_id = (SELECT id FROM orders WHERE store_id = ${storeId}::uuid AND ${order})`
  const rows = await tx.$queryRaw<{ id: string; stock: number }[]>`
    WITH ${lockingStock(storeId, bought)}
    SELECT id, stock FROM counted_products UNION ALL SELECT id, stock FROM counted_variants`
  return new Map(rows.map(({ id, stock }) => [id, stock]))
}

/**
 * Works out what an order takes from each stock counter, which never falls below 0.
 * @param stock the locked counters
 */
export function takeStock(stock: Stock, { storeId, id, items }: OrderWithItems, now: Date): StockTake {
  const left = new Map(stock)
  const changes: StockChange[] = []
  const moves = new Map<string, StockMove>()
  const taken: Taken[] = []
  const shortOf: string[] = []
  for (const item of items) {
    const { position, name, qty } = item
    const pool = lockedPool(stock, item)
    const there = pool && left.get(poolKey(pool))
    if (!pool || there === null || there === undefined) continue
    const units = Math.min(there, qty)
    left.set(poolKey(pool), there - units)
    const before = stock.get(poolKey(pool)) ?? there
    moves.set(poolKey(pool), { pool, name, options: chosenOptions(item), before, after: there - units })
    changes.push({ pool, units: -units })
    taken.push({ position, units })
    if (units < qty) shortOf.push(name)
  }
  const writes = [...stockChanges(storeId, changes, now), ...rememberTaken(storeId, id, taken)]
  return { shortOf, moves: [...moves.values()], writes }
}

/** Puts the units that the order got back into stock. */
export async function returnStock(tx: SqlClient, { storeId, id, items }: OrderWithItems, now: Date): Promise<void> {
  const returned = items.filter(({ stockTaken }) => stockTaken > 0)
  if (returned.length === 0) return
  const stock = await lockStock(tx, storeId, Prisma.sql`id = ${id}::uuid`)
  const changes = returned.flatMap((item) => {
    const pool = lockedPool(stock, item)
    return pool ? [{ pool, units: item.stockTaken }] : []
  })
  const forgotten = returned.map(({ position }) => ({ position, units: 0 }))
  for (const write of [...stockChanges(storeId, changes, now), ...rememberTaken(storeId, id, forgotten)]) {
    await tx.$executeRaw(write)
  }
}

interface Taken {
  position: number
  units: number
}

function rememberTaken(storeId: string, orderId: string, taken: readonly Taken[]): Prisma.Sql[] {
  if (taken.length === 0) return []
  const [positions, units] = [taken.map(({ position }) => position), taken.map((item) => item.units)]
  return [
    Prisma.sql`
      UPDATE order_items SET stock_taken = taken.units
      FROM unnest(${arrayOf(positions, 'int')}, ${arrayOf(units, 'int')}) AS taken (position, units)
      WHERE store_id = ${storeId}::uuid AND order_id = ${orderId}::uuid AND order_items.position = taken.position`,
  ]
}
