import type { WebhookEvent } from '../../webhooks/event-types.ts'
import { poolKey, type StockPool } from './stock.ts'

export interface StockMove {
  pool: StockPool
  name: string
  options: Record<string, string> | null
  before: number
  after: number
}

/** An event per counter that reached the threshold with this change, so that the owner hears of it once. */
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
