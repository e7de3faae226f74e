import type { ShopProductFragment } from '../../../generated/operations/graphql.ts'
import { withoutMarkup } from '../../../platform/text/markup.ts'
import { productPath, type ShopAddresses } from '../http/addresses.ts'

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

interface Tax {
  inclusive: boolean
  rate: number
}

type Variant = ShopProductFragment['variants'][number]

interface Offered {
  price: number
  salePrice: number | null
  available: boolean
}

/** A product; one with variants is a group of them. Without reviews it has no rating: search engines refuse one of none. */
export function productEntry(shop: Shop, product: ShopProductFragment, tax: Tax): object {
  const { id, slug, name, description, brand, sku, gtin, media, rating, currency, variants } = product
  const path = productPath(slug || id)
  const offer = (offered: Offered, variant?: string) => ({
    '@type': 'Offer',
    url: shop.origin + shop.at(path, { variant }),
    ...priceEntry(offered.salePrice ?? offered.price, currency, tax),
    availability: `${CONTEXT}/${offered.available ? 'InStock' : 'OutOfStock'}`,
  })
  const common = {
    '@context': CONTEXT,
    name,
    description: withoutMarkup(description).slice(0, LONGEST_DESCRIPTION),
    url: shop.origin + shop.at(path),
    ...(brand && { brand: { '@type': 'Brand', name: brand } }),
    image: media.map(({ url }) => url),
    ...(rating.count > 0 && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: rating.average, reviewCount: rating.count },
    }),
  }
  if (variants.length === 0)
    return { ...common, '@type': 'Product', ...(sku && { sku }), ...(gtin && { gtin }), offers: offer(product) }
  return {
    ...common,
    '@type': 'ProductGroup',
    productGroupID: sku ?? id,
    variesBy: (variants[0]?.options ?? []).map(({ name }) => addressOf(name) ?? name),
    hasVariant: variants.map((variant) => ({
      '@type': 'Product',
      ...variantEntry(name, variant),
      image: variant.picture?.url ?? media[0]?.url,
      offers: offer(variant, variant.id),
    })),
  }
}

/** As the page shows it. */
function priceEntry(price: number, priceCurrency: string, { inclusive, rate }: Tax): object {
  const entry = { price, priceCurrency }
  if (!inclusive && rate === 0) return entry
  const priceSpecification = { '@type': 'UnitPriceSpecification', ...entry, valueAddedTaxIncluded: inclusive }
  return { ...entry, priceSpecification }
}

function variantEntry(name: string, { sku, gtin, options }: Variant): object {
  const others = options.filter((option) => propertyOf(option.name) === undefined)
  return {
    name: [name, ...options.map(({ value }) => value)].join(', '),
    ...(sku && { sku }),
    ...(gtin && { gtin }),
    ...Object.fromEntries(
      options.flatMap(({ name, value }) => {
        const property = propertyOf(name)
        return property === undefined ? [] : [[property, value]]
      }),
    ),
    ...(others.length > 0 && {
      additionalProperty: others.map((option) => ({ '@type': 'PropertyValue', ...option })),
    }),
  }
}

/** Options that search engines have a property for. */
const properties = new Map([
  ...['size', 'color', 'material', 'pattern'].map((name) => [name, name] as const),
  ['colour', 'color'],
])

const propertyOf = (option: string): string | undefined => properties.get(option.trim().toLowerCase())

/** The property's address; null for other options. */
function addressOf(option: string): string | null {
  const property = propertyOf(option)
  return property === undefined ? null : `${CONTEXT}/${property}`
}
