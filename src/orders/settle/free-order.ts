import type { Order } from '../../generated/prisma/client.ts'

/** A free order has this in place of the provider's order id. */
export const freeOrderId = (orderNo: string): string => `free_${orderNo}`

export const isFreeOrder = ({ provider, providerOrderId }: Pick<Order, 'provider' | 'providerOrderId'>): boolean =>
  provider === null && providerOrderId?.startsWith('free_') === true
