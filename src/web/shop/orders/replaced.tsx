import type { ShopOrderFragment } from '../../../generated/operations/graphql.ts'
import { phoneFor, type Visitor } from '../http/personal/visitor.ts'
import { useShop } from '../http/shop-view.ts'
import { useMoney } from '../views/formats.ts'

/** What has changed for an order in whose place the buyer has placed another. */
export function Replaced({ order, visitor }: { order: ShopOrderFragment; visitor: Visitor }) {
  const money = useMoney()
  const shop = useShop()
  const { replacedBy: next, discountAmount } = order
  if (!next) return null
  const { orderNo } = next
  return (
    <div class="alert" role="status">
      <p>
        You have ordered these goods again since then:{' '}
        {phoneFor(orderNo, visitor) === null ? (
          <b class="order-no">{orderNo}</b>
        ) : (
          <a class="order-no" href={shop.at(`/order/${encodeURIComponent(orderNo)}`)}>
            {orderNo}
          </a>
        )}{' '}
        for {money(next.total, next.currency)}.
      </p>
      <p>
        Nothing is reserved for this order any more
        {discountAmount > 0 && ', and the other may have used up its discount code'}. Pay this one only if you want the
        goods twice.
      </p>
    </div>
  )
}
