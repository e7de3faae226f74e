import type { Prisma } from '../generated/prisma/client.ts'
import type { WebhookEvent } from '../webhooks/event-types.ts'
import { poolKey, type StockPool } from './stock.ts'

/** How many units a counter held before and after a change. */
export interface StockMove {
  pool: StockPool
  /** What is counted, in the owner's words. */
  name: string
  /** Of a variant. */
  options: Prisma.JsonValue
  before: number
  after: number
}

/** Tells of the counters that have fallen to the threshold just now; one that was there before is told of already. */
export const lowStockEvents = (moves: readonly StockMove[], threshold: number): WebhookEvent[] =>
  moves
    .filter(({ before, after }) => before > threshold && after <= threshold)
    .map(({ pool, name, options, after }) => ({
      type: 'stock.low',
      subject: `stock:${poolKey(pool)}`,
      data: {
        product: { id: pool.productId, name },
        variant: pool.variantId === null ? null : { id: pool.variantId, options },
        stock: after,
        threshold,
      },
    }))
