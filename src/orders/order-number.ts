import type { Order } from '../generated/prisma/client.ts'
import { Problem } from '../platform/problem.ts'
import { crockford, typedCrockford } from '../platform/text/crockford.ts'
import { isStorableText } from '../platform/text/text.ts'

const LENGTH = 10
/** Longer texts are not looked up. */
const MAX_LENGTH = 50

/**
 * Generates an order number such as `ORD-7ZK3Q0V9HM`, with 50 random bits.
 * @param random returns that many random bytes
 */
export const orderNumber = (random: (bytes: number) => Uint8Array): string => `ORD-${crockford(random(LENGTH))}`

/** The order number that was typed by hand, as it is stored. @throws Problem NOT_FOUND when it cannot be one */
export function orderNumberOf(written: string): string {
  const orderNo = written.trim()
  if (orderNo.length > MAX_LENGTH || !isStorableText(orderNo)) throw orderNotFound()
  return asStored(orderNo)
}

/** An order number as it is stored, from what was typed; any other text in upper case. */
export const asStored = (written: string): string => wholeOrderNumber(written) ?? written.trim().toUpperCase()

/** The order number that a text is, with or without `ORD-`, however it was typed; null when it is none. */
export function wholeOrderNumber(written: string): string | null {
  const characters = typedCrockford(written)
  const random = characters.length > LENGTH ? characters.replace(/^0RD/, '') : characters
  return /^[0-9A-HJKMNP-TV-Z]{10}$/.test(random) ? `ORD-${random}` : null
}

export const orderNotFound = (): Problem => new Problem('NOT_FOUND', 'Order not found')

/** A free order has this in place of the provider's order id. */
export const freeOrderId = (orderNo: string): string => `free_${orderNo}`

export const isFreeOrder = ({ provider, providerOrderId }: Pick<Order, 'provider' | 'providerOrderId'>): boolean =>
  provider === null && providerOrderId?.startsWith('free_') === true
