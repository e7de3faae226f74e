import type { ShownOrder } from './shown-order.ts'

/** Null when nothing is reserved for it as a pending order. */
export const holdExpiry = ({
  status,
  replacedBy,
  holdExpiresAt,
}: Pick<ShownOrder, 'status' | 'replacedBy' | 'holdExpiresAt'>): Date | null =>
  status === 'PENDING' && !replacedBy ? holdExpiresAt : null

export function secondsHeld(order: Parameters<typeof holdExpiry>[0], now: Date): number | null {
  const until = holdExpiry(order)
  return until && Math.max(0, Math.floor((until.getTime() - now.getTime()) / 1000))
}
