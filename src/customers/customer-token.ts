import { createSecretKey, type KeyObject } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { keyId } from '../platform/derive-key.ts'
import { DAY_SECONDS } from '../platform/time.ts'

export type CustomerTokens = {
  /** Signs a JWT for this customer and store that is valid for 30 days. */
  issue(storeId: string, customerId: string): Promise<string>
  /** The customer's id; null when the token is invalid or belongs to another store. */
  verify(storeId: string, token: string): Promise<string | null>
}

const ISSUER = 'storefront-gateway'
const LIFETIME_SECONDS = 30 * DAY_SECONDS
/** Total characters of the valid tokens that are remembered: a few thousand tokens. */
const REMEMBERED = 2_000_000

/**
 * Signs and verifies customer tokens: HS256 JWTs with the customer as `sub` and the store as `aud`. The HMAC key is the
 * UTF-8 bytes of the secret.
 * @param secrets newest first, at least one; the newest signs, all of them verify
 */
export function createCustomerTokens(secrets: readonly string[], clock: () => Date): CustomerTokens {
  const keys = new Map(secrets.map((secret) => [keyId(secret, 'customer token'), signingKey(secret)]))
  const [current] = keys
  if (!current) throw new Error('createCustomerTokens needs at least one secret')
  const [currentId, currentKey] = current

  /** Valid tokens by store. Checking a signature takes longer than the rest of a small request. */
  const valid = new LRUCache<string, { customerId: string; expiresAt: number }>({
    maxSize: REMEMBERED,
    sizeCalculation: (_, key) => key.length,
  })

  function keyOf({ kid }: { kid?: string }): KeyObject {
    const key = keys.get(kid ?? '')
    if (!key) throw new errors.JWKSNoMatchingKey()
    return key
  }

  return {
    issue(storeId, customerId) {
      const issuedAt = Math.floor(clock().getTime() / 1000)
      return new SignJWT()
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: currentId })
        .setIssuer(ISSUER)
        .setAudience(storeId)
        .setSubject(customerId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + LIFETIME_SECONDS)
        .sign(currentKey)
    },

    async verify(storeId, token) {
      const now = clock()
      const known = valid.get(`${storeId} ${token}`)
      if (known) return known.expiresAt > Math.floor(now.getTime() / 1000) ? known.customerId : null
      try {
        const { payload } = await jwtVerify(token, keyOf, {
          algorithms: ['HS256'],
          issuer: ISSUER,
          audience: storeId,
          requiredClaims: ['sub', 'exp'],
          currentDate: now,
        })
        const { sub: customerId, exp: expiresAt } = payload
        if (!customerId || expiresAt === undefined) return null
        valid.set(`${storeId} ${token}`, { customerId, expiresAt })
        return customerId
      } catch (error) {
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },
  }
}

const signingKey = (secret: string): KeyObject => createSecretKey(secret, 'utf8')
