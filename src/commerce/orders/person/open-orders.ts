import type { Prisma } from '../../../generated/prisma/client.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../order-event.ts'
import { findOpenOrders, type OrdersOf } from './person-orders.sql.ts'

const NAMED = 5

/**
 * Refuses while an order is paid and not sent, or owes money.
 * @param actor for whom the message is worded
 * @throws Problem CONFLICT, with the first numbers
 */
export async function refuseOpen(
  tx: Prisma.TransactionClient,
  storeId: string,
  which: OrdersOf,
  actor: Actor,
): Promise<void> {
  const open = await findOpenOrders(tx, storeId, which, NAMED + 1)
  if (open.length === 0) return
  const named = open.slice(0, NAMED)
  const numbers = open.length > NAMED ? `${named.join(', ')} and more` : named.join(', ')
  throw new Problem('CONFLICT', actor === 'buyer' ? forBuyer(numbers) : forStore(numbers), { reason: 'ORDERS_OPEN' })
}

const forStore = (numbers: string) =>
  `Not everything is settled with this customer: ${numbers}. Ship what is paid, or cancel it and mark it as refunded; then erase.`

const forBuyer = (numbers: string) =>
  `Not everything is settled yet: ${numbers}. The account can be deleted once these orders have been sent or refunded.`
