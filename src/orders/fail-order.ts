import type { Services } from '../gateway/context.ts'
import type { Order } from '../generated/prisma/client.ts'
import { type Actor, addOrderEvent } from './order-event.ts'
import { inSaleTransaction } from './order-transaction.ts'
import { releaseHolds } from './release-holds.ts'

interface Failure {
  actor: Extract<Actor, 'buyer' | 'provider'>
  detail: string
  now: Date
  /** Whether the buyer has given it up, see `releaseHolds`. */
  isGivenUp?: boolean
}

/** Marks a pending order as failed and releases what it holds. Orders with another status are left as they are. */
export async function failOrder(
  services: Pick<Services, 'db' | 'orderQueue' | 'metrics'>,
  { storeId, id, pointsUsed }: Pick<Order, 'storeId' | 'id' | 'pointsUsed'>,
  { actor, detail, now, isGivenUp = false }: Failure,
): Promise<void> {
  const hasFailed = await inSaleTransaction(services, storeId, async (tx) => {
    const failed = await tx.$queryRaw<unknown[]>`
      UPDATE orders
      SET status = 'FAILED', payment_status = 'FAILED', updated_at = ${now}, version = version + 1
      WHERE store_id = ${storeId}::uuid AND id = ${id}::uuid AND status = 'PENDING'
      RETURNING id`
    if (failed.length === 0) return false
    await releaseHolds(tx, { storeId, id, pointsUsed }, isGivenUp ? now : null)
    await addOrderEvent(tx, { storeId, orderId: id, actor, kind: 'failed', detail, at: now })
    return true
  })
  if (hasFailed) services.metrics.counts.ordersFailed[actor] += 1
}
