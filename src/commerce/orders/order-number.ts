import type { Order } from '../../generated/prisma/client.ts'
import { Problem } from '../../platform/problem.ts'
import { crockford, typedCrockford } from '../../platform/text/crockford.ts'
import { isStorableText } from '../../platform/text/text.ts'

const LENGTH = 10
const MAX_LENGTH = 50

/** `ORD-7ZK3Q0V9HM`: 50 random bits. @param random returns that many bytes */
export const orderNumber = (random: (bytes: number) => Uint8Array): string => `ORD-${crockford(random(LENGTH))}`

/** From what was typed. @throws Problem NOT_FOUND when it cannot be one */
export function orderNumberOf(written: string): string {
  const orderNo = written.trim()
  if (orderNo.length > MAX_LENGTH || !isStorableText(orderNo)) throw orderNotFound()
  return asStored(orderNo)
}

/** From what was typed; other texts in upper case. */
export const asStored = (written: string): string => wholeOrderNumber(written) ?? written.trim().toUpperCase()

/** With or without `ORD-`, however typed; null when it is none. */
export function wholeOrderNumber(written: string): string | null {
  const characters = typedCrockford(written)
  const random = characters.length > LENGTH ? characters.replace(/^0RD/, '') : characters
  return /^[0-9A-HJKMNP-TV-Z]{10}$/.test(random) ? `ORD-${random}` : null
}

export const orderNotFound = (): Problem => new Problem('NOT_FOUND', 'Order not found', { reason: 'ORDER_NOT_FOUND' })

/** In place of the provider's order id. */
export const freeOrderId = (orderNo: string): string => `free_${orderNo}`

export const isFreeOrder = ({ provider, providerOrderId }: Pick<Order, 'provider' | 'providerOrderId'>): boolean =>
  provider === null && providerOrderId?.startsWith('free_') === true
