import { limitKey } from '../../../platform/network/client-address.ts'
import { phoneIdentity } from '../../../shared/phones.ts'

/** Keys that identify a buyer and find unpaid orders again. */
export interface Holders {
  stored: readonly string[]
  /** Keys with limits: the phone, and the customer or a guest's address. */
  limited: readonly string[]
  /** An order with any of these is the buyer's own. */
  sure: readonly string[]
  /** So is one with all of these: a guest's phone and address. */
  asGuest: readonly string[]
}

interface Buyer {
  customerId: string | null
  phone: string
  ip: string
  /** Each id of the stored cart, its own first. */
  cartIds: readonly string[]
}

export function holdersOf({ customerId, phone, ip, cartIds }: Buyer): Holders {
  const address = addressHolder(ip)
  const account = customerId === null ? address : customerHolder(customerId)
  const carts = cartIds.map(cartHolder)
  const digits = phoneHolders(phone)
  // A phone without digits identifies only behind one address, and has no limits.
  const phones = digits.length > 0 ? digits : [`text:${phone.trim().toLowerCase()}`]
  return {
    stored: [account, ...phones, ...carts.slice(0, 1)],
    limited: [account, ...digits],
    sure: [...(customerId === null ? [] : [account]), ...carts],
    asGuest: [address, ...phones],
  }
}

/** A guest without a phone counts all held behind the address as their own; checkout knows the phone. */
export function askerOf({
  customer,
  phone = '',
  ip,
  cartIds,
}: {
  customer: { id: string; phone: string } | null
  phone?: string | undefined
  ip: string
  cartIds: readonly string[]
}): Holders {
  const address = addressHolder(ip)
  const carts = cartIds.map(cartHolder)
  const phones = phoneHolders(customer?.phone ?? phone)
  if (customer) {
    const account = customerHolder(customer.id)
    return { stored: [], limited: [account], sure: [account, ...carts], asGuest: [address, ...phones] }
  }
  // Limits of the phone would reveal it to strangers.
  return phones.length > 0
    ? { stored: [], limited: [address], sure: carts, asGuest: [address, ...phones] }
    : { stored: [], limited: [address], sure: [address, ...carts], asGuest: [] }
}

export const customerHolder = (customerId: string): string => `customer:${customerId}`
export const addressHolder = (ip: string) => `address:${limitKey(ip)}`
const cartHolder = (cartId: string) => `cart:${cartId}`

export const phoneHolders = (phone: string): string[] => {
  const digits = phoneIdentity(phone)
  return digits === '' ? [] : [`phone:${digits}`]
}

export const isAddress = (holder: string): boolean => holder.startsWith('address:')

/** Shared by guests whose phone has no digits. */
export const NAMELESS_BUYER = 'phone:'

/** Limits per customer count by it: the customer's id, or a guest's phone. */
export const discountBuyer = (customerId: string | null, phone: string): string =>
  customerId ?? `${NAMELESS_BUYER}${phoneIdentity(phone)}`
