import { z } from 'zod'
import { graphql } from '../../../../generated/operations/index.ts'
import { personalPage } from '../../http/personal/personal-page.ts'
import { useShop } from '../../http/shop-view.ts'
import { Problems } from '../../views/alert.tsx'
import { EmptyState } from '../../views/empty-state.tsx'
import { ProductGrid } from '../../views/product-card.tsx'
import { AccountFrame } from '../account-frame.tsx'

export const wishlist = personalPage({
  path: '/shop/:subdomain/account/wishlist',
  needsCustomer: true,
  query: z.object({ after: z.string().catch('') }),
  operation: graphql(`query ShopWishlistPage($after: String) {
    me { wishlist(first: 24, after: $after) { nodes { ...ShopCard } pageInfo { hasNextPage endCursor } } }
    categories { ...ShopCategory }
    store { ...ShopStore }
  }`),
  variables: ({ query }) => ({ after: query.after || null }),
  title: () => 'Your wishlist',
  View({ data: { me }, visit: { query, refusal } }) {
    const shop = useShop()
    const { nodes, pageInfo } = me.wishlist
    return (
      <AccountFrame title="Your wishlist" here="/account/wishlist">
        <Problems refusal={refusal} />
        {nodes.length > 0 ? (
          <ProductGrid
            products={nodes}
            first={4}
            level="h2"
            action={({ id, name }) => <Remove id={id} name={name} />}
          />
        ) : (
          <EmptyState text="There is nothing on it. Products have a heart below their price." />
        )}
        {(query.after !== '' || pageInfo.hasNextPage) && (
          <nav class="pages" aria-label="More of the wishlist">
            {query.after !== '' && (
              <a class="button plain" href={shop.at('/account/wishlist')}>
                Added last
              </a>
            )}
            {pageInfo.hasNextPage && (
              <a class="button plain" href={shop.at('/account/wishlist', { after: pageInfo.endCursor })}>
                Added earlier
              </a>
            )}
          </nav>
        )}
      </AccountFrame>
    )
  },
})

function Remove({ id, name }: { id: string; name: string }) {
  const shop = useShop()
  return (
    <form method="post" action={shop.at('/account/wishlist')}>
      <input type="hidden" name="id" value={id} />
      <button class="link-button" type="submit" name="remove" value="1">
        Remove<span class="unseen"> {name}</span>
      </button>
    </form>
  )
}
