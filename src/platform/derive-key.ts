import { hkdfSync } from 'node:crypto'

/**
 * Bytes that belong to one secret and one purpose (HKDF-SHA256): neither the secret nor what is derived for another
 * purpose can be told from them.
 */
export function deriveBytes(secret: string, purpose: string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'utf8'), '', `storefront-gateway ${purpose}`, length))
}

/** A short public name for a secret, so that after a rotation the right key is found again. */
export const keyId = (secret: string, purpose: string): string =>
  deriveBytes(secret, `${purpose} key id`, 6).toString('base64url')
