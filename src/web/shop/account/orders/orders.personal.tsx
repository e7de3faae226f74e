import { z } from 'zod'
import { graphql } from '../../../../generated/operations/index.ts'
import { personalPage } from '../../http/personal/personal-page.ts'
import { useShop } from '../../http/shop-view.ts'
import { EmptyState } from '../../views/empty-state.tsx'
import { AccountFrame } from '../account-frame.tsx'
import { OrderList } from './order-list.tsx'

export const orders = personalPage({
  path: '/shop/:subdomain/account/orders',
  needsCustomer: true,
  query: z.object({ after: z.string().catch('') }),
  operation: graphql(`query ShopOrdersPage($after: String, $seesCatalogue: Boolean!) {
    me { orders(first: 10, after: $after) { nodes { ...ShopOrderRow } pageInfo { hasNextPage endCursor } } }
    categories @include(if: $seesCatalogue) { ...ShopCategory }
    store { ...ShopStore }
  }`),
  variables: ({ query, seesCatalogue }) => ({ after: query.after || null, seesCatalogue }),
  title: () => 'Your orders',
  View({ data: { me }, visit: { query } }) {
    const shop = useShop()
    const { nodes, pageInfo } = me.orders
    return (
      <AccountFrame title="Your orders" here="/account/orders">
        {nodes.length > 0 ? <OrderList orders={nodes} after={query.after} /> : <NoOrders />}
        {(query.after !== '' || pageInfo.hasNextPage) && (
          <nav class="pages" aria-label="More orders">
            {query.after !== '' && (
              <a class="button plain" href={shop.at('/account/orders')}>
                Newest orders
              </a>
            )}
            {pageInfo.hasNextPage && (
              <a class="button plain" href={shop.at('/account/orders', { after: pageInfo.endCursor })}>
                Earlier orders
              </a>
            )}
          </nav>
        )}
      </AccountFrame>
    )
  },
})

export const NoOrders = () => <EmptyState text="You have not ordered anything yet." />
