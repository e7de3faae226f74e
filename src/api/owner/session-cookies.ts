import type { IncomingHttpHeaders } from 'node:http'
import type { NamedSession } from '../../commerce/owners/console-session.ts'
import { isSubdomain } from '../../platform/text/address.ts'
import { cookieIn, cookiesIn, hostCookieName, setCookie } from '../http/host-cookie.ts'

/** Stores that one browser is logged in to; cookies above that are not looked at. */
export const MAX_STORES = 50

const PREFIX = 'console-'

const nameOf = (subdomain: string, baseUrl: string): string => hostCookieName(PREFIX + subdomain, baseUrl)

export const sessionCookie = (subdomain: string, token: string, expiresAt: Date, baseUrl: string): string =>
  setCookie({ name: nameOf(subdomain, baseUrl), value: token, expiresAt, sameSite: 'Strict' })

export const deletedCookie = (subdomain: string, baseUrl: string): string =>
  sessionCookie(subdomain, '', new Date(0), baseUrl)

export const tokenIn = (headers: IncomingHttpHeaders, subdomain: string, baseUrl: string): string | undefined =>
  cookieIn(headers, nameOf(subdomain, baseUrl))

/** Of whoever is logged in as a person. A store with the subdomain `person`, which none gets any more, shares it. */
const PERSON = `${PREFIX}person`

export const personCookie = (token: string, expiresAt: Date, baseUrl: string): string =>
  setCookie({ name: hostCookieName(PERSON, baseUrl), value: token, expiresAt, sameSite: 'Strict' })

export const deletedPersonCookie = (baseUrl: string): string => personCookie('', new Date(0), baseUrl)

export const personTokenIn = (headers: IncomingHttpHeaders, baseUrl: string): string | undefined =>
  cookieIn(headers, hostCookieName(PERSON, baseUrl))

/** One for each store. */
export function sessionsIn(headers: IncomingHttpHeaders, baseUrl: string): NamedSession[] {
  const prefix = nameOf('', baseUrl)
  const tokens = new Map<string, string>()
  for (const [name, token] of cookiesIn(headers)) {
    const subdomain = name.startsWith(prefix) ? name.slice(prefix.length) : ''
    if (token === '' || !isSubdomain(subdomain) || tokens.has(subdomain)) continue
    tokens.set(subdomain, token)
    if (tokens.size === MAX_STORES) break
  }
  return Array.from(tokens, ([subdomain, token]) => ({ subdomain, token }))
}
