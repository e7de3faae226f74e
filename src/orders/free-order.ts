import type { Order } from '../generated/prisma/client.ts'

/** What stands for the provider's id of an order that costs nothing. */
export const freeOrderId = (orderNo: string): string => `free_${orderNo}`

export const isFreeOrder = ({ provider, providerOrderId }: Pick<Order, 'provider' | 'providerOrderId'>): boolean =>
  provider === null && providerOrderId?.startsWith('free_') === true
