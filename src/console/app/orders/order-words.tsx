import type { OrderStatus, PaymentStatus } from '../../../generated/console/documents.ts'
import { Badge, type Tone } from '../parts/badge.tsx'
import { words } from '../parts/formats.ts'

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

export const StatusBadge = ({ status }: { status: OrderStatus }) => (
  <Badge tone={statusTones[status]}>{words(status)}</Badge>
)

export const PaymentBadge = ({ status }: { status: PaymentStatus }) => (
  <Badge tone={paymentTones[status]}>{paymentStatuses.find(([of]) => of === status)?.[1] ?? words(status)}</Badge>
)

/** The queries that show orders, which each change of an order makes stale. */
export const ORDER_QUERIES = ['Orders', 'Order', 'Waiting', 'Report', 'TopProducts'] as const
