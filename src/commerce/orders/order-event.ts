import type { Alert } from './attention/alert.ts'

export type Actor = 'buyer' | 'provider' | 'reconciliation' | 'operator' | `owner:${string}` | `person:${string}`

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

/** With a key, or as a person of the store. */
export const isOwner = (actor: string): boolean => /^(owner|person):/.test(actor)
