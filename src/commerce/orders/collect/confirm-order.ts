import { actorOf } from '../../../api/admission/caller.ts'
import type { OwnerContext } from '../../../api/context.ts'
import { Problem, versionConflict } from '../../../platform/problem.ts'
import { orderNotFound, orderNumberOf } from '../order-number.ts'
import { inSaleTransaction } from '../order-transaction.ts'
import type { OrderChoice } from '../owner-change.ts'
import { lockForSettling } from '../settle/settle-order.sql.ts'
import { settleOrder } from '../settle/settle-order.ts'
import { lockCover, lockWholeOrder } from './collect.sql.ts'
import { coverProblem } from './cover-problem.ts'

/**
 * Confirms a pending order that is to be paid without the provider, and takes what it holds.
 * @throws Problem NOT_FOUND; CONFLICT when it is not pending, the version is outdated, or stock, discount or points no
 * longer cover it
 */
export async function confirmOrder(
  { services, store, caller }: Pick<OwnerContext, 'services' | 'store' | 'caller'>,
  { orderNo, version }: OrderChoice,
): Promise<void> {
  const storeId = store.id
  await inSaleTransaction(services, storeId, async (tx) => {
    const order = await lockWholeOrder(tx, storeId, orderNumberOf(orderNo))
    if (!order) throw orderNotFound()
    if (version != null && version !== order.version) throw versionConflict('order')
    const { id, status, paymentMethod } = order
    if (status !== 'PENDING')
      throw new Problem('CONFLICT', `The order is ${status.toLowerCase()}: it cannot be confirmed.`, {
        reason: 'WRONG_STATUS',
      })
    if (paymentMethod === null) {
      throw new Problem('CONFLICT', 'The order is confirmed once it is paid through the payment provider.', {
        reason: 'PAID_ONLINE',
      })
    }
    const now = services.clock()
    const needs = await lockForSettling(tx, storeId, { id })
    const short = coverProblem(order, needs.stock, await lockCover(tx, order, now))
    if (short) throw new Problem('CONFLICT', short, { reason: 'NOT_COVERED' })
    await settleOrder(services, tx, order, needs, { actor: actorOf(caller), isPaid: false, now })
  })
}
