import type { ShopOrderFragment } from '../../generated/operations/graphql.ts'

const STEPS = ['Placed', 'Confirmed', 'Shipped', 'Delivered'] as const

const reached: Readonly<Record<ShopOrderFragment['status'], number>> = {
  PENDING: 0,
  CONFIRMED: 1,
  SHIPPED: 2,
  DELIVERED: 3,
  CANCELLED: 0,
  FAILED: 0,
}

export function headline({ status, paymentMethod }: Pick<ShopOrderFragment, 'status' | 'paymentMethod'>): string {
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
  const at = reached[status]
  return (
    <>
      <ol class="timeline">
        {STEPS.map((step, index) => (
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
