import type { DeliveryKind, OrderQuery, OrderStatus, PaymentStatus } from '../../../../generated/console/documents.ts'
import { Badge, type Tone } from '../parts/badge.tsx'
import { words } from '../parts/formats.ts'

export type ShownOrder = NonNullable<OrderQuery['order']>

const statusTones: Record<OrderStatus, Tone> = {
  PENDING: 'plain',
  CONFIRMED: 'busy',
  SHIPPED: 'good',
  DELIVERED: 'good',
  CANCELLED: 'plain',
  FAILED: 'bad',
}

const paymentTones: Record<PaymentStatus, Tone> = {
  PENDING: 'warn',
  PAID: 'good',
  REFUNDED: 'plain',
  FAILED: 'bad',
}

export const orderStatuses = Object.keys(statusTones).map((status) => [status, words(status)] as const)

export const paymentStatuses: readonly (readonly [PaymentStatus, string])[] = [
  ['PENDING', 'Not paid'],
  ['PAID', 'Paid'],
  ['REFUNDED', 'Refunded'],
  ['FAILED', 'Failed'],
]

export interface Moving {
  status: OrderStatus
  readyAt: string | null
  delivery: { kind: DeliveryKind } | null
}

export const isPickup = ({ delivery }: Pick<Moving, 'delivery'>): boolean => delivery?.kind === 'PICKUP'

/** Goods that are picked up are made ready, and not shipped. */
export function statusWords(order: Moving): string {
  const { status, readyAt } = order
  if (!isPickup(order)) return words(status)
  if (status === 'DELIVERED') return 'Picked up'
  return status === 'SHIPPED' || (status === 'CONFIRMED' && readyAt !== null) ? 'Ready for pick-up' : words(status)
}

export const StatusBadge = ({ order }: { order: Moving }) => (
  <Badge tone={order.readyAt !== null && order.status === 'CONFIRMED' ? 'good' : statusTones[order.status]}>
    {statusWords(order)}
  </Badge>
)

export const PaymentBadge = ({ status }: { status: PaymentStatus }) => (
  <Badge tone={paymentTones[status]}>{paymentStatuses.find(([of]) => of === status)?.[1] ?? words(status)}</Badge>
)

const UNDO_MS = 24 * 3_600_000

/** Whether the service still takes back what happened then. */
export const canBeUndone = (at: string): boolean => Date.now() - Date.parse(at) < UNDO_MS

/** The queries that show orders, which each change of an order makes stale. */
export const ORDER_QUERIES = ['Orders', 'Order', 'Waiting', 'Report', 'TopProducts'] as const
