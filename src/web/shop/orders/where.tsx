import type { ShopOrderFragment } from '../../../generated/operations/graphql.ts'

interface Props {
  order: ShopOrderFragment
  /** In full, where this browser knows it. */
  address: string | undefined
}

/** Where it goes, or waits. */
export function Where({ order, address }: Props) {
  const { delivery } = order
  const pickup = delivery?.pickup
  const place = pickup ? pickup.address : (address ?? order.address)
  if (!delivery && !place) return null
  return (
    <section class="card-box" aria-labelledby="order-where">
      <h2 id="order-where">{pickup ? 'Pick-up' : 'Delivery'}</h2>
      {delivery && (
        <p>
          <b dir="auto">{delivery.name}</b>
        </p>
      )}
      {place && (
        <address class="written" dir="auto">
          {place}
        </address>
      )}
      {pickup?.hours && <p dir="auto">{pickup.hours}</p>}
      {!pickup && !address && order.address?.startsWith('…') && (
        <p class="quiet-text no-print">
          <small>Not in full here, because the order number and four digits open this page.</small>
        </p>
      )}
    </section>
  )
}
