import type { Order } from '../generated/prisma/client.ts'

export const CANCELLED_WHEN_PAID = 'Cancelled after it was paid: refund the buyer.'
export const PAID_WHEN_CANCELLED = 'Paid after it was cancelled: refund the buyer.'

type Noted = Pick<Order, 'needsAttention'>

/** What the owner is told of an order, a reason added to those that stand there already. */
export const withReason = ({ needsAttention }: Noted, reason: string): string =>
  needsAttention === null ? reason : `${needsAttention} ${reason}`

/** What is left to tell once the price of the order was given back. A second payment is another matter. */
export function withoutRefund({ needsAttention }: Noted): string | null {
  const rest = (needsAttention ?? '')
    .split(new RegExp(`${CANCELLED_WHEN_PAID}|${PAID_WHEN_CANCELLED}`))
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return rest.length > 0 ? rest.join(' ') : null
}
