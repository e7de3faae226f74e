import type { IncomingHttpHeaders } from 'node:http'

export interface ShopCookie {
  name: 'access'
  value: string
  expiresAt: Date
}

/**
 * Of one store's shop. Over https the browser holds the cookie to this host and to https by its prefix, for which the
 * path has to be the whole host; the name keeps stores apart.
 */
const nameOf = (name: ShopCookie['name'], subdomain: string, isSecure: boolean): string =>
  `${isSecure ? '__Host-' : ''}shop-${name}-${subdomain}`

const isSecure = (baseUrl: string): boolean => baseUrl.startsWith('https://')

export function cookieHeader({ name, value, expiresAt }: ShopCookie, subdomain: string, baseUrl: string): string {
  const secure = isSecure(baseUrl)
  return [
    `${nameOf(name, subdomain, secure)}=${value}`,
    'Path=/',
    `Expires=${expiresAt.toUTCString()}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(secure ? ['Secure'] : []),
  ].join('; ')
}

/** Unchecked, as a client can send anything. */
export function cookieOf(
  { cookie = '' }: IncomingHttpHeaders,
  name: ShopCookie['name'],
  subdomain: string,
  baseUrl: string,
): string | undefined {
  const wanted = nameOf(name, subdomain, isSecure(baseUrl))
  for (const pair of cookie.split(';')) {
    const [key = '', ...value] = pair.split('=')
    if (key.trim() === wanted) return value.join('=').trim()
  }
  return undefined
}
