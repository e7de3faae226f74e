import { actorOf } from '../../api/admission/caller.ts'
import { checkScope, KeyScope } from '../../api/admission/key-scopes.ts'
import type { OwnerContext } from '../../api/context.ts'
import { moneyInWords } from '../../platform/money.ts'
import { Problem } from '../../platform/problem.ts'
import { inOrderTransaction } from '../orders/order-transaction.ts'
import { lockForOwner, type OrderChoice } from '../orders/owner-change.ts'
import { alertOf, moveOrder } from '../orders/status/change-status.ts'
import { moveProblem } from '../orders/status/order-status.ts'
import { refundByHand } from './refund-by-hand.ts'

/** What becomes of money that was paid without the provider, when its order is cancelled. */
export const PaidBefore = { KEEP: 'KEEP', GIVE_BACK: 'GIVE_BACK' } as const
export type PaidBefore = (typeof PaidBefore)[keyof typeof PaidBefore]

export interface Cancelling extends OrderChoice {
  /** Whether the units of an order that was refused at the door go back into stock. */
  restock?: boolean | null | undefined
  /** By default the owner is alerted, and decides later. */
  paidBefore?: PaidBefore | null | undefined
}

/**
 * Cancels an order, before it is shipped or because it was refused at the door, and settles what was paid for it without
 * the provider.
 * @throws Problem NOT_FOUND; FORBIDDEN when the key may not give money back; CONFLICT when it can no longer be cancelled, or the version is outdated
 */
export async function cancelAsOwner(
  { services, store, caller }: Pick<OwnerContext, 'services' | 'store' | 'caller'>,
  { restock, paidBefore, ...choice }: Cancelling,
): Promise<void> {
  if (paidBefore === 'GIVE_BACK') checkScope(caller, [KeyScope.MONEY])
  const isGivenBack = await inOrderTransaction(services, store.id, async (tx) => {
    const order = await lockForOwner(tx, store.id, choice)
    const refused = moveProblem(order, 'CANCELLED')
    if (refused) throw new Problem('CONFLICT', refused, { reason: 'WRONG_STATUS' })
    const actor = actorOf(caller)
    const { currency, paymentStatus } = order
    const amount = order.collectedAmount - order.refundedAmount
    const decided = amount > 0n && paymentStatus !== 'REFUNDED' ? (paidBefore ?? null) : null
    const moved = await moveOrder(services, tx, order, {
      ...{ to: 'CANCELLED', actor, restock: restock ?? false },
      note: decided === 'KEEP' ? `${moneyInWords({ amount, currency })} kept` : '',
      alert: decided === null ? alertOf(order, 'CANCELLED') : null,
    })
    if (decided !== 'GIVE_BACK') return false
    const reason = moved.refusedAt ? 'Refused at the door' : 'Cancelled'
    const wish = { amount: null, restock: false, reason, actor, idempotencyKey: null }
    await refundByHand(services, tx, { ...moved, items: order.items }, wish)
    return true
  })
  if (isGivenBack) services.metrics.counts.refunds.marked += 1
}
