import type { OwnerKey, Prisma } from '../generated/prisma/client.ts'
import type { SqlClient } from '../platform/database/sql.ts'
import { insertInto } from '../platform/database/statements.ts'
import { newUuid } from '../platform/uuid.ts'

/** The operator is whoever uses the command line. */
export type Actor = 'buyer' | 'provider' | 'reconciliation' | 'operator' | `owner:${string}`

export type OrderEventKind =
  | 'placed'
  | 'paid'
  | 'failed'
  | 'cancelled'
  | 'shipped'
  | 'delivered'
  | 'refunding'
  | 'refunded'
  | 'refund_failed'
  | 'attention'
  | 'resolved'
  | 'erased'

interface NewEvent {
  storeId: string
  orderId: string
  actor: Actor
  kind: OrderEventKind
  detail?: string
  at: Date
}

/** Adds an entry to the order's history. Call it in the transaction that makes the change. */
export async function addOrderEvent(tx: SqlClient, event: NewEvent): Promise<void> {
  await tx.$executeRaw(addedOrderEvent(event))
}

/** The statement that adds an entry to the order's history. */
export const addedOrderEvent = ({ at, storeId, orderId, actor, kind, detail = '' }: NewEvent): Prisma.Sql =>
  insertInto('order_events', { storeId, id: newUuid(at.getTime()), orderId, actor, kind, detail, createdAt: at })

export const ownerActor = ({ id }: Pick<OwnerKey, 'id'>): Actor => `owner:${id}`
