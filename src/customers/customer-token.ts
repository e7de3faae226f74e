import { createSecretKey, type KeyObject } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
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
      try {
        const { payload } = await jwtVerify(token, keyOf, {
          algorithms: ['HS256'],
          issuer: ISSUER,
          audience: storeId,
          requiredClaims: ['sub', 'exp'],
          currentDate: clock(),
        })
        return payload.sub || null
      } catch (error) {
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },
  }
}

const signingKey = (secret: string): KeyObject => createSecretKey(secret, 'utf8')
