import type { ShopProductFragment } from '../../generated/operations/graphql.ts'
import { withoutMarkup } from '../../platform/text/markup.ts'
import { productPath, type ShopAddresses } from '../door/addresses.ts'

const CONTEXT = 'https://schema.org'
/** Search engines read no more. */
const LONGEST_DESCRIPTION = 5_000

type Shop = Pick<ShopAddresses, 'origin' | 'home' | 'at'>

export const shopEntry = (name: string, shop: Shop): object => ({
  '@context': CONTEXT,
  '@type': 'WebSite',
  name,
  url: shop.origin + shop.home,
  potentialAction: {
    '@type': 'SearchAction',
    target: `${shop.origin}${shop.at('/search')}?q={search_term_string}`,
    'query-input': 'required name=search_term_string',
  },
})

/** From the home page down. */
export const breadcrumbs = (shop: Shop, steps: readonly { name: string; path: string }[]): object => ({
  '@context': CONTEXT,
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: shop.origin + path,
  })),
})

/** With the price of each variant, and reviews only where there are some: search engines refuse a rating of none. */
export function productEntry(shop: Shop, product: ShopProductFragment): object {
  const { id, slug, name, description, brand, sku, media, rating, currency, price, salePrice, variants } = product
  const path = shop.at(productPath(slug || id))
  const offers = variants.length > 0 ? variants : [{ id: null, price, salePrice, available: product.available }]
  return {
    '@context': CONTEXT,
    '@type': 'Product',
    name,
    description: withoutMarkup(description).slice(0, LONGEST_DESCRIPTION),
    url: shop.origin + path,
    ...(sku && { sku }),
    ...(brand && { brand: { '@type': 'Brand', name: brand } }),
    image: media.map(({ url }) => url),
    ...(rating.count > 0 && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: rating.average, reviewCount: rating.count },
    }),
    offers: offers.map((offer) => ({
      '@type': 'Offer',
      url: shop.origin + (offer.id === null ? path : shop.at(productPath(slug || id), { variant: offer.id })),
      price: offer.salePrice ?? offer.price,
      priceCurrency: currency,
      availability: `${CONTEXT}/${offer.available ? 'InStock' : 'OutOfStock'}`,
    })),
  }
}
