import { z } from 'zod'
import type { ShopAccountOrderPageQuery } from '../../../../generated/operations/graphql.ts'
import { graphql } from '../../../../generated/operations/index.ts'
import { notFound } from '../../http/page.ts'
import { personalPage } from '../../http/personal/personal-page.ts'
import { useShop } from '../../http/shop-view.ts'
import { CancelForm } from '../../orders/cancel-form.tsx'
import { OrderView } from '../../orders/order-view.tsx'
import { Breadcrumbs } from '../../views/breadcrumbs.tsx'

/** Whatever phone it was placed with. */
export const accountOrder = personalPage({
  path: '/shop/:subdomain/account/orders/:orderNo',
  needsCustomer: true,
  query: z.object({ after: z.string().catch('') }),
  operation: graphql(`query ShopAccountOrderPage($after: String, $seesCatalogue: Boolean!) {
    me { orders(first: 100, after: $after) { nodes { ...ShopOrder } } }
    categories @include(if: $seesCatalogue) { ...ShopCategory }
    store { ...ShopStore }
  }`),
  variables: ({ query, seesCatalogue }) => ({ after: query.after || null, seesCatalogue }),
  title: (data, { params }) => `Order ${getOrder(data, params.orderNo).orderNo}`,
  View({ data, visit: { params, query } }) {
    const shop = useShop()
    const order = getOrder(data, params.orderNo)
    return (
      <div class="wide page">
        <Breadcrumbs
          steps={[
            { name: 'Account', href: shop.at('/account') },
            { name: 'Orders', href: shop.at('/account/orders', { after: query.after }) },
          ]}
          here={order.orderNo}
        />
        <OrderView order={order} />
        <CancelForm order={order} />
      </div>
    )
  },
})

/** @throws Problem NOT_FOUND */
function getOrder({ me }: Pick<ShopAccountOrderPageQuery, 'me'>, orderNo: string) {
  const order = me?.orders.nodes.find((one) => one.orderNo === orderNo)
  if (!order) throw notFound()
  return order
}
