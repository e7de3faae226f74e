import type { Order, Prisma } from '../../../generated/prisma/client.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../order-event.ts'
import { addOrderEvent } from '../orders.sql.ts'
import { type Shipment, shipmentInWords } from './shipment.ts'

interface Correction {
  actor: Actor
  shipment: Partial<Shipment>
  now: Date
}

/**
 * Replaces all of an earlier shipment: a new number must not keep an old link. No mail and no webhook, since the status
 * stays. A repetition changes nothing.
 * @throws Problem CONFLICT when the buyer was erased
 */
export async function correctShipment(
  tx: Prisma.TransactionClient,
  order: Order,
  { actor, shipment, now }: Correction,
): Promise<Order> {
  const { storeId, id: orderId } = order
  if (order.erasedAt)
    throw new Problem('CONFLICT', 'The buyer was erased; how the order was sent is not kept.', {
      reason: 'BUYER_ERASED',
    })
  const { carrier = null, trackingNumber = null, trackingUrl = null } = shipment
  const isSame =
    order.carrier === carrier && order.trackingNumber === trackingNumber && order.trackingUrl === trackingUrl
  if (isSame) return order
  await addOrderEvent(tx, { storeId, orderId, actor, kind: 'shipped', detail: shipmentInWords(shipment), at: now })
  return tx.order.update({
    where: { storeId_id: { storeId, id: orderId } },
    data: { carrier, trackingNumber, trackingUrl, updatedAt: now, version: { increment: 1 } },
  })
}
