import type { Order } from '../../generated/prisma/client.ts'
import { toMainUnits } from '../../platform/money.ts'
import { deliveryOf } from '../delivery/order-delivery.ts'
import { dueOf, paymentOf } from '../payments/methods/order-payment.ts'

/** For webhooks and exports, as REST shows them; left out where the store's flat fee and its payment provider apply. */
export function fulfilmentOf(order: Order) {
  const delivery = deliveryOf(order)
  const payment = paymentOf(order)
  const price = (amount: bigint) => toMainUnits(amount, order.currency)
  return {
    ...(delivery && {
      delivery: {
        method: delivery.method,
        name: delivery.name,
        kind: delivery.kind.toLowerCase(),
        fee: price(BigInt(delivery.fee)),
        from: delivery.from,
        until: delivery.until,
        ready_at: order.readyAt?.toISOString() ?? null,
        zone: delivery.zone,
        pickup: delivery.pickup && { address: delivery.pickup.address, hours: delivery.pickup.hours },
        destination: delivery.destination && {
          country: delivery.destination.country,
          region: delivery.destination.region,
          postal_code: delivery.destination.postalCode,
        },
      },
    }),
    ...(payment && {
      payment_method: {
        method: payment.code,
        name: payment.name,
        fee: price(BigInt(payment.fee)),
        due: price(dueOf(order)),
      },
      refused: order.refusedAt !== null,
    }),
  }
}
