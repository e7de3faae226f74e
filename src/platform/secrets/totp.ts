import { Secret, TOTP } from 'otpauth'

const PERIOD_S = 30
/** In bytes, as RFC 4226 recommends. */
const SECRET_SIZE = 20
/** Steps, of clocks that differ and codes that are typed slowly. */
const STEPS_ASIDE = 1

interface Account {
  issuer: string
  /** Whose it is, as the app lists it. */
  account: string
}

/** RFC 6238 with what all authenticator apps know: SHA-1, six digits, steps of 30 seconds. */
const totpOf = (secret: string, { issuer = '', account: label = '' }: Partial<Account> = {}): TOTP =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: PERIOD_S })

/** Random, in base32, as apps take them. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_SIZE }).base32

/**
 * The step that a code belongs to, by which it is used once.
 * @param typed with blanks, as apps show it
 * @returns null for a code of no step near now
 */
export function totpStep(secret: string, typed: string, now: Date): number | null {
  const token = typed.replace(/\s/g, '')
  // The library throws for six characters of more bytes.
  if (!/^\d{6}$/.test(token)) return null
  const totp = totpOf(secret)
  const timestamp = now.getTime()
  const aside = totp.validate({ token, timestamp, window: STEPS_ASIDE })
  return aside === null ? null : totp.counter({ timestamp }) + aside
}

export const totpCode = (secret: string, step: number): string =>
  totpOf(secret).generate({ timestamp: step * PERIOD_S * 1000 })

/** What apps read from a QR code. */
export const totpUri = (secret: string, account: Account): string => totpOf(secret, account).toString()
