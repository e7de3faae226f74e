import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Business } from '../../../shared/business/business-fields.ts'
import type { NumberFormat } from '../../../shared/number-format.ts'
import type { ShopAddresses } from './addresses.ts'

export interface ShownPreview {
  /** Of a link that the owner has given to others. */
  isShared: boolean
  /** For the header `X-Preview-Token` of what scripts ask for. */
  scriptToken: string
}

/** What every component of a page may ask for. */
export interface ShopView extends ShopAddresses {
  subdomain: string
  name: string
  currency: string
  /** The store's country, ISO 3166-1; null where nothing names it. */
  country: string | null
  /** Who sells; null where the owner has not said so. */
  business: Business | null
  /** BCP 47; undefined for English as the currency decides. */
  locale: string | undefined
  /** How the store's people write numbers. */
  numbers: NumberFormat
  /** IANA. Every time on a page is in it. */
  timeZone: string
  /** Whether the visitor is shown what the store sells. */
  sells: boolean
  /** Null for shoppers. */
  preview: ShownPreview | null
  /** Hosts of pictures on the page; the page's security policy allows these and no others. */
  pictureOrigins: Set<string>
}

export const ShopContext = createContext<ShopView | null>(null)

export function useShop(): ShopView {
  const view = useContext(ShopContext)
  if (!view) throw new Error('A component of the shop stands outside of a page')
  return view
}
