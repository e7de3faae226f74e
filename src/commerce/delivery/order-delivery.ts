import type { Order, Prisma } from '../../generated/prisma/client.ts'
import type { DeliveryKind, PickupPlace } from './delivery-kinds.ts'
import type { Destination } from './zones.ts'

/** How an order is delivered, as it was when the order was placed. */
export interface OrderDelivery {
  /** The code of the method. */
  method: string
  name: string
  kind: DeliveryKind
  /** The code of the zone. */
  zone: string | null
  /** In subunits, as decimal text; without the fee of a payment method. */
  fee: string
  /** Calendar days in the store's time zone; null when the store promised none. */
  from: string | null
  until: string | null
  /** Null when the buyer named none. */
  destination: Destination | null
  /** Null for a method that delivers. */
  pickup: PickupPlace | null
}

/** How the order is delivered; null where the store had no zones. `deliveryColumn` writes the column. */
export const deliveryOf = ({ delivery }: Pick<Order, 'delivery'>): OrderDelivery | null =>
  delivery as unknown as OrderDelivery | null

export const isPickup = (order: Pick<Order, 'delivery'>): boolean => deliveryOf(order)?.kind === 'PICKUP'

export const deliveryColumn = ({
  destination,
  pickup,
  ...delivery
}: OrderDelivery): Prisma.JsonObject & Prisma.InputJsonObject => ({
  ...delivery,
  destination: destination && { ...destination },
  pickup: pickup && { ...pickup },
})

/** What an erased order says of its destination: the country and the region, by which goods are taxed. */
export function withoutPostalCode<Row extends Pick<Order, 'delivery'>>(order: Row): Row {
  const delivery = deliveryOf(order)
  if (!delivery?.destination) return order
  return {
    ...order,
    delivery: deliveryColumn({ ...delivery, destination: { ...delivery.destination, postalCode: null } }),
  }
}
