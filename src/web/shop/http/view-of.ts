import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../api/context.ts'
import { givenBusiness } from '../../../shared/business/business-columns.ts'
import { countryOfNumbers, localeOf } from '../../../shared/business/store-locale.ts'
import { homeCountry } from '../../../shared/countries.ts'
import { type NumberFormat, numberFormatOf } from '../../../shared/number-format.ts'
import { shopAddresses } from './addresses.ts'
import { isAtOwnHost } from './own-hosts.ts'
import type { ShopView, ShownPreview } from './shop-view.ts'

/** ISO 4217: such a page shows no amounts. */
const NO_CURRENCY = 'XXX'

/** Of the visitor; null for a shopper. @param token of its cookie */
export async function shownPreview(context: Context, token: string | undefined): Promise<ShownPreview | null> {
  const preview = token === undefined ? null : await context.preview()
  return preview && token !== undefined ? { ...preview, scriptToken: context.previewTokenForScripts(token) } : null
}

interface Sight {
  sells: boolean
  preview: ShownPreview | null
}

/** @param context null when the store could not be looked up @param sight a shopper's of an open store by default */
export function viewOf(
  request: Pick<FastifyRequest, 'params' | 'url' | 'originalUrl'>,
  context: Context | null,
  { sells, preview }: Sight = { sells: true, preview: null },
): ShopView {
  // Every path of the shop has it.
  const { subdomain } = request.params as { subdomain: string }
  const store = context?.foundStore
  const inPath = isAtOwnHost(request) ? null : (store?.subdomain ?? encodeURIComponent(subdomain))
  return {
    ...shopAddresses(inPath, context?.baseUrl ?? ''),
    subdomain: store?.subdomain ?? subdomain,
    name: store?.shopName ?? store?.businessName ?? 'Shop',
    currency: store?.currency ?? NO_CURRENCY,
    country: store ? homeCountry(store) : null,
    business: store ? givenBusiness(store) : null,
    locale: store ? localeOf(store) : undefined,
    numbers: numbersOf(store),
    timeZone: store?.timeZone ?? 'UTC',
    ...{ sells, preview },
    pictureOrigins: new Set(),
  }
}

function numbersOf(store: Context['foundStore'] | undefined): NumberFormat {
  if (!store) return numberFormatOf(NO_CURRENCY)
  return numberFormatOf(store.currency, countryOfNumbers(store, homeCountry(store)))
}
