import { Problem } from '../platform/problem.ts'
import { isStorableText } from '../platform/text.ts'

/** Crockford's base 32 without I, L, O and U, so that numbers can be read aloud. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const LENGTH = 10
/** Longer texts are not looked up. */
const MAX_LENGTH = 50

/**
 * Generates an order number such as `ORD-7ZK3Q0V9HM`, with 50 random bits.
 * @param random returns that many random bytes
 */
export function orderNumber(random: (bytes: number) => Uint8Array): string {
  // 256 is a multiple of 32, so all characters are equally likely.
  const characters = Array.from(random(LENGTH), (byte) => ALPHABET.charAt(byte & 31))
  return `ORD-${characters.join('')}`
}

/** Normalises an order number that was typed by hand. @throws Problem NOT_FOUND when it cannot be an order number */
export function orderNumberOf(written: string): string {
  const orderNo = written.trim().toUpperCase()
  if (orderNo.length > MAX_LENGTH || !isStorableText(orderNo)) throw orderNotFound()
  return orderNo
}

export const orderNotFound = (): Problem => new Problem('NOT_FOUND', 'Order not found')
