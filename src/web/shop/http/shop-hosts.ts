import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isSubdomain } from '../../../platform/text/address.ts'

/** Shops at hosts of their own, `<subdomain>.<domain>`, where paths have no `/shop/<subdomain>`. */
export interface ShopHosts {
  /**
   * The origin of the shop at which the request was sent; null at all other hosts.
   * @param mainUrl of the service, at which protocol and port are taken to be the same
   */
  originAsked(headers: IncomingHttpHeaders, mainUrl: string): string | null
  /** Null for a name that no host can have. */
  originOf(subdomain: string, mainUrl: string): string | null
  /** As the routes know it. */
  urlOf(request: Pick<IncomingMessage, 'url' | 'headers'>): string
}

/** What a page or its script loads and calls, or a mail leads to, at the same path at every host. */
const SHARED =
  /^\/(?:api|shop-assets|pictures|media|sandbox)\/|^\/robots\.txt(?![^?])|^\/account\/[^/?]+\/(?:reset-password|confirm-email)(?![^?])/

/** The host of `publicUrl` is never a shop's. */
export function createShopHosts(domain: string, publicUrl: string | null): ShopHosts {
  const suffix = `.${domain}`
  const mainHost = publicUrl && new URL(publicUrl).hostname

  /** Before the domain, in lower case; need not be the name of a store. A point at its end makes it no other host. */
  function nameIn({ host }: IncomingHttpHeaders): string | null {
    const asked = host?.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
    return asked?.endsWith(suffix) && asked !== mainHost ? asked.slice(0, -suffix.length) : null
  }

  function originOf(subdomain: string, mainUrl: string): string | null {
    const host = subdomain + suffix
    if (!isSubdomain(subdomain) || host === mainHost) return null
    const [, protocol = 'http://', port = ''] = /^(https?:\/\/)(?:\[[^\]]*\]|[^:/[]*)(:\d+)?/.exec(mainUrl) ?? []
    return protocol + host + port
  }

  return {
    originOf,
    originAsked(headers, mainUrl) {
      const name = nameIn(headers)
      return name === null ? null : originOf(name, mainUrl)
    },
    urlOf({ url = '', headers }) {
      if (!url.startsWith('/') || SHARED.test(url)) return url
      const name = nameIn(headers)
      if (name === null) return url
      const shop = `/shop/${encodeURIComponent(name)}`
      return /^\/(\?|$)/.test(url) ? shop + url.slice(1) : shop + url
    },
  }
}
