import type { Prisma } from '../../generated/prisma/client.ts'
import type { SqlClient, SqlTransaction } from '../../platform/database/sql.ts'
import { insertInto, withCtes } from '../../platform/database/statements.ts'
import { heldBy, type Reservation, takenOver } from '../orders/holds/holds.sql.ts'
import type { TakeOver } from '../orders/holds/take-over.ts'
import type { OrderWithItems } from '../orders/lock-order.ts'
import { addedOrderEvent, insertedItems } from '../orders/orders.sql.ts'
import type { Claim } from './idempotency.ts'

// SQL: one statement writes an order with all that it holds.

interface Placed {
  reservation: Reservation
  takes: TakeOver
  /** What takes the items out of their cart. */
  leaving: readonly Prisma.Sql[]
  now: Date
  /** Whether nothing follows, so that the transaction commits. */
  isLast: boolean
}

/** Commits if it is the last write of the transaction. */
export async function writeOrder(
  tx: SqlTransaction,
  order: OrderWithItems,
  { reservation, takes, leaving, now, isLast }: Placed,
): Promise<void> {
  const { items, ...row } = order
  const writes = withCtes(
    [
      // Citus runs the parts in turn, and references must find the order.
      insertInto('orders', {
        ...row,
        notices: JSON.stringify(row.notices),
        alerts: JSON.stringify(row.alerts),
        paymentTerms: row.paymentTerms && JSON.stringify(row.paymentTerms),
        buyerAddressParts: row.buyerAddressParts && JSON.stringify(row.buyerAddressParts),
        delivery: row.delivery && JSON.stringify(row.delivery),
      }),
      insertedItems(order.storeId, items),
      ...heldBy(order, reservation),
      ...takenOver(order.storeId, takes, now),
      ...leaving,
    ],
    addedOrderEvent({ storeId: order.storeId, orderId: order.id, actor: 'buyer', kind: 'placed', at: now }),
  )
  if (isLast) await tx.$executeLast(writes)
  else await tx.$executeRaw(writes)
}

export async function bindOrder(
  tx: Pick<SqlClient, '$executeRaw'>,
  { storeId, caller, key, runningTill }: Claim,
  { orderId, leftHash }: { orderId: string; leftHash: string | null },
): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE idempotency_keys SET order_id = ${orderId}::uuid, left_hash = ${leftHash}
    WHERE store_id = ${storeId}::uuid AND caller = ${caller} AND key = ${key} AND running_till = ${runningTill}`
  return count > 0
}
