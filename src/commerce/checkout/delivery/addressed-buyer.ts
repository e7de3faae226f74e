import type { CustomerAddress, Store } from '../../../generated/prisma/client.ts'
import { type AddressParts, addressText } from '../../../shared/address-forms.ts'
import { homeCountry } from '../../../shared/countries.ts'
import { regionCode } from '../../../shared/regions.ts'
import { addressLabel } from '../../customers/addresses/addresses.ts'
import type { Destination } from '../../delivery/zones.ts'
import type { Buyer } from '../cart-input.ts'

/** A buyer whose address is the whole of it. */
export interface AddressedBuyer extends Omit<Buyer, 'city'> {
  /** Null where it was given as one text. */
  addressParts: AddressParts | null
}

interface Asked {
  /** The customer's address that was chosen. */
  saved: CustomerAddress | null
  destination: Destination | null
}

/** With a town, the buyer's `address` is street and house number alone, and the destination the rest. */
export function addressedBuyer({ city, ...buyer }: Buyer, { saved, destination }: Asked, store: Store): AddressedBuyer {
  if (saved) return { ...buyer, address: addressLabel(saved), addressParts: partsOf(saved, store) }
  if (city === undefined) return { ...buyer, addressParts: null }
  const { country = homeCountry(store), region = null, postalCode = null } = destination ?? {}
  const addressParts = { street: buyer.address ?? null, city, region, postalCode, country }
  return { ...buyer, address: addressText(addressParts), addressParts }
}

function partsOf({ lines, city, region, postalCode, country: named }: CustomerAddress, store: Store): AddressParts {
  const country = named ?? homeCountry(store)
  const code = country !== null && region !== null ? regionCode(country, region) : null
  return { street: lines.join('\n'), city, region: code ?? region, postalCode, country }
}
