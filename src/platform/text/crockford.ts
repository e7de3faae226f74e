import { plainText } from '../../shared/typed-text.ts'

/** Without I, L, O and U, so that codes can be read aloud. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 5 bits of each byte: 256 is a multiple of 32, so all characters are equally frequent. */
export const crockford = (bytes: Uint8Array): string => Array.from(bytes, (byte) => ALPHABET.charAt(byte & 31)).join('')

/** Accepts what people type: any case, blanks and marks, O for 0, I or L for 1. */
export const typedCrockford = (written: string): string =>
  plainText(written)
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
