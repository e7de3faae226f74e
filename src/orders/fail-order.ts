import type { PrismaClient } from '../generated/prisma/client.ts'
import { lockOrder } from './lock-order.ts'
import { type Actor, addOrderEvent } from './order-event.ts'
import { inOrderTransaction } from './order-transaction.ts'
import { releaseHolds } from './release-holds.ts'

/** Marks a pending order as failed and releases what it holds. Orders with another status are left as they are. */
export function failOrder(
  prisma: PrismaClient,
  { storeId, id }: { storeId: string; id: string },
  { actor, detail, now }: { actor: Actor; detail: string; now: Date },
): Promise<void> {
  return inOrderTransaction(prisma, storeId, async (tx) => {
    const order = await lockOrder(tx, storeId, { id })
    if (order?.status !== 'PENDING') return
    await releaseHolds(tx, order)
    await tx.order.update({
      where: { storeId_id: { storeId, id } },
      data: { status: 'FAILED', paymentStatus: 'FAILED', updatedAt: now, version: { increment: 1 } },
    })
    await addOrderEvent(tx, { storeId, orderId: id, actor, kind: 'failed', detail, at: now })
  })
}
