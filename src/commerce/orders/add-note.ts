import { actorOf } from '../../api/admission/caller.ts'
import type { OwnerContext } from '../../api/context.ts'
import type { Order } from '../../generated/prisma/client.ts'
import { labelledText } from '../../platform/input/labelled-text.ts'
import { inputRules, parseInput } from '../../platform/input/parse-input.ts'
import { Problem } from '../../platform/problem.ts'
import { inOrderTransaction } from './order-transaction.ts'
import { addOrderEvent } from './orders.sql.ts'
import { lockForOwner } from './owner-change.ts'

export const MAX_ORDER_NOTE = 2_000
/** An order's history is read as a whole. */
const MAX_NOTES = 200

const rules = inputRules({
  required: ['note'],
  missing: 'Note is required',
  fields: { note: labelledText({ label: 'Note', max: MAX_ORDER_NOTE, min: 1, trim: true }) },
})

/**
 * Leaves the order's version as it is, so that nobody who changes the order meanwhile is refused.
 * @throws Problem NOT_FOUND, BAD_USER_INPUT; CONFLICT once the buyer is erased
 */
export function addOrderNote(
  { services, store, caller }: Pick<OwnerContext, 'services' | 'store' | 'caller'>,
  { orderNo, ...input }: { orderNo: string; note: string },
): Promise<Order> {
  const { note } = parseInput(rules, input)
  return inOrderTransaction(services, store.id, async (tx) => {
    const order = await lockForOwner(tx, store.id, { orderNo })
    // Nobody could find the note when the person asks again.
    if (order.erasedAt)
      throw new Problem('CONFLICT', 'The buyer of this order is erased, so it takes no more notes.', {
        reason: 'BUYER_ERASED',
      })
    const ofOrder = { storeId: store.id, orderId: order.id }
    if ((await tx.orderEvent.count({ where: { ...ofOrder, kind: 'note' } })) >= MAX_NOTES) {
      throw new Problem('BAD_USER_INPUT', `An order can have at most ${MAX_NOTES} notes.`, { reason: 'LIMIT_REACHED' })
    }
    const by = { actor: actorOf(caller), at: services.clock() }
    await addOrderEvent(tx, { ...ofOrder, ...by, kind: 'note', detail: note })
    return order
  })
}
