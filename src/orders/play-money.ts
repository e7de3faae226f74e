import type { Order } from '../generated/prisma/client.ts'

/** Whether the order is paid in the sandbox, which is written with the order and stays. A free order is paid nowhere. */
export const isPlayMoney = ({ provider }: Pick<Order, 'provider'>): boolean => provider === 'SANDBOX'
