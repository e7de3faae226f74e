import type { SqlClient } from '../platform/database/sql.ts'
import { MAX_INTEGER } from '../platform/integer.ts'
import { newUuid } from '../platform/uuid.ts'
import type { LoyaltyEntryKind } from './entry-kind.ts'

/** The largest possible balance, which is the limit of an integer column. */
export const MAX_BALANCE = MAX_INTEGER

export interface LedgerEntry {
  storeId: string
  customerId: string
  kind: LoyaltyEntryKind
  /** Negative when points are spent. */
  points: number
  orderId?: string
  referredId?: string
  reason?: string
  /** Who made the adjustment. */
  actor?: string
  /** Reversals: the number of the order's refund that they belong to; 0 when left out. */
  part?: number
  at: Date
}

/**
 * Adds a ledger entry and updates the balance. The customer's row stays locked until the transaction ends. The database
 * refuses a balance below 0.
 */
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
