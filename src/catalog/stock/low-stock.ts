import type { WebhookEvent } from '../../webhooks/event-types.ts'
import { poolKey, type StockPool } from './stock.ts'

/** The change of one stock counter, in units. */
export interface StockMove {
  pool: StockPool
  /** The product's name. */
  name: string
  /** The variant's options, in the owner's order. */
  options: Record<string, string> | null
  before: number
  after: number
}

/**
 * An event for each counter that dropped to the threshold with this change. Counters that were already low are skipped,
 * so that the owner is told once.
 */
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
