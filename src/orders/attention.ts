import type { Order } from '../generated/prisma/client.ts'

/** What the owner is told of an order, a reason added to those that stand there already. */
export const withReason = ({ needsAttention }: Pick<Order, 'needsAttention'>, reason: string): string =>
  needsAttention === null ? reason : `${needsAttention} ${reason}`
