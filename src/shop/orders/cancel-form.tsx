import type { ShopOrderFragment } from '../../generated/operations/graphql.ts'
import { useShop } from '../door/shop-view.ts'

/** For the customer whose order it is; the operation knows until when it is possible. */
export function CancelForm({ order: { orderNo, status } }: { order: Pick<ShopOrderFragment, 'orderNo' | 'status'> }) {
  const shop = useShop()
  if (status !== 'PENDING' && status !== 'CONFIRMED') return null
  return (
    <details class="more">
      <summary>Cancel this order</summary>
      <form method="post" action={shop.at(`/order/${encodeURIComponent(orderNo)}/cancel`)}>
        <p class="quiet-text">What was paid is given back.</p>
        <button class="button plain" type="submit">
          Cancel the order
        </button>
      </form>
    </details>
  )
}
