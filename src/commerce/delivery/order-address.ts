import type { Order, Prisma } from '../../generated/prisma/client.ts'
import type { AddressParts } from '../../shared/address-forms.ts'

/** The parts of the buyer's address; null where it was given as one text. `addressColumn` writes the column. */
export const addressOf = ({ buyerAddressParts }: Pick<Order, 'buyerAddressParts'>): AddressParts | null =>
  buyerAddressParts as unknown as AddressParts | null

export const addressColumn = (parts: AddressParts | null): Prisma.JsonObject | null => parts && { ...parts }

/** For webhooks and exports; left out where there are none. */
export function addressPartsOf(order: Pick<Order, 'buyerAddressParts'>) {
  const parts = addressOf(order)
  if (!parts) return {}
  const { street, city, region, postalCode, country } = parts
  return { address_parts: { street, city, region, postal_code: postalCode, country } }
}
