import { crockford } from '../platform/crockford.ts'
import { Problem } from '../platform/problem.ts'
import { isStorableText } from '../platform/text.ts'

const LENGTH = 10
/** Longer texts are not looked up. */
const MAX_LENGTH = 50

/**
 * Generates an order number such as `ORD-7ZK3Q0V9HM`, with 50 random bits.
 * @param random returns that many random bytes
 */
export const orderNumber = (random: (bytes: number) => Uint8Array): string => `ORD-${crockford(random(LENGTH))}`

/** Normalises an order number that was typed by hand. @throws Problem NOT_FOUND when it cannot be an order number */
export function orderNumberOf(written: string): string {
  const orderNo = written.trim().toUpperCase()
  if (orderNo.length > MAX_LENGTH || !isStorableText(orderNo)) throw orderNotFound()
  return orderNo
}

export const orderNotFound = (): Problem => new Problem('NOT_FOUND', 'Order not found')
