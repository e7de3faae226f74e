import { plainText } from './typed-text.ts'

/** Crockford's base 32 without I, L, O and U, so that codes can be read aloud. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A character of 5 bits for each byte. 256 is a multiple of 32, so random bytes give all characters equally often. */
export const crockford = (bytes: Uint8Array): string => Array.from(bytes, (byte) => ALPHABET.charAt(byte & 31)).join('')

/** A code as `crockford` made it, from what people type: with any case, blanks and marks, O for 0, I or L for 1. */
export const typedCrockford = (written: string): string =>
  plainText(written)
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
