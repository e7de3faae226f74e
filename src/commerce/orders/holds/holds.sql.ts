import { type Order, Prisma } from '../../../generated/prisma/client.ts'
import { insertionOf } from '../../../platform/database/bulk-rows.ts'
import { hasSqlState } from '../../../platform/database/errors/sql-state.ts'
import { expired, olderThan } from '../../../platform/database/retention.ts'
import type { SqlClient } from '../../../platform/database/sql.ts'
import { arrayOf, type Cte, insertInto, onceLocked, withCtes } from '../../../platform/database/statements.ts'
import type { StockPool } from '../../catalog/stock/stock.ts'
import { customerHolder, discountBuyer, phoneHolders } from './holders.ts'
import { type OwnOrder, STRIKES_COUNT_MS } from './holdings.ts'
import type { TakeOver } from './take-over.ts'

// SQL: holds are written in the statements that place and settle orders.

export interface Reservation {
  holders: readonly string[]
  /** With counted stock; `position` is the line's place in the order. */
  lines: readonly { position: number; pool: StockPool; qty: number }[]
  discount: { id: string; buyerKey: string } | null
}

/** Deletes expired holds of unpaid orders. Permanent discount uses stay; keys stay while they count as a strike. */
export const holdRetention = {
  stockHolds: expired('stock_holds'),
  orderHolders: olderThan('order_holders', 'expires_at', STRIKES_COUNT_MS),
  pointsHolds: expired('points_holds'),
  discountUses: expired('discount_uses'),
}

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
            storeId,
            orderId,
            discountId: discount.id,
            buyerKey: discount.buyerKey,
            expiresAt,
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

type Held = Pick<Order, 'storeId' | 'id' | 'pointsUsed'>

/**
 * @param givenUpAt when the buyer gave it up, which counts as a strike: cancelling in time could otherwise hold
 * everything for ever. Null otherwise
 */
export async function releaseHolds(tx: SqlClient, order: Held, givenUpAt: Date | null): Promise<void> {
  const released = [releasedDiscountUse(order), ...releasedHolds(order, givenUpAt)]
  // Everything writes holds in this order; PostgreSQL runs the last first.
  await tx.$executeRaw(withCtes(released.slice(0, -1), released.at(-1) ?? Prisma.empty))
}

/** All but the discount use. @param earlier CTEs whose rows are locked before */
export function releasedHolds(
  { storeId, id: orderId, pointsUsed }: Held,
  givenUpAt: Date | null,
  ...earlier: readonly string[]
): Prisma.Sql[] {
  const ofOrder = Prisma.sql`store_id = ${storeId}::uuid AND order_id = ${orderId}::uuid AND ${onceLocked(...earlier)}`
  return [
    Prisma.sql`DELETE FROM stock_holds WHERE ${ofOrder}`,
    givenUpAt === null
      ? Prisma.sql`DELETE FROM order_holders WHERE ${ofOrder}`
      : Prisma.sql`UPDATE order_holders SET expires_at = ${givenUpAt} WHERE ${ofOrder} AND expires_at > ${givenUpAt}`,
    ...(pointsUsed > 0 ? [Prisma.sql`DELETE FROM points_holds WHERE ${ofOrder}`] : []),
  ]
}

const releasedDiscountUse = ({ storeId, id: orderId }: Pick<Held, 'storeId' | 'id'>): Prisma.Sql => Prisma.sql`
  DELETE FROM discount_uses
  WHERE store_id = ${storeId}::uuid AND order_id = ${orderId}::uuid AND expires_at IS NOT NULL`

/**
 * Writes tables of holds in the order of `releasedHolds`, so that an order can end while it is replaced. Stored keys
 * stay: an unpaid hold that ended is a strike.
 */
export function takenOver(storeId: string, { replaced, uses, points }: TakeOver, now: Date): Prisma.Sql[] {
  const of = (orders: readonly OwnOrder[]) =>
    Prisma.sql`store_id = ${storeId}::uuid AND order_id = ANY(${arrayOf(
      orders.map(({ id }) => id),
      'uuid',
    )})`
  const [usesOf, pointsOf] = [
    [...replaced, ...uses],
    [...replaced, ...points],
  ]
  return [
    ...(usesOf.length > 0
      ? [Prisma.sql`DELETE FROM discount_uses WHERE ${of(usesOf)} AND expires_at IS NOT NULL`]
      : []),
    ...(replaced.length > 0
      ? [
          Prisma.sql`DELETE FROM stock_holds WHERE ${of(replaced)}`,
          Prisma.sql`UPDATE order_holders SET expires_at = ${now} WHERE ${of(replaced)} AND expires_at > ${now}`,
        ]
      : []),
    ...(pointsOf.length > 0 ? [Prisma.sql`DELETE FROM points_holds WHERE ${of(pointsOf)}`] : []),
  ]
}

/** Forgives the strikes of the payer's customer, phone and address. A free order forgives none. */
export function strikesForgiven({ storeId, id, customerId, buyerPhone, total }: Order, now: Date): Prisma.Sql[] {
  if (total === 0n) return []
  const known = [...(customerId === null ? [] : [customerHolder(customerId)]), ...phoneHolders(buyerPhone)]
  return [
    Prisma.sql`
      DELETE FROM order_holders
      WHERE store_id = ${storeId}::uuid AND expires_at <= ${now} AND order_id <> ${id}::uuid AND holder = ANY(ARRAY(
        SELECT holder FROM order_holders WHERE store_id = ${storeId}::uuid AND order_id = ${id}::uuid
        UNION SELECT unnest(${arrayOf(known, 'text')})
      ))`,
  ]
}

/**
 * Makes the held discount use permanent, even after the hold expired. The discount may have been deleted. The locking
 * CTE is named.
 * @param isUsedUp whether it may pass the code's limit; otherwise that fails with 22012, see `isUsedUpMeanwhile`
 */
export function countedDiscountUse(order: Order, now: Date, isUsedUp: boolean): Cte[] {
  const { storeId, id: orderId, discountId } = order
  if (!discountId) return []
  const buyerKey = discountBuyer(order.customerId, order.buyerPhone)
  return [
    Prisma.sql`
      INSERT INTO discount_uses (store_id, order_id, discount_id, buyer_key, expires_at)
      VALUES (${storeId}::uuid, ${orderId}::uuid, ${discountId}::uuid, ${buyerKey}, NULL)
      ON CONFLICT (store_id, order_id) DO UPDATE SET expires_at = NULL`,
    {
      name: 'counted_use',
      statement: Prisma.sql`
        UPDATE discounts SET times_used = times_used + 1, updated_at = ${now}
        WHERE store_id = ${storeId}::uuid AND id = ${discountId}::uuid
        RETURNING id${isUsedUp ? Prisma.empty : Prisma.sql`, 1 / (times_used <= coalesce(usage_limit, times_used))::int`}`,
    },
  ]
}

/** Another order has used up the code since this one looked. When repeated, it sees that in time to alert the owner. */
export const isUsedUpMeanwhile = (error: unknown): boolean => hasSqlState(error, '22012')

export async function returnDiscountUse(
  tx: SqlClient,
  { storeId, id: orderId, discountId }: Order,
  now: Date,
): Promise<void> {
  if (!discountId) return
  const count = await tx.$executeRaw`
    DELETE FROM discount_uses
    WHERE store_id = ${storeId}::uuid AND order_id = ${orderId}::uuid AND expires_at IS NULL`
  if (count === 0) return
  await tx.$executeRaw`
    UPDATE discounts SET times_used = times_used - 1, updated_at = ${now}
    WHERE store_id = ${storeId}::uuid AND id = ${discountId}::uuid AND times_used > 0`
}
