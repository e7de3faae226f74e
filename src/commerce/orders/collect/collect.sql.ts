import { type Order, type Payment, Prisma } from '../../../generated/prisma/client.ts'
import type { SqlClient } from '../../../platform/database/sql.ts'
import { insertInto, onceLocked } from '../../../platform/database/statements.ts'
import { discountBuyer } from '../holds/holders.ts'
import type { OrderWithItems } from '../lock-order.ts'
import { type ItemAsJson, itemsAsJson, itemsOf, orderColumns } from '../orders.sql.ts'

// SQL: runs in the transactions that settle orders, and locks in one statement what an order counts on.

/** Locks until the transaction ends; null when it does not exist. */
export async function lockWholeOrder(tx: SqlClient, storeId: string, orderNo: string): Promise<OrderWithItems | null> {
  const [row] = await tx.$queryRaw<(Order & { items: ItemAsJson[] | null })[]>`
    WITH locked AS MATERIALIZED (
      SELECT * FROM orders WHERE store_id = ${storeId}::uuid AND order_no = ${orderNo} FOR NO KEY UPDATE
    )
    SELECT ${orderColumns}, ${itemsAsJson(storeId, Prisma.sql`locked.id`)} AS items FROM locked`
  return row ? { ...row, items: itemsOf(row.items) } : null
}

type RecordedPayment = Pick<Payment, 'orderId' | 'amount' | 'reference' | 'undoneAt'> & {
  /** Whether no payment of the order that counts came later. */
  isLast: boolean
}

/** A payment without the provider, by its key. */
export async function findRecorded(tx: SqlClient, storeId: string, key: string): Promise<RecordedPayment | undefined> {
  const [found] = await tx.$queryRaw<RecordedPayment[]>`
    SELECT order_id AS "orderId", amount, reference, undone_at AS "undoneAt", NOT EXISTS (
      SELECT FROM payments AS later WHERE later.store_id = ${storeId}::uuid AND later.order_id = payments.order_id
        AND later.undone_at IS NULL
        AND (later.created_at, later.id) > (payments.created_at, payments.id)
    ) AS "isLast"
    FROM payments
    WHERE store_id = ${storeId}::uuid AND provider = 'MANUAL' AND provider_payment_id = ${key}`
  return found
}

export async function insertPayment(tx: SqlClient, payment: Payment): Promise<void> {
  await tx.$executeRaw(insertInto('payments', payment))
}

export async function writeCollected(
  tx: Pick<SqlClient, '$executeRaw'>,
  { storeId, id, collectedAmount, paymentStatus, updatedAt, version }: Order,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE orders SET collected_amount = ${collectedAmount}::bigint, payment_status = ${paymentStatus},
      updated_at = ${updatedAt}, version = ${version}
    WHERE store_id = ${storeId}::uuid AND id = ${id}::uuid`
}

/** What covers an order, once nobody else can take it. */
export interface Cover {
  /** Units by counter: what the order holds, and what others do. */
  held: { counter: string; own: number; others: number }[]
  /** Null where the order used no discount, or that was deleted. */
  discount: {
    usageLimit: number | null
    perCustomerLimit: number | null
    timesUsed: number
    /** Whether the order still holds its use. */
    holds: boolean
    heldByOthers: number
    /** Uses of the buyer in other orders. */
    ofBuyer: number
  } | null
  points: { balance: number; own: number; others: number } | null
}

/** Locks customer and discount, as a checkout does behind the counters; then reads. */
export async function lockCover(tx: SqlClient, order: Order, now: Date): Promise<Cover> {
  const { storeId, id, customerId, discountId, pointsUsed, buyerPhone } = order
  const redeemer = pointsUsed > 0 ? customerId : null
  await tx.$queryRaw`
    WITH customer AS MATERIALIZED (
      SELECT id FROM customers WHERE store_id = ${storeId}::uuid AND id = ${redeemer}::uuid FOR NO KEY UPDATE
    ), discount AS MATERIALIZED (
      SELECT id FROM discounts
      WHERE store_id = ${storeId}::uuid AND id = ${discountId}::uuid AND ${onceLocked('customer')} FOR NO KEY UPDATE
    )
    SELECT (SELECT count(*) FROM customer) + (SELECT count(*) FROM discount)`
  const live = Prisma.sql`store_id = ${storeId}::uuid AND expires_at > ${now}::timestamptz`
  const isOwn = Prisma.sql`order_id = ${id}::uuid`
  const buyerKey = discountBuyer(customerId, buyerPhone)
  const [cover] = await tx.$queryRaw<Omit<Cover, 'held'> & { held: Cover['held'] | null }[]>`
    SELECT (
      SELECT json_agg(held) FROM (
        SELECT coalesce(variant_id, product_id) AS counter, coalesce(sum(qty) FILTER (WHERE ${isOwn}), 0) AS own,
          coalesce(sum(qty) FILTER (WHERE NOT ${isOwn}), 0) AS others
        FROM stock_holds
        WHERE ${live} AND product_id IN (
          SELECT product_id FROM order_items WHERE store_id = ${storeId}::uuid AND ${isOwn}
        )
        GROUP BY 1
      ) AS held
    ) AS held, (
      SELECT json_build_object('usageLimit', usage_limit, 'perCustomerLimit', per_customer_limit, 'timesUsed', times_used,
        'holds', EXISTS (SELECT FROM discount_uses WHERE ${live} AND ${isOwn}),
        'heldByOthers', (
          SELECT count(*) FROM discount_uses WHERE ${live} AND discount_id = discounts.id AND NOT ${isOwn}
        ),
        'ofBuyer', (
          SELECT count(*) FROM discount_uses
          WHERE store_id = ${storeId}::uuid AND discount_id = discounts.id AND buyer_key = ${buyerKey} AND NOT ${isOwn}
            AND (expires_at IS NULL OR expires_at > ${now}::timestamptz)
        ))
      FROM discounts WHERE store_id = ${storeId}::uuid AND id = ${discountId}::uuid
    ) AS discount, (
      SELECT json_build_object('balance', points,
        'own', (SELECT coalesce(sum(points), 0) FROM points_holds WHERE ${live} AND ${isOwn}),
        'others', (
          SELECT coalesce(sum(points), 0) FROM points_holds
          WHERE ${live} AND customer_id = customers.id AND NOT ${isOwn}
        ))
      FROM customers WHERE store_id = ${storeId}::uuid AND id = ${redeemer}::uuid
    ) AS points`
  return { discount: null, points: null, ...cover, held: cover?.held ?? [] }
}
