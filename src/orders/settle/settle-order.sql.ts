import { lockingStock } from '../../catalog/stock/stock.sql.ts'
import type { Stock } from '../../catalog/stock/stock.ts'
import { type Order, Prisma } from '../../generated/prisma/client.ts'
import type { SqlClient, SqlTransaction } from '../../platform/database/sql.ts'
import { arrayOf, type Cte, withCtes } from '../../platform/database/statements.ts'
import { type Listening, subscriptionsOf } from '../../webhooks/webhooks.sql.ts'
import type { Actor, OrderEventKind } from '../order-event.ts'
import { addedOrderEvent, isOrder, type OrderKey } from '../orders.sql.ts'

// SQL: one statement locks all counters of an order, and one writes all that settles.

export interface SettlingNeeds {
  stock: Stock
  listeners: Listening[]
}

/** Also finds the webhooks of its events. @param order locks nothing when there is none */
export async function lockForSettling(tx: SqlClient, storeId: string, order: OrderKey): Promise<SettlingNeeds> {
  const [stock, listeners] = await Promise.all([
    lockStock(tx, storeId, order),
    tx.$queryRaw<Listening[]>(
      subscriptionsOf(
        storeId,
        Prisma.sql`EXISTS (SELECT FROM orders WHERE store_id = ${storeId}::uuid AND ${isOrder(order)})`,
      ),
    ),
  ])
  return { stock, listeners }
}

/** In one statement, until the transaction ends. @param order locks nothing when there is none */
export async function lockStock(tx: SqlClient, storeId: string, order: OrderKey): Promise<Stock> {
  const bought = Prisma.sql`
    SELECT item.product_id, item.variant_id, variants.stock AS variant_stock
    FROM order_items AS item
    LEFT JOIN variants ON variants.store_id = item.store_id AND variants.id = item.variant_id
    WHERE item.store_id = ${storeId}::uuid
      AND item.order_id = (SELECT id FROM orders WHERE store_id = ${storeId}::uuid AND ${isOrder(order)})`
  const rows = await tx.$queryRaw<{ id: string; stock: number }[]>`
    WITH ${lockingStock(storeId, bought)}
    SELECT id, stock FROM counted_products UNION ALL SELECT id, stock FROM counted_variants`
  return new Map(rows.map(({ id, stock }) => [id, stock]))
}

export interface Taken {
  position: number
  units: number
}

export function rememberTaken(storeId: string, orderId: string, taken: readonly Taken[]): Prisma.Sql[] {
  if (taken.length === 0) return []
  const [positions, units] = [taken.map(({ position }) => position), taken.map((item) => item.units)]
  return [
    Prisma.sql`
      UPDATE order_items SET stock_taken = taken.units
      FROM unnest(${arrayOf(positions, 'int')}, ${arrayOf(units, 'int')}) AS taken (position, units)
      WHERE store_id = ${storeId}::uuid AND order_id = ${orderId}::uuid AND order_items.position = taken.position`,
  ]
}

export async function runInOrder(tx: Pick<SqlClient, '$executeRaw'>, statements: readonly Prisma.Sql[]): Promise<void> {
  for (const statement of statements) await tx.$executeRaw(statement)
}

export async function writeSettled(
  tx: SqlTransaction,
  order: Order,
  alongside: readonly Cte[],
  { actor, kind, detail }: { actor: Actor; kind: OrderEventKind; detail: string },
): Promise<void> {
  const { storeId, id, status, paymentStatus, checkPaymentAt, alerts, needsAttention, updatedAt, version } = order
  const settle = Prisma.sql`
    UPDATE orders
    SET status = ${status}, payment_status = ${paymentStatus},
      check_payment_at = ${checkPaymentAt}::timestamptz, alerts = ${JSON.stringify(alerts)}::jsonb,
      needs_attention = ${needsAttention}, updated_at = ${updatedAt}, version = ${version}
    WHERE store_id = ${storeId}::uuid AND id = ${id}::uuid`
  const event = addedOrderEvent({ storeId, orderId: id, actor, kind, detail, at: updatedAt })
  await tx.$executeLast(withCtes([...alongside, settle], event))
}
