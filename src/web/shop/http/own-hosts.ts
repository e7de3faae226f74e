import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ShopHosts } from './shop-hosts.ts'

export interface HostOptions {
  /** Null where shops have no hosts of their own. */
  shopHosts: ShopHosts | null
  baseUrlOf: (headers: FastifyRequest['headers']) => string
}

/** Of the whole host: shops are for everybody, answers for programs are not. */
const ROBOTS = 'User-agent: *\nDisallow: /api/\nDisallow: /graphql\nDisallow: /sandbox/\nDisallow: /account/\n'

/** Only a host that has one shop can name its sitemap. */
export function serveRobots(app: FastifyInstance, { shopHosts, baseUrlOf }: HostOptions): void {
  app.get('/robots.txt', async ({ headers }, reply) => {
    const origin = shopHosts?.originAsked(headers, baseUrlOf(headers))
    return reply.type('text/plain; charset=utf-8').send(origin ? `${ROBOTS}\nSitemap: ${origin}/sitemap.xml\n` : ROBOTS)
  })
}

/** Otherwise browsers keep it for good, also when the operator wants shops back where they were. */
const KEPT = 'public, max-age=3600'

const SHOP = /^\/shop\/[^/?]*/

/** So that each page has one address. */
export function leadToOwnHosts(app: FastifyInstance, { shopHosts, baseUrlOf }: HostOptions): void {
  if (!shopHosts) return
  app.addHook('onRequest', async (request, reply) => {
    const { params, url, headers } = request
    const { subdomain } = params as { subdomain?: string } // Assets have none.
    const origin = subdomain && !isAtOwnHost(request) ? shopHosts.originOf(subdomain, baseUrlOf(headers)) : null
    if (origin === null) return
    return reply.header('Cache-Control', KEPT).redirect(origin + url.replace(SHOP, '').replace(/^(?!\/)/, '/'), 308)
  })
}

/** `ShopHosts.urlOf` changes nothing but paths at a shop's own host. */
export const isAtOwnHost = ({ url, originalUrl }: Pick<FastifyRequest, 'url' | 'originalUrl'>): boolean =>
  url !== originalUrl

/** Below the shop's home, without slashes at its end. A path that began with two would lead to another host. */
export const plainPath = (url: string): string =>
  (url.split('?')[0] ?? '')
    .replace(SHOP, '')
    .replace(/\/+$/, '')
    .replace(/^[/\\]+/, '/')
