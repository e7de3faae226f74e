import { randomBytes } from 'node:crypto'

/** Crockford's base 32: no I, L, O or U, so that a code can be read aloud. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const LENGTH = 8

/** A random code of 40 bits, like `7ZK3Q0V9`, that a customer hands on to friends. */
export function referralCode(): string {
  // 256 is a multiple of 32, so five bits of a byte favour no character.
  const characters = Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte & 31))
  return characters.join('')
}
