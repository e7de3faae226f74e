import type { IncomingHttpHeaders } from 'node:http'
import { cookieIn, hostCookieName, setCookie } from '../../../../api/http/host-cookie.ts'

export interface ShopCookie {
  name: 'access' | 'preview' | 'customer' | 'cart' | 'orders' | 'place' | 'typed'
  /** Without `;`, blanks and commas. Empty deletes the cookie. */
  value: string
  expiresAt: Date
}

/** Of one store's shop: the name keeps stores apart. */
const nameOf = (name: ShopCookie['name'], subdomain: string, baseUrl: string): string =>
  hostCookieName(`shop-${name}-${subdomain}`, baseUrl)

export const cookieHeader = ({ name, ...cookie }: ShopCookie, subdomain: string, baseUrl: string): string =>
  setCookie({ ...cookie, name: nameOf(name, subdomain, baseUrl), sameSite: 'Lax' })

/** Unchecked, as a client can send anything. */
export const cookieOf = (
  headers: IncomingHttpHeaders,
  name: ShopCookie['name'],
  subdomain: string,
  baseUrl: string,
): string | undefined => cookieIn(headers, nameOf(name, subdomain, baseUrl))
