export interface ShopAddresses {
  /** Of the service, such as `https://shop.example.com`; empty when unknown. */
  origin: string
  /** Path of the shop's home, without a trailing slash. */
  base: string
  /** Path of a page. @param rest such as `/search` */
  at: (rest: string, query?: AddressQuery) => string
}

type AddressQuery = Readonly<Record<string, string | readonly string[] | null | undefined>>

export function shopAddresses(subdomain: string, origin: string): ShopAddresses {
  const base = `/shop/${subdomain}`
  return { origin, base, at: (rest, query = {}) => `${base}${rest}${queryString(query)}` }
}

/** Leaves out what is empty. */
function queryString(query: AddressQuery): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value ?? []].flat().flatMap((one) => (one === '' ? [] : [[name, one]])),
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

export const productPath = (idOrSlug: string): string => `/p/${encodeURIComponent(idOrSlug)}`

export const categoryPath = (name: string): string => `/c/${encodeURIComponent(name)}`
