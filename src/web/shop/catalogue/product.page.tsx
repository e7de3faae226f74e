import { z } from 'zod'
import type { ShopMediaFragment } from '../../../generated/operations/graphql.ts'
import { graphql } from '../../../generated/operations/index.ts'
import { withoutMarkup } from '../../../platform/text/markup.ts'
import { Promises } from '../delivery/promises.tsx'
import { categoryPath, productPath } from '../http/addresses.ts'
import { page } from '../http/page.ts'
import { useShop } from '../http/shop-view.ts'
import { Breadcrumbs } from '../views/breadcrumbs.tsx'
import { Price } from '../views/price.tsx'
import { ProductGrid, Rating } from '../views/product-card.tsx'
import { TaxNote } from '../views/tax-note.tsx'
import { Wish } from '../views/wish.tsx'
import { Buy } from './buy.tsx'
import { Description } from './description.tsx'
import { Gallery } from './gallery/gallery.tsx'
import { Reviews } from './reviews.tsx'
import { breadcrumbs, productEntry } from './structured.ts'
import { Variants, variantShown } from './variants.tsx'

const DESCRIPTION_LENGTH = 160
/** Letters. Longer ones are smaller, so that they are on a phone's first screen. */
const LONG_NAME = 60

graphql(`fragment ShopMedia on ProductMedia { url alt width height thumbhash variants { url width } }`)

graphql(`fragment ShopProduct on Product {
  id name slug description category brand sku gtin currency available unitsLeft taxRate
  price salePrice priceFrom priceTo
  media { ...ShopMedia shared { url width height } }
  attributes { name value }
  seo { title description }
  rating { count average }
  variants { id sku gtin price salePrice available unitsLeft options { name value } picture { ...ShopMedia } }
}`)

export const product = page({
  path: '/shop/:subdomain/p/:idOrSlug',
  operation: graphql(`query ShopProductPage($idOrSlug: String!, $after: String) {
    product(idOrSlug: $idOrSlug) {
      ...ShopProduct
      reviews(first: 6, after: $after) { ...ShopReviews }
      related(first: 4) {
        id name slug category price salePrice priceFrom priceTo media { url alt width height variants { url width } } rating { count average }
      }
    }
    categories { ...ShopCategory }
    store { ...ShopStore ...ShopPromises tax { inclusive rate } }
  }`),
  query: z.object({ variant: z.string().catch(''), reviews: z.string().catch('') }),
  variables: ({ params, query }) => ({ idOrSlug: params.idOrSlug, after: query.reviews || null }),
  movedTo: ({ product: { id, slug } }, { params: { idOrSlug } }) =>
    idOrSlug === slug || idOrSlug.toLowerCase() === id ? null : productPath(slug),
  head({ product, store }, { query }, shop) {
    const { seo, name, description, media, category, id, slug } = product
    const path = shop.at(productPath(slug || id))
    return {
      title: seo.title || name,
      description: seo.description || shortened(description),
      canonical: path,
      picture: media[0] ?? null,
      isIndexed: query.reviews === '',
      structured: [
        productEntry(shop, product, store.tax),
        breadcrumbs(shop, [
          { name: store.appearance.name ?? store.name, path: shop.home },
          ...(category ? [{ name: category, path: shop.at(categoryPath(category)) }] : []),
          { name, path },
        ]),
      ],
    }
  },
  View({ data: { product, store }, visit: { query } }) {
    const shop = useShop()
    const { name, category, brand, description, media, rating, attributes, related, reviews } = product
    const variant = variantShown(product.variants, query.variant)
    const shown = variant ?? product
    const path = productPath(product.slug || product.id)
    return (
      <div class="product-page">
        <div class="wide product" id="product" data-island="choices">
          <Breadcrumbs
            steps={category ? [{ name: category, href: shop.at(categoryPath(category)) }] : []}
            here={name}
          />
          <Gallery media={picturesWith(variant?.picture ?? null, media)} name={name} />
          <div class="product-text">
            {brand && (
              <p class="kicker" dir="auto">
                {brand}
              </p>
            )}
            <h1 class={name.length > LONG_NAME ? 'long' : undefined} dir="auto">
              {name}
            </h1>
            {rating.count > 0 && (
              <p>
                <a class="to-reviews" href="#reviews">
                  <Rating {...rating} />
                </a>
              </p>
            )}
            <p class="product-price" data-said>
              <Price {...shown} currency={product.currency} />
              <TaxNote inclusive={store.tax.inclusive} rate={product.taxRate} />
            </p>
            <Variants variants={product.variants} chosen={variant} path={path} />
            <Stock {...shown} />
            <Buy
              productId={product.id}
              variantId={variant?.id ?? null}
              available={shown.available}
              price={<Price {...shown} currency={product.currency} />}
            />
            <Promises store={store} productId={product.id} variantId={variant?.id ?? null} />
            <div data-island="wish" data-kept>
              <Wish productId={product.id} isWished={false} />
            </div>
            <Description text={description} />
            {attributes.length > 0 && (
              <dl class="facts">
                {attributes.map(({ name, value }) => (
                  <div>
                    <dt dir="auto">{name}</dt>
                    <dd dir="auto">{value}</dd>
                  </div>
                ))}
              </dl>
            )}
          </div>
        </div>
        <Reviews productId={product.id} reviews={reviews} isLater={query.reviews !== ''} path={path} />
        {related.length > 0 && (
          <section class="section wide" aria-labelledby="related">
            <h2 id="related">You may also like</h2>
            <ProductGrid products={related} />
          </section>
        )}
      </div>
    )
  },
})

/** That of the chosen variant comes first. */
const picturesWith = (first: ShopMediaFragment | null, media: readonly ShopMediaFragment[]) =>
  first ? [first, ...media.filter(({ url }) => url !== first.url)] : media

function shortened(text: string): string {
  const line = withoutMarkup(text).replaceAll(/\s+/g, ' ').trim()
  if (line.length <= DESCRIPTION_LENGTH) return line
  return `${line.slice(0, DESCRIPTION_LENGTH).replace(/\s+\S*$/, '')}…`
}

function Stock({ available, unitsLeft }: { available: boolean; unitsLeft: number | null }) {
  const kind = !available ? 'stock out' : unitsLeft === null ? 'stock' : 'stock few'
  return (
    <p class={kind} data-said>
      {!available ? 'Sold out' : unitsLeft === null ? 'In stock' : `Only ${unitsLeft} left`}
    </p>
  )
}
