/** Crockford's base 32: no I, L, O or U, so that a number can be read aloud. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const LENGTH = 10

/** A new order number, like `ORD-7ZK3Q0V9HM`: 50 bits of what `random` gives, which is that many random bytes. */
export function orderNumber(random: (bytes: number) => Uint8Array): string {
  // 256 is a multiple of 32, so five bits of a byte favour no character.
  const characters = Array.from(random(LENGTH), (byte) => ALPHABET.charAt(byte & 31))
  return `ORD-${characters.join('')}`
}
