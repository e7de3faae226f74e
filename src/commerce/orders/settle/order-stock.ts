import type { OrderItem, Prisma } from '../../../generated/prisma/client.ts'
import type { SqlClient } from '../../../platform/database/sql.ts'
import { chosenOptions } from '../../catalog/product.ts'
import type { StockMove } from '../../catalog/stock/low-stock.ts'
import { stockChanges } from '../../catalog/stock/stock.sql.ts'
import { lockedPool, poolKey, type Stock, type StockChange, type StockPool } from '../../catalog/stock/stock.ts'
import type { OrderWithItems } from '../lock-order.ts'
import { lockStock, rememberTaken, runInOrder, type Taken } from './settle-order.sql.ts'

interface StockTake {
  shortOf: string[]
  moves: StockMove[]
  writes: Prisma.Sql[]
}

/** No counter falls below 0. @param stock the locked counters */
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

/** The items whose units go back, and where; what is no longer counted does not. @param stock what is counted */
export const stockReturned = (stock: Stock, items: readonly OrderItem[]): { pool: StockPool; item: OrderItem }[] =>
  items.flatMap((item) => {
    const pool = item.stockTaken > 0 ? lockedPool(stock, item) : null
    return pool ? [{ pool, item }] : []
  })

/** Only the units that the order got. */
export async function returnStock(tx: SqlClient, { storeId, id, items }: OrderWithItems, now: Date): Promise<void> {
  const returned = items.filter(({ stockTaken }) => stockTaken > 0)
  if (returned.length === 0) return
  const stock = await lockStock(tx, storeId, { id })
  const changes = stockReturned(stock, returned).map(({ pool, item }) => ({ pool, units: item.stockTaken }))
  const forgotten = returned.map(({ position }) => ({ position, units: 0 }))
  await runInOrder(tx, [...stockChanges(storeId, changes, now), ...rememberTaken(storeId, id, forgotten)])
}
