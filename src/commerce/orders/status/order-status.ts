import type { Order } from '../../../generated/prisma/client.ts'
import { isPickup } from '../../delivery/order-delivery.ts'

export const OrderStatus = {
  PENDING: 'PENDING',
  CONFIRMED: 'CONFIRMED',
  SHIPPED: 'SHIPPED',
  DELIVERED: 'DELIVERED',
  CANCELLED: 'CANCELLED',
  FAILED: 'FAILED',
} as const
export type OrderStatus = (typeof OrderStatus)[keyof typeof OrderStatus]

export const PaymentStatus = {
  PENDING: 'PENDING',
  PAID: 'PAID',
  FAILED: 'FAILED',
  REFUNDED: 'REFUNDED',
} as const
export type PaymentStatus = (typeof PaymentStatus)[keyof typeof PaymentStatus]

export const OWNER_MOVES: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  PENDING: ['CANCELLED'],
  CONFIRMED: ['SHIPPED', 'CANCELLED'],
  SHIPPED: ['DELIVERED'],
  DELIVERED: [],
  CANCELLED: [],
  FAILED: [],
}

type Moved = Pick<Order, 'status' | 'paymentStatus' | 'paymentMethod' | 'delivery'>

/** Whether its buyer may still refuse it at the door. */
const canBeRefused = ({ paymentMethod, paymentStatus }: Moved): boolean =>
  paymentMethod !== null && paymentStatus === 'PENDING'

/** Goods that the buyer picks up are never sent. */
const movesOf = (order: Moved): OrderStatus[] => {
  const moves = [...OWNER_MOVES[order.status]]
  if (order.status === 'CONFIRMED' && isPickup(order)) moves.splice(1, 0, 'DELIVERED')
  if (order.status === 'SHIPPED' && canBeRefused(order)) moves.push('CANCELLED')
  return moves
}

export function moveProblem(order: Moved, to: OrderStatus): string | null {
  const { status: from } = order
  const isRefunded = order.paymentStatus === 'REFUNDED'
  // The goods of a refunded order must not leave the store; a shipped one can still be delivered.
  const allowed = movesOf(order).filter((to) => !(isRefunded && from === 'CONFIRMED' && to !== 'CANCELLED'))
  if (allowed.includes(to)) return null
  if (from === to) return `The order is already ${inWords(from)}.`
  const where = isRefunded ? `${inWords(from)} and refunded` : inWords(from)
  if (allowed.length === 0) return `The order is ${where}; its status can no longer be changed.`
  return `The order is ${where}; it can only become ${allowed.map(inWords).join(' or ')}, not ${inWords(to)}.`
}

const inWords = (status: OrderStatus): string => status.toLowerCase()

const ENDED: readonly Order['status'][] = ['DELIVERED', 'CANCELLED', 'FAILED']

/** Cancelled and failed orders may still be paid late, delivered ones refunded. */
export const isOver = ({ status, paymentStatus }: Pick<Order, 'status' | 'paymentStatus'>): boolean =>
  paymentStatus === 'REFUNDED' && ENDED.includes(status)
