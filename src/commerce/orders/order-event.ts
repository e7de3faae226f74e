import type { OwnerKey } from '../../generated/prisma/client.ts'
import type { Alert } from './attention/alert.ts'

export type Actor = 'buyer' | 'provider' | 'reconciliation' | 'operator' | `owner:${string}`

export type OrderEventKind =
  | 'placed'
  | 'confirmed'
  | 'part_paid'
  | 'paid'
  | 'failed'
  | 'cancelled'
  | 'ready'
  | 'shipped'
  | 'delivered'
  | 'delivery_undone'
  | 'payment_undone'
  | 'refunding'
  | 'refunded'
  | 'refund_failed'
  | 'attention'
  | 'resolved'
  | 'erased'
  | 'note'

export interface NewEvent {
  storeId: string
  orderId: string
  actor: Actor
  kind: OrderEventKind
  detail?: string
  alert?: Alert
  at: Date
}

export const isOwner = (actor: Actor): boolean => actor.startsWith('owner:')

export const ownerActor = ({ id }: Pick<OwnerKey, 'id'>): Actor => `owner:${id}`
