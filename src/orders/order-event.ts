import type { OwnerKey, Prisma } from '../generated/prisma/client.ts'

export type Actor = 'buyer' | 'provider' | 'reconciliation' | `owner:${string}`

export type OrderEventKind =
  | 'placed'
  | 'paid'
  | 'failed'
  | 'cancelled'
  | 'shipped'
  | 'delivered'
  | 'refunded'
  | 'attention'
  | 'resolved'

interface NewEvent {
  storeId: string
  orderId: string
  actor: Actor
  kind: OrderEventKind
  detail?: string
  at: Date
}

/** Adds an entry to the order's history. Call it in the transaction that makes the change. */
export async function addOrderEvent(tx: Prisma.TransactionClient, { at, ...event }: NewEvent): Promise<void> {
  await tx.orderEvent.create({ data: { ...event, createdAt: at } })
}

export const ownerActor = ({ id }: Pick<OwnerKey, 'id'>): Actor => `owner:${id}`
