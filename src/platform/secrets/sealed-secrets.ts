import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'

export type Seal = {
  /** With the newest secret, for this store only. Sealing twice gives different results. */
  seal(storeId: string, plain: string): string
  /** Sealed for this store with any of the secrets; null for anything else. */
  open(storeId: string, sealed: string): string | null
  /** Whether the newest secret was used; otherwise seal it again. */
  isCurrent(sealed: string): boolean
  /** The possible beginnings of a sealed text, one per secret. */
  prefixes: readonly string[]
}

const PURPOSE = 'sealed secret'
const VERSION = 'v1'
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Every step of a purchase opens its store's secrets, so these are cached. */
const REMEMBERED = 500
const REMEMBERED_MS = 60_000

/**
 * AES-256-GCM: `v1.<key id>.<base64url of nonce, ciphertext, tag>`.
 * @param secrets newest first, at least one
 */
export function createSeal(secrets: readonly string[]): Seal {
  const keys = new Map(secrets.map((secret) => [keyId(secret, PURPOSE), deriveBytes(secret, PURPOSE, 32)]))
  const [current] = keys
  if (!current) throw new Error('createSeal needs at least one secret')
  const [currentId, currentKey] = current
  const prefixOf = (id: string) => `${VERSION}.${id}.`
  const currentPrefix = prefixOf(currentId)
  const opened = new LRUCache<string, string>({ max: REMEMBERED, ttl: REMEMBERED_MS, ttlAutopurge: true })

  function decrypted(storeId: string, sealed: string): string | null {
    const [version, id = '', text = '', ...rest] = sealed.split('.')
    const key = keys.get(id)
    const body = Buffer.from(text, 'base64url')
    const wellFormed = version === VERSION && rest.length === 0 && body.toString('base64url') === text
    if (!key || !wellFormed || body.length < NONCE_BYTES + TAG_BYTES) return null

    const nonce = body.subarray(0, NONCE_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(boundTo(storeId))
    decipher.setAuthTag(body.subarray(-TAG_BYTES))
    try {
      const plain = Buffer.concat([decipher.update(body.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
      return plain.toString('utf8')
    } catch {
      return null
    }
  }

  return {
    seal(storeId, plain) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', currentKey, nonce, { authTagLength: TAG_BYTES })
      cipher.setAAD(boundTo(storeId))
      const body = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return currentPrefix + body.toString('base64url')
    },

    open(storeId, sealed) {
      // A sealed text is good for its store alone.
      const key = `${storeId} ${sealed}`
      const known = opened.get(key)
      if (known !== undefined) return known
      const plain = decrypted(storeId, sealed)
      if (plain !== null) opened.set(key, plain)
      return plain
    },

    isCurrent: (sealed) => sealed.startsWith(currentPrefix),

    prefixes: [...keys.keys()].map(prefixOf),
  }
}

/** Authenticated, so that a text copied to another store's row cannot be decrypted there. */
const boundTo = (storeId: string): Buffer => Buffer.from(`${PURPOSE} of store ${storeId}`, 'utf8')

/** HKDF-SHA256: reveals neither the secret nor the bytes for another purpose. */
export function deriveBytes(secret: string, purpose: string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'utf8'), '', `storefront-gateway ${purpose}`, length))
}

/** Shows after a rotation which secret was used; public. */
export const keyId = (secret: string, purpose: string): string =>
  deriveBytes(secret, `${purpose} key id`, 6).toString('base64url')
