import { type Customer, type LoyaltyEntry, Prisma } from '../../generated/prisma/client.ts'
import type { SqlClient } from '../../platform/database/sql.ts'
import { newUuid } from '../../platform/uuid.ts'
import type { LoyaltyEntryKind } from './points.ts'

// SQL: the balance is locked and changed with the entry while orders settle, and lists take the newest entries of many
// customers.

interface LedgerEntry {
  storeId: string
  customerId: string
  kind: LoyaltyEntryKind
  /** Negative when spent. */
  points: number
  orderId?: string
  referredId?: string
  reason?: string
  actor?: string
  /** Of reversals: the number of the refund; 0 by default. */
  part?: number
  at: Date
}

/** Also updates the balance and locks the customer until the transaction ends. A balance below 0 is refused. */
export async function addLedgerEntry(tx: SqlClient, { at, ...entry }: LedgerEntry): Promise<void> {
  const {
    storeId,
    customerId,
    kind,
    points,
    orderId = null,
    referredId = null,
    reason = '',
    actor = null,
    part = 0,
  } = entry
  await tx.$executeRaw`
    WITH customer AS (
      UPDATE customers SET points = points + ${points}::int, updated_at = ${at}
      WHERE store_id = ${storeId}::uuid AND id = ${customerId}::uuid
      RETURNING points
    )
    INSERT INTO loyalty_entries
      (store_id, id, customer_id, kind, points, order_id, referred_id, reason, actor, part, balance_after, created_at)
    SELECT ${storeId}::uuid, ${newUuid(at.getTime())}::uuid, ${customerId}::uuid, ${kind},
      ${points}::int, ${orderId}::uuid, ${referredId}::uuid, ${reason}, ${actor}, ${part}::int, customer.points, ${at}
    FROM customer`
}

/** Locks until the transaction ends. */
export async function lockPoints(tx: SqlClient, { storeId, id }: Pick<Customer, 'storeId' | 'id'>): Promise<number> {
  const [row] = await tx.$queryRaw<{ points: number }[]>`
    SELECT points FROM customers WHERE store_id = ${storeId}::uuid AND id = ${id}::uuid FOR NO KEY UPDATE`
  return row?.points ?? 0
}

export const pointsAsJson = (storeId: string, customerId: string, now: Date): Prisma.Sql => Prisma.sql`(
  SELECT json_build_object('balance', points, 'held', (
    SELECT coalesce(sum(points), 0) FROM points_holds
    WHERE store_id = ${storeId}::uuid AND customer_id = ${customerId}::uuid AND expires_at > ${now}::timestamptz
  ))
  FROM customers WHERE store_id = ${storeId}::uuid AND id = ${customerId}::uuid
)`

/** SQL: Prisma's `take` on a relation reads every entry. @param after the entry before the lists */
export function newestEntries(
  db: Pick<SqlClient, '$queryRaw'>,
  storeId: string,
  customerIds: readonly string[],
  { limit, after }: { limit: number; after: { createdAt: unknown; id: unknown } | null },
): Promise<LoyaltyEntry[]> {
  const behind = after
    ? Prisma.sql`AND (created_at, id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`
    : Prisma.empty
  return db.$queryRaw<LoyaltyEntry[]>`
    SELECT newest.*
    FROM unnest(${[...customerIds]}::uuid[]) AS customer (id)
    CROSS JOIN LATERAL (
      SELECT store_id AS "storeId", id, customer_id AS "customerId", kind, points, order_id AS "orderId",
        referred_id AS "referredId", reason, actor, balance_after AS "balanceAfter", created_at AS "createdAt"
      FROM loyalty_entries
      WHERE store_id = ${storeId}::uuid AND customer_id = customer.id ${behind}
      ORDER BY created_at DESC, id DESC
      LIMIT ${limit}
    ) AS newest`
}

export const countEntries = (
  db: Pick<SqlClient, '$queryRaw'>,
  storeId: string,
  customerIds: readonly string[],
  most: number,
): Promise<{ id: string; count: number }[]> =>
  db.$queryRaw<{ id: string; count: number }[]>`
    SELECT customer.id, (
      SELECT count(*)::int FROM (
        SELECT FROM loyalty_entries
        WHERE store_id = ${storeId}::uuid AND customer_id = customer.id LIMIT ${most}
      ) AS entry
    ) AS count
    FROM unnest(${[...customerIds]}::uuid[]) AS customer (id)`
