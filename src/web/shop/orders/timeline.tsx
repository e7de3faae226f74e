import type { ShopOrderFragment } from '../../../generated/operations/graphql.ts'

type Shown = Pick<ShopOrderFragment, 'status' | 'paymentMethod' | 'delivery'>

const isPickup = ({ delivery }: Pick<Shown, 'delivery'>): boolean => delivery?.kind === 'PICKUP'

/** Goods to be picked up wait; their status may say no more than that the order is confirmed. */
const isReady = ({ status, delivery }: Shown): boolean =>
  status === 'SHIPPED' || (status === 'CONFIRMED' && delivery?.readyAt != null)

const stepsOf = (order: Shown): readonly string[] =>
  isPickup(order) ? ['Placed', 'Confirmed', 'Ready', 'Picked up'] : ['Placed', 'Confirmed', 'Shipped', 'Delivered']

const reached: Readonly<Record<ShopOrderFragment['status'], number>> = {
  PENDING: 0,
  CONFIRMED: 1,
  SHIPPED: 2,
  DELIVERED: 3,
  CANCELLED: 0,
  FAILED: 0,
}

export function headline(order: Shown): string {
  const { status, paymentMethod } = order
  if (isPickup(order) && isReady(order)) return 'Your order is ready for pick-up'
  if (isPickup(order) && status === 'DELIVERED') return 'You have picked up your order'
  switch (status) {
    case 'PENDING':
      return paymentMethod ? 'We have your order' : 'Waiting for the payment'
    case 'CONFIRMED':
      return 'Your order is confirmed'
    case 'SHIPPED':
      return 'Your order is on its way'
    case 'DELIVERED':
      return 'Your order has arrived'
    case 'CANCELLED':
      return 'This order was cancelled'
    case 'FAILED':
      return 'This order was not paid'
  }
}

export function Timeline({ order }: { order: ShopOrderFragment }) {
  const { status, carrier, trackingNumber, trackingUrl } = order
  if (status === 'CANCELLED' || status === 'FAILED') return null
  const at = isPickup(order) && isReady(order) ? 2 : reached[status]
  return (
    <>
      <ol class="timeline">
        {stepsOf(order).map((step, index) => (
          <li class={index <= at ? 'done' : ''} aria-current={index === at ? 'step' : undefined}>
            {step}
          </li>
        ))}
      </ol>
      {(carrier || trackingNumber) && (
        <p>
          <span dir="auto">{carrier ?? 'Carrier'}</span>
          {trackingNumber && <b dir="auto"> {trackingNumber}</b>}
          {trackingUrl && (
            <>
              {' '}
              <a href={trackingUrl} rel="noreferrer">
                Follow the parcel
              </a>
            </>
          )}
        </p>
      )}
    </>
  )
}
