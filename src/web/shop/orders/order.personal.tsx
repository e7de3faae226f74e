import { graphql } from '../../../generated/operations/index.ts'
import { personalPage } from '../http/personal/personal-page.ts'
import { phoneFor } from '../http/personal/visitor.ts'
import { useShop } from '../http/shop-view.ts'
import { Problems } from '../views/alert.tsx'
import { CancelForm } from './cancel-form.tsx'
import { Changes } from './changes.tsx'
import { OrderAgain } from './order-again.tsx'
import { OrderView } from './order-view.tsx'
import { Replaced } from './replaced.tsx'

export const order = personalPage({
  path: '/shop/:subdomain/order/:orderNo',
  redirect: ({ params: { orderNo }, visitor }) =>
    phoneFor(orderNo, visitor) === null ? `/track?${new URLSearchParams({ order: orderNo })}` : null,
  operation: graphql(`query ShopOrderPage($orderNo: String!, $phone: String!, $seesCatalogue: Boolean!) {
    trackOrder(orderNo: $orderNo, phone: $phone) { ...ShopOrder }
    categories @include(if: $seesCatalogue) { ...ShopCategory }
    store { ...ShopStore }
  }`),
  variables: ({ params: { orderNo }, visitor, seesCatalogue }) => ({
    orderNo,
    phone: phoneFor(orderNo, visitor) ?? '',
    seesCatalogue,
  }),
  title: ({ trackOrder: { orderNo } }) => `Order ${orderNo}`,
  View({ data: { trackOrder: order }, visit: { refusal, visitor } }) {
    const shop = useShop()
    const known = visitor.orders.find(({ orderNo }) => orderNo === order.orderNo)
    const hasWidget = known?.payment !== undefined
    const canPay = order.status === 'PENDING' && order.holdSeconds !== 0
    const isLost = order.status === 'FAILED' || order.holdSeconds === 0
    return (
      <div
        class="wide page"
        id="order"
        data-island="follow"
        data-store={shop.subdomain}
        data-order={order.orderNo}
        data-phone={phoneFor(order.orderNo, visitor)}
      >
        <Problems refusal={refusal} />
        <Changes notices={known?.notices ?? []} />
        <Replaced {...{ order, visitor }} />
        <OrderView order={order} address={known?.address} />
        {hasWidget && canPay && (
          <p>
            <a class="button" href={shop.at(`/pay/${encodeURIComponent(order.orderNo)}`)}>
              Pay this order
            </a>
          </p>
        )}
        {hasWidget && isLost && <OrderAgain orderNo={order.orderNo} />}
        <CancelForm order={order} />
      </div>
    )
  },
})
