import type { OwnerKey, Prisma } from '../generated/prisma/client.ts'

/** Who did something to an order: `buyer`, `provider`, `reconciliation`, or `owner:<key id>`. */
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

/** Writes an entry of the order's history, in the transaction that does what it tells. */
export async function addOrderEvent(tx: Prisma.TransactionClient, { at, ...event }: NewEvent): Promise<void> {
  await tx.orderEvent.create({ data: { ...event, createdAt: at } })
}

/** The owner, by the key that a request came with. */
export const ownerActor = ({ id }: Pick<OwnerKey, 'id'>): Actor => `owner:${id}`
