import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a page of this host has sent the request. Browsers say so; without that it was none.
 * @param baseUrl of this host
 */
export function isFromOwnPage(headers: IncomingHttpHeaders, baseUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return headers.origin !== undefined && headers.origin === baseUrl
}
