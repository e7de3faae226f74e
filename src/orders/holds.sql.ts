import type { StockPool } from '../catalog/stock.ts'
import { type Order, Prisma } from '../generated/prisma/client.ts'
import { insertionOf } from '../platform/database/bulk-rows.ts'
import { expired, olderThan } from '../platform/database/retention.ts'
import { arrayOf, insertInto } from '../platform/database/statements.ts'
import { STRIKES_COUNT_MS } from './holdings.ts'

/** What an order reserves until its hold expires. */
export interface Reservation {
  holders: readonly string[]
  /** Lines whose stock is counted; `position` is the line's place in the order. */
  lines: readonly { position: number; pool: StockPool; qty: number }[]
  discount: { id: string; buyerKey: string } | null
}

/**
 * Which holds are deleted: those of unpaid orders that have expired. Permanent discount uses do not expire. The keys of the
 * buyer stay while they count as a strike.
 */
export const holdRetention = {
  stockHolds: expired('stock_holds'),
  orderHolders: olderThan('order_holders', 'expires_at', STRIKES_COUNT_MS),
  pointsHolds: expired('points_holds'),
  discountUses: expired('discount_uses'),
}

/** The statements that store what a pending order reserves. `releaseHolds` undoes them. */
export function heldBy(
  { storeId, id: orderId, customerId, pointsUsed: points, holdExpiresAt: expiresAt }: Order,
  { holders, lines, discount }: Reservation,
): Prisma.Sql[] {
  const counted = lines.map(({ position, pool, qty }) => ({ orderId, position, ...pool, qty, expiresAt }))
  return [
    Prisma.sql`
      INSERT INTO order_holders (store_id, order_id, holder, expires_at)
      SELECT ${storeId}::uuid, ${orderId}::uuid, holder, ${expiresAt}::timestamptz
      FROM unnest(${arrayOf(holders, 'text')}) AS holder`,
    ...(counted.length > 0 ? [insertionOf(storeId, stockHolds, counted)] : []),
    ...(discount
      ? [
          insertInto('discount_uses', {
            ...{ storeId, orderId, discountId: discount.id, buyerKey: discount.buyerKey, expiresAt },
          }),
        ]
      : []),
    ...(customerId && points > 0
      ? [insertInto('points_holds', { storeId, orderId, customerId, points, expiresAt })]
      : []),
  ]
}

const stockHolds = {
  name: 'stock_holds',
  columns: {
    orderId: ['order_id', 'uuid'],
    position: ['position', 'int'],
    productId: ['product_id', 'uuid'],
    variantId: ['variant_id', 'uuid'],
    qty: ['qty', 'int'],
    expiresAt: ['expires_at', 'timestamptz'],
  },
} as const
