import { hkdfSync } from 'node:crypto'

/**
 * Derives bytes from a secret for one purpose (HKDF-SHA256). They reveal neither the secret nor the bytes derived for
 * another purpose.
 */
export function deriveBytes(secret: string, purpose: string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'utf8'), '', `storefront-gateway ${purpose}`, length))
}

/** A short public id of a secret, which tells after a rotation which secret was used. */
export const keyId = (secret: string, purpose: string): string =>
  deriveBytes(secret, `${purpose} key id`, 6).toString('base64url')
