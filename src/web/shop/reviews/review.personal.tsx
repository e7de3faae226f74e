import { graphql } from '../../../generated/operations/index.ts'
import { categoryPath, productPath } from '../http/addresses.ts'
import { personalPage } from '../http/personal/personal-page.ts'
import { useShop } from '../http/shop-view.ts'
import { Breadcrumbs } from '../views/breadcrumbs.tsx'
import { ReviewForm } from './review-form.tsx'

/** The form of the product's page, on a page of its own. */
export const review = personalPage({
  path: '/shop/:subdomain/p/:idOrSlug/review',
  operation: graphql(`query ShopReviewPage($idOrSlug: String!, $isLoggedIn: Boolean!) {
    product(idOrSlug: $idOrSlug) { id slug name category }
    me @include(if: $isLoggedIn) { name }
    categories { ...ShopCategory }
    store { ...ShopStore }
  }`),
  variables: ({ params: { idOrSlug }, visitor: { isLoggedIn } }) => ({ idOrSlug, isLoggedIn }),
  title: ({ product: { name } }) => `Review of ${name}`,
  View({ data: { product, me }, visit }) {
    const shop = useShop()
    const { id, slug, name, category } = product
    const path = productPath(slug || id)
    return (
      <div class="wide page narrow">
        <Breadcrumbs
          steps={[
            ...(category ? [{ name: category, href: shop.at(categoryPath(category)) }] : []),
            { name, href: shop.at(path) },
          ]}
          here="Your review"
        />
        <h1>
          Your review of <span dir="auto">{name}</span>
        </h1>
        <div class="card-box" id="review" data-island="live">
          <ReviewForm productId={id} path={path} visit={visit} customer={me?.name ?? null} />
        </div>
      </div>
    )
  },
})
