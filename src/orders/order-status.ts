import type { OrderStatus } from '../generated/prisma/enums.ts'

/** Every status, and where the store's owner may move an order from there. */
export const OWNER_MOVES: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  PENDING: ['CANCELLED'],
  CONFIRMED: ['SHIPPED', 'CANCELLED'],
  SHIPPED: ['DELIVERED'],
  DELIVERED: [],
  CANCELLED: [],
  FAILED: [],
}

/** Why the owner may not move an order from one status to another, as a sentence for them; null when they may. */
export function moveProblem(from: OrderStatus, to: OrderStatus): string | null {
  const allowed = OWNER_MOVES[from]
  if (allowed.includes(to)) return null
  if (from === to) return `The order is already ${inWords(from)}.`
  if (allowed.length === 0) return `The order is ${inWords(from)}; its status can no longer be changed.`
  return `The order is ${inWords(from)}; it can only become ${allowed.map(inWords).join(' or ')}, not ${inWords(to)}.`
}

const inWords = (status: OrderStatus): string => status.toLowerCase()
