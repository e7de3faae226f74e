import type { Order } from '../../generated/prisma/client.ts'

/** Where an order stands. A CHECK of the database holds the same list. */
export const OrderStatus = {
  PENDING: 'PENDING',
  CONFIRMED: 'CONFIRMED',
  SHIPPED: 'SHIPPED',
  DELIVERED: 'DELIVERED',
  CANCELLED: 'CANCELLED',
  FAILED: 'FAILED',
} as const
export type OrderStatus = (typeof OrderStatus)[keyof typeof OrderStatus]

/** Where an order’s payment stands. A CHECK of the database holds the same list. */
export const PaymentStatus = {
  PENDING: 'PENDING',
  PAID: 'PAID',
  FAILED: 'FAILED',
  REFUNDED: 'REFUNDED',
} as const
export type PaymentStatus = (typeof PaymentStatus)[keyof typeof PaymentStatus]

/** For each status, the statuses that the owner may change it to. */
export const OWNER_MOVES: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  PENDING: ['CANCELLED'],
  CONFIRMED: ['SHIPPED', 'CANCELLED'],
  SHIPPED: ['DELIVERED'],
  DELIVERED: [],
  CANCELLED: [],
  FAILED: [],
}

/** Why the owner may not change the status, as a sentence for them; null when they may. */
export function moveProblem(order: Pick<Order, 'status' | 'paymentStatus'>, to: OrderStatus): string | null {
  const { status: from } = order
  const isRefunded = order.paymentStatus === 'REFUNDED'
  // A refunded order must not be shipped any more. One that is already shipped can still be marked as delivered.
  const allowed = OWNER_MOVES[from].filter((target) => !(isRefunded && target === 'SHIPPED'))
  if (allowed.includes(to)) return null
  if (from === to) return `The order is already ${inWords(from)}.`
  const where = isRefunded ? `${inWords(from)} and refunded` : inWords(from)
  if (allowed.length === 0) return `The order is ${where}; its status can no longer be changed.`
  return `The order is ${where}; it can only become ${allowed.map(inWords).join(' or ')}, not ${inWords(to)}.`
}

const inWords = (status: OrderStatus): string => status.toLowerCase()

const ENDED: readonly Order['status'][] = ['DELIVERED', 'CANCELLED', 'FAILED']

/**
 * Whether neither status nor payment of the order can change any more. One that was cancelled or has failed may still be
 * paid, by a buyer who was late, and one that was delivered may be refunded.
 */
export const isOver = ({ status, paymentStatus }: Pick<Order, 'status' | 'paymentStatus'>): boolean =>
  paymentStatus === 'REFUNDED' && ENDED.includes(status)
