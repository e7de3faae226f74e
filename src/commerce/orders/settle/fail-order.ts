import type { Services } from '../../../api/context.ts'
import type { Order } from '../../../generated/prisma/client.ts'
import { releaseHolds } from '../holds/holds.sql.ts'
import type { Actor } from '../order-event.ts'
import { inSaleTransaction } from '../order-transaction.ts'
import { addOrderEvent, markFailed } from '../orders.sql.ts'

interface Failure {
  actor: Extract<Actor, 'buyer' | 'provider'>
  detail: string
  now: Date
  isGivenUp?: boolean
}

/** Releases the holds. Orders that are not pending stay as they are. */
export async function failOrder(
  services: Pick<Services, 'db' | 'orderQueue' | 'metrics'>,
  { storeId, id, pointsUsed }: Pick<Order, 'storeId' | 'id' | 'pointsUsed'>,
  { actor, detail, now, isGivenUp = false }: Failure,
): Promise<void> {
  const hasFailed = await inSaleTransaction(services, storeId, async (tx) => {
    if (!(await markFailed(tx, { storeId, id }, now))) return false
    await releaseHolds(tx, { storeId, id, pointsUsed }, isGivenUp ? now : null)
    await addOrderEvent(tx, { storeId, orderId: id, actor, kind: 'failed', detail, at: now })
    return true
  })
  if (hasFailed) services.metrics.counts.ordersFailed[actor] += 1
}
