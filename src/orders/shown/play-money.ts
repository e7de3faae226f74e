import type { Order } from '../../generated/prisma/client.ts'

/**
 * Whether the order is paid in the sandbox. The provider is stored with the order and never changes; a free order has
 * none.
 */
export const isPlayMoney = ({ provider }: Pick<Order, 'provider'>): boolean => provider === 'SANDBOX'
