import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../api/context.ts'
import { homeCountry } from '../../../shared/countries.ts'
import { shopAddresses } from './addresses.ts'
import { isAtOwnHost } from './own-hosts.ts'
import type { ShopView } from './shop-view.ts'

/** @param context null when the store could not be looked up */
export function viewOf(
  request: Pick<FastifyRequest, 'params' | 'url' | 'originalUrl'>,
  context: Context | null,
): ShopView {
  // Every path of the shop has it.
  const { subdomain } = request.params as { subdomain: string }
  const store = context?.foundStore
  const inPath = isAtOwnHost(request) ? null : (store?.subdomain ?? encodeURIComponent(subdomain))
  return {
    ...shopAddresses(inPath, context?.baseUrl ?? ''),
    subdomain: store?.subdomain ?? subdomain,
    name: store?.shopName ?? store?.businessName ?? 'Shop',
    // ISO 4217 for no currency: such a page shows no amounts.
    currency: store?.currency ?? 'XXX',
    country: store ? homeCountry(store) : null,
    timeZone: store?.timeZone ?? 'UTC',
    pictureOrigins: new Set(),
  }
}
