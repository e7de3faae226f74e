import { type Order, Prisma, type Refund } from '../../generated/prisma/client.ts'
import type { Sql, SqlClient } from '../../platform/database/sql.ts'
import { columnsOf, storeStatement } from '../../platform/database/store-statement.ts'
import type { CapturedPayment } from '../payments/provider.ts'

// SQL: refunds are locked and leased in one statement, payments corrected in the settling transaction, and shown orders
// read with their refunds.

const shown = ['orderId', 'amount', 'currency', 'status', 'createdAt', 'settledAt'] as const satisfies (keyof Refund)[]

export type ShownRefund = Pick<Refund, (typeof shown)[number]>

export const refundsOfOrders = storeStatement<ShownRefund>(
  'refunds of orders',
  `SELECT ${columnsOf(shown)} FROM refunds
   WHERE store_id = $1 AND order_id = ANY ($2::uuid[]) AND (status = 'PENDING' OR status = 'PROCESSED' AND failure IS NULL)
   ORDER BY order_id, number`,
)

export type Due = Pick<Refund, 'storeId' | 'id'>

/** At most `limit`, per shard on Citus. */
export const leaseDue = (
  { onEveryShard }: Pick<Sql, 'onEveryShard'>,
  now: Date,
  { until, limit }: { until: Date; limit: number },
): Promise<{ rows: Due[]; failures: string[] }> =>
  onEveryShard<Due>(
    'refunds',
    (name) => Prisma.sql`
      WITH due AS MATERIALIZED (
        SELECT store_id, id FROM ${name} WHERE check_at <= ${now}
        ORDER BY check_at LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED
      ), leased AS (
        UPDATE ${name} AS refunds SET check_at = ${until}
        FROM due WHERE refunds.store_id = due.store_id AND refunds.id = due.id
        RETURNING refunds.store_id AS "storeId", refunds.id
      )
      SELECT json_agg(leased) FROM leased`,
  )

type OfOrder = Pick<Order, 'storeId' | 'id'>

/** 0 when it has none. */
export async function lastRefundNumber(tx: SqlClient, { storeId, id }: OfOrder): Promise<number> {
  const [last] = await tx.$queryRaw<{ number: number | null }[]>`
    SELECT max(number) AS number FROM refunds WHERE store_id = ${storeId}::uuid AND order_id = ${id}::uuid`
  return last?.number ?? 0
}

/** Oldest first. */
export const readPayments = (
  tx: SqlClient,
  { storeId, id }: OfOrder,
): Promise<Pick<CapturedPayment, 'amount' | 'currency'>[]> =>
  tx.$queryRaw<Pick<CapturedPayment, 'amount' | 'currency'>[]>`
    SELECT amount, currency FROM payments
    WHERE store_id = ${storeId}::uuid AND order_id = ${id}::uuid ORDER BY created_at, id`
