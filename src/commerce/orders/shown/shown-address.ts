import { addressOf } from '../../delivery/order-address.ts'
import type { ShownOrder } from './shown-order.ts'

const LAST_CHARACTERS = 3

/** In full for the customer whose order it is. @param viewer null for everybody else */
export function addressFor(
  order: Pick<ShownOrder, 'buyerAddress' | 'buyerAddressParts' | 'customerId'>,
  viewer: { id: string } | null,
): string | null {
  const { buyerAddress, customerId } = order
  if (!buyerAddress) return null
  if (viewer !== null && viewer.id === customerId) return buyerAddress
  const { city, postalCode } = addressOf(order) ?? {}
  return city ? masked(city, postalCode ?? '') : maskedAddress(buyerAddress)
}

/**
 * Enough to recognize an address by, but not the house: `14 Chapel Road, Mumbai 400050` is `… Mumbai …050`. Without
 * commas or lines, the town cannot be distinguished from the street.
 */
export function maskedAddress(address: string): string {
  const parts = address.split(/[,;\n\u060c\u3001\uff0c]/u).flatMap((part) => part.trim() || [])
  const words = (parts.length > 1 ? (parts.at(-1) ?? '') : '').split(/\s+/)
  const town = words.filter((word) => /\p{L}/u.test(word) && !/\p{N}/u.test(word)).join(' ')
  return masked(town, parts.at(-1) ?? '')
}

function masked(town: string, last: string): string {
  const end = Array.from(last).slice(-LAST_CHARACTERS).join('')
  return ['…', town, town.endsWith(end) ? '' : `…${end}`].filter(Boolean).join(' ').replace('… …', '…')
}
