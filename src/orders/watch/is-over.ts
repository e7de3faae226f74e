import type { Order } from '../../generated/prisma/client.ts'

const ENDED: readonly Order['status'][] = ['DELIVERED', 'CANCELLED', 'FAILED']

/**
 * Whether neither status nor payment of the order can change any more. One that was cancelled or has failed may still be
 * paid, by a buyer who was late, and one that was delivered may be refunded.
 */
export const isOver = ({ status, paymentStatus }: Pick<Order, 'status' | 'paymentStatus'>): boolean =>
  paymentStatus === 'REFUNDED' && ENDED.includes(status)
