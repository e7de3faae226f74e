import { Problem } from '../platform/problem.ts'
import { isStorableText } from '../platform/text.ts'

/** Crockford's base 32: no I, L, O or U, so that a number can be read aloud. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const LENGTH = 10
/** Of what may be looked for. */
const MAX_LENGTH = 50

/** A new order number, like `ORD-7ZK3Q0V9HM`: 50 bits of what `random` gives, which is that many random bytes. */
export function orderNumber(random: (bytes: number) => Uint8Array): string {
  // 256 is a multiple of 32, so five bits of a byte favour no character.
  const characters = Array.from(random(LENGTH), (byte) => ALPHABET.charAt(byte & 31))
  return `ORD-${characters.join('')}`
}

/** A number as people type it: in small letters, with spaces around it. @throws Problem NOT_FOUND for what is none */
export function orderNumberOf(written: string): string {
  const orderNo = written.trim().toUpperCase()
  if (orderNo.length > MAX_LENGTH || !isStorableText(orderNo)) throw orderNotFound()
  return orderNo
}

export const orderNotFound = (): Problem => new Problem('NOT_FOUND', 'Order not found')
