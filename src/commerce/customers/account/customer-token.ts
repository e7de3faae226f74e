import { createHash, createSecretKey, type KeyObject, randomUUID } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { keyId } from '../../../platform/secrets/sealed-secrets.ts'
import { DAY_SECONDS, isStorableMoment } from '../../../platform/time.ts'

/** The database knows whether it was revoked. */
export interface VerifiedToken {
  customerId: string
  /** The customer's `tokenVersion` at issue; 0 for tokens without one. */
  version: number
  /** Hex SHA-256 of the signed part: equal for every spelling of the signature. */
  id: string
  /** Seconds since 1970. */
  expiresAt: number
}

export type CustomerTokens = {
  issue(storeId: string, customerId: string, version: number): Promise<string>
  /** Null when the token is invalid or belongs to another store. */
  verify(storeId: string, token: string): Promise<VerifiedToken | null>
}

const ISSUER = 'storefront-gateway'
const LIFETIME_SECONDS = 30 * DAY_SECONDS
/** Characters of cached valid tokens: a few thousand tokens. */
const REMEMBERED = 2_000_000

/**
 * HS256 JWTs: `sub` is the customer, `aud` the store, `ver` the token version. The key is the UTF-8 of the secret.
 * @param secrets newest first, at least one; the newest signs, all verify
 */
export function createCustomerTokens(secrets: readonly string[], clock: () => Date): CustomerTokens {
  const keys = new Map(secrets.map((secret) => [keyId(secret, 'customer token'), signingKey(secret)]))
  const [current] = keys
  if (!current) throw new Error('createCustomerTokens needs at least one secret')
  const [currentId, currentKey] = current

  /** Verifying a signature takes longer than the rest of a small request. */
  const valid = new LRUCache<string, VerifiedToken>({
    maxSize: REMEMBERED,
    sizeCalculation: (_, key) => key.length,
  })

  function keyOf({ kid }: { kid?: string }): KeyObject {
    const key = keys.get(kid ?? '')
    if (!key) throw new errors.JWKSNoMatchingKey()
    return key
  }

  return {
    issue(storeId, customerId, version) {
      const issuedAt = Math.floor(clock().getTime() / 1000)
      return new SignJWT({ ver: version })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: currentId })
        .setIssuer(ISSUER)
        .setAudience(storeId)
        .setSubject(customerId)
        .setJti(randomUUID())
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + LIFETIME_SECONDS)
        .sign(currentKey)
    },

    async verify(storeId, token) {
      const now = clock()
      const known = valid.get(`${storeId} ${token}`)
      if (known) return known.expiresAt > Math.floor(now.getTime() / 1000) ? known : null
      try {
        const { payload } = await jwtVerify(token, keyOf, {
          algorithms: ['HS256'],
          issuer: ISSUER,
          audience: storeId,
          requiredClaims: ['sub', 'exp'],
          currentDate: now,
        })
        const { sub: customerId, exp: expiresAt, ver: version = 0 } = payload
        if (!isCustomerId(customerId) || !isEnd(expiresAt) || !isVersion(version)) return null
        const verified = { customerId, version, id: idOf(token), expiresAt }
        valid.set(`${storeId} ${token}`, verified)
        return verified
      } catch (error) {
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },
  }
}

// A signature does not guarantee the claims' types.
const isCustomerId = (claim: unknown): claim is string => typeof claim === 'string' && claim !== ''

const isEnd = (claim: unknown): claim is number => typeof claim === 'number' && isStorableMoment(new Date(claim * 1000))

const isVersion = (claim: unknown): claim is number =>
  typeof claim === 'number' && Number.isInteger(claim) && claim >= 0 && claim < 2 ** 31

/** Without the last characters, which have several spellings. */
const idOf = (token: string): string =>
  createHash('sha256')
    .update(token.slice(0, token.lastIndexOf('.')))
    .digest('hex')

const signingKey = (secret: string): KeyObject => createSecretKey(secret, 'utf8')
