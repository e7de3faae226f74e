import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

// RFC 6238 with what all authenticator apps know: SHA-1, six digits, steps of 30 seconds.

const STEP_MS = 30_000
const DIGITS = 6
/** Of clocks that differ, and codes that are typed slowly. */
const STEPS_ASIDE = [0, -1, 1]
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 random bits in base32, as apps take them. */
export const newTotpSecret = (): string => base32(randomBytes(20))

/**
 * The step that a code belongs to, by which it is used once.
 * @param typed with blanks, as apps show it
 * @returns null for a code of no step near now
 */
export function totpStep(secret: string, typed: string, now: Date): number | null {
  const code = typed.replace(/\s/g, '')
  if (!/^\d{6}$/.test(code)) return null
  const current = Math.floor(now.getTime() / STEP_MS)
  // All are compared, so that the time it takes tells nothing.
  const right = STEPS_ASIDE.filter((aside) =>
    timingSafeEqual(Buffer.from(totpCode(secret, current + aside)), Buffer.from(code)),
  )
  return right[0] === undefined ? null : current + right[0]
}

/** RFC 4226, section 5.3. */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const number = hash.readUInt32BE(hash.readUInt8(hash.length - 1) & 0xf) & 0x7fff_ffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** What apps read from a QR code. @param account whose it is, as the app lists it */
export const totpUri = (secret: string, { issuer, account }: { issuer: string; account: string }): string =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`

/** RFC 4648, without padding: of 5 bytes each. */
const base32 = (bytes: Uint8Array): string =>
  (bitsOf(bytes).match(/.{5}/g) ?? []).map((bits) => BASE32.charAt(Number.parseInt(bits, 2))).join('')

const bitsOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')

function bytesOf(secret: string): Buffer {
  const bits = Array.from(secret, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
