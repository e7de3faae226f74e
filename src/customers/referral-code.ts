import { randomBytes } from 'node:crypto'

/** Crockford's base 32 without I, L, O and U, so that codes can be read aloud. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const LENGTH = 8

/** A random code of 40 bits, such as `7ZK3Q0V9`. */
export function referralCode(): string {
  // 256 is a multiple of 32, so all characters are equally likely.
  const characters = Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte & 31))
  return characters.join('')
}
