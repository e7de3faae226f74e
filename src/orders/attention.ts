import type { Order } from '../generated/prisma/client.ts'

export const CANCELLED_WHEN_PAID = 'Cancelled after it was paid: refund the buyer.'
export const PAID_WHEN_CANCELLED = 'Paid after it was cancelled: refund the buyer.'

type Noted = Pick<Order, 'needsAttention'>

/** Appends a reason to the order's note for the owner. */
export const withReason = ({ needsAttention }: Noted, reason: string): string =>
  needsAttention === null ? reason : `${needsAttention} ${reason}`

/**
 * Removes the demands for a refund from the note, once the order is refunded. A second payment stays mentioned, because
 * it has to be refunded separately.
 */
export function withoutRefund({ needsAttention }: Noted): string | null {
  const rest = (needsAttention ?? '')
    .split(new RegExp(`${CANCELLED_WHEN_PAID}|${PAID_WHEN_CANCELLED}`))
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return rest.length > 0 ? rest.join(' ') : null
}
