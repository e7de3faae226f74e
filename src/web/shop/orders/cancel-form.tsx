import type { ShopOrderFragment } from '../../../generated/operations/graphql.ts'
import { useShop } from '../http/shop-view.ts'
import { Until } from '../views/moment.tsx'

/** For the customer whose order it is, as long as it works. */
export function CancelForm({ order }: { order: ShopOrderFragment }) {
  const shop = useShop()
  const { orderNo, canCancel, paymentStatus, paymentMethod } = order
  if (!canCancel) return null
  return (
    <details class="more">
      <summary>Cancel this order</summary>
      <form method="post" action={shop.at(`/order/${encodeURIComponent(orderNo)}/cancel`)}>
        <p class="quiet-text">
          <CancelTime order={order} /> {paymentStatus === 'PAID' && 'What was paid is given back.'}
          {paymentStatus === 'PENDING' && paymentMethod && 'We give back what we have received for it.'}
        </p>
        <button class="button plain" type="submit">
          Cancel the order
        </button>
      </form>
    </details>
  )
}

function CancelTime({ order }: { order: ShopOrderFragment }) {
  const { status, paymentMethod, delivery, cancellableUntil, createdAt } = order
  const sent = delivery?.kind === 'PICKUP' ? 'picked up' : 'sent'
  if (cancellableUntil) {
    return (
      <>
        You can cancel it until <Until at={cancellableUntil} since={createdAt} />, unless it is {sent} before.
      </>
    )
  }
  return <>You can cancel it until it is {status === 'PENDING' && !paymentMethod ? 'paid' : sent}.</>
}
