import { createHmac } from 'node:crypto'
import { deriveBytes } from './sealed-secrets.ts'

/** What recognizes a text again without storing it: nobody without the secrets can try out texts. */
export interface KeyedHash {
  /** With the newest secret, for this store only. */
  of(storeId: string, text: string): string
  /** With each of the secrets, the newest first: what earlier ones have hashed is found, too. */
  all(storeId: string, text: string): string[]
}

const BYTES = 32

/** HMAC-SHA256. @param secrets newest first, at least one */
export function createKeyedHash(secrets: readonly string[]): KeyedHash {
  const keys = secrets.map((secret) => deriveBytes(secret, 'keyed hash', BYTES))
  const all = (storeId: string, text: string) =>
    keys.map((key) => `hmac:${createHmac('sha256', key).update(`${storeId} ${text}`).digest('base64url')}`)
  return {
    all,
    of(storeId, text) {
      const [newest] = all(storeId, text)
      if (newest === undefined) throw new Error('createKeyedHash needs at least one secret')
      return newest
    },
  }
}
