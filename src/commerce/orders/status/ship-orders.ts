import type { Context } from '../../../api/context.ts'
import { isDatabaseBusy } from '../../../platform/database/errors/database-busy.ts'
import { busy, Problem } from '../../../platform/problem.ts'
import type { Actor } from '../order-event.ts'
import type { OrderChoice } from '../owner-change.ts'
import { changeOrderStatus } from './change-status.ts'

export const MOST_SHIPPED = 100

/** What became of one of many orders. */
export interface Shipped {
  orderNo: string
  /** Why it was not shipped; null when it was. */
  refusal: string | null
}

/**
 * Ships many orders, each in a transaction of its own, so that none waits for the others.
 * @returns the results in the order given @throws Problem BAD_USER_INPUT
 */
export async function shipOrders(
  context: Pick<Context, 'services' | 'store'>,
  orders: readonly OrderChoice[],
  actor: Actor,
): Promise<Shipped[]> {
  if (orders.length === 0 || orders.length > MOST_SHIPPED) {
    throw new Problem('BAD_USER_INPUT', `orders must have 1 to ${MOST_SHIPPED} entries`, { field: 'orders' })
  }
  const shipped: Shipped[] = []
  for (const { orderNo, version } of orders) {
    shipped.push({
      orderNo,
      refusal: await refusalOf(changeOrderStatus(context, orderNo, 'SHIPPED', actor, { version })),
    })
  }
  return shipped
}

/** Also that the database is away: the caller learns which orders were shipped before. */
async function refusalOf(change: Promise<unknown>): Promise<string | null> {
  try {
    await change
    return null
  } catch (error) {
    if (error instanceof Problem) return error.message
    if (isDatabaseBusy(error)) return busy().message
    throw error
  }
}
