import { actorOf } from '../../../api/admission/caller.ts'
import type { OwnerContext } from '../../../api/context.ts'
import type { Order } from '../../../generated/prisma/client.ts'
import { Problem } from '../../../platform/problem.ts'
import { inOrderTransaction } from '../order-transaction.ts'
import { addOrderEvent } from '../orders.sql.ts'
import { lockForOwner, type OrderChoice, parseOwnerNote } from '../owner-change.ts'
import { asColumns } from './alerts.ts'

/**
 * Removes an order from the list of those that need the owner's attention. The reason stays in the order's history.
 * @throws Problem NOT_FOUND, BAD_USER_INPUT; CONFLICT when the order is not on the list or the version is outdated
 */
export function resolveAttention(
  { services, store, caller }: Pick<OwnerContext, 'services' | 'store' | 'caller'>,
  input: OrderChoice & { note?: string | null | undefined },
): Promise<Order> {
  const note = parseOwnerNote(input)
  return inOrderTransaction(services, store.id, async (tx) => {
    const order = await lockForOwner(tx, store.id, input)
    if (order.needsAttention === null)
      throw new Problem('CONFLICT', 'The order needs no attention.', { reason: 'WRONG_STATUS' })
    const at = services.clock()
    const reason = `It was: ${order.needsAttention}`
    await addOrderEvent(tx, {
      storeId: store.id,
      orderId: order.id,
      actor: actorOf(caller),
      kind: 'resolved',
      detail: note === '' ? reason : `${note} ${reason}`,
      at,
    })
    return tx.order.update({
      where: { storeId_id: { storeId: store.id, id: order.id } },
      data: { ...asColumns([]), updatedAt: at, version: { increment: 1 } },
    })
  })
}
