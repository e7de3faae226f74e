import type { IncomingHttpHeaders } from 'node:http'

/** To https the browser holds a cookie by this prefix, and to this host, for which its path has to be the whole host. */
const PREFIX = '__Host-'

export const hostCookieName = (name: string, baseUrl: string): string =>
  baseUrl.startsWith('https://') ? PREFIX + name : name

interface HostCookie {
  /** Of `hostCookieName`. */
  name: string
  /** Without `;`, blanks and commas. Empty deletes the cookie. */
  value: string
  expiresAt: Date
  sameSite: 'Lax' | 'Strict'
}

/** For the header `Set-Cookie`; scripts cannot read the cookie. */
export const setCookie = ({ name, value, expiresAt, sameSite }: HostCookie): string =>
  [
    `${name}=${value}`,
    'Path=/',
    `Expires=${expiresAt.toUTCString()}`,
    'HttpOnly',
    `SameSite=${sameSite}`,
    ...(name.startsWith(PREFIX) ? ['Secure'] : []),
  ].join('; ')

/** In the order in which they were sent. Unchecked, as a client can send anything. */
export function cookiesIn({ cookie = '' }: IncomingHttpHeaders): [name: string, value: string][] {
  return cookie.split(';').map((pair) => {
    const [name = '', ...value] = pair.split('=')
    return [name.trim(), value.join('=').trim()]
  })
}

/** The first of this name; undefined without one, or where it is empty. */
export function cookieIn(headers: IncomingHttpHeaders, name: string): string | undefined {
  return cookiesIn(headers).find(([sent]) => sent === name)?.[1] || undefined
}
