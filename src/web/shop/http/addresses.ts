export interface ShopAddresses {
  /** Of the service, such as `https://shop.example.com`; empty when unknown. */
  origin: string
  /** What the path of every page begins with; empty at a host of the shop's own. */
  prefix: string
  /** Path of the shop's home. */
  home: string
  /** Path of a page. @param rest such as `/search`; empty for the home */
  at: (rest: string, query?: AddressQuery) => string
  /** Where a link of the owner's leads: `/pages/terms` and `/contact` are of the shop wherever it is served. */
  link: (url: string) => string
}

type AddressQuery = Readonly<Record<string, string | readonly string[] | null | undefined>>

/** The paths of its pages. Any other path is one of the service, or of a site that shares its host. */
const OF_SHOP =
  /^\/(?:account|c|cart|chat|checkout|contact|delivery|forgot-password|log-in|order|p|pages|search|sign-up|track)(?:[/?#]|$)/

/** @param subdomain in the path; null at a host of the shop's own */
export function shopAddresses(subdomain: string | null, origin: string): ShopAddresses {
  const prefix = subdomain === null ? '' : `/shop/${subdomain}`
  const at = (rest: string) => prefix + rest || '/'
  return {
    origin,
    prefix,
    home: at(''),
    at: (rest, query = {}) => at(rest) + queryString(query),
    link: (url) => (url === '/' ? at('') : OF_SHOP.test(url) ? at(url) : url),
  }
}

/** Leaves out what is empty. */
function queryString(query: AddressQuery): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value ?? []].flat().flatMap((one) => (one === '' ? [] : [[name, one]])),
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

export const productPath = (idOrSlug: string): string => `/p/${encodeURIComponent(idOrSlug)}`

export const ownPagePath = (slug: string): string => `/pages/${slug}`

export const categoryPath = (name: string): string => `/c/${encodeURIComponent(name)}`
