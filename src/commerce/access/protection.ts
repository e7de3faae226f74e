import { createHash, randomBytes } from 'node:crypto'
import type { Context } from '../../api/context.ts'
import { defineLoader } from '../../api/graphql/schema/loader.ts'
import type { Store } from '../../generated/prisma/client.ts'
import { expired } from '../../platform/database/retention.ts'
import { DAY_MS } from '../../platform/time.ts'
import { readStoreProtection } from './protection.sql.ts'

export const TOKEN_LIFETIME_MS = DAY_MS

export const accessTokenRetention = expired('access_tokens')

const BYTES = 32

export const newToken = (): string => randomBytes(BYTES).toString('hex')

/** Tokens are long and random, so a plain SHA-256 is enough. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')

const isToken = (text: string): boolean => /^[\da-f]{64}$/.test(text)

/** SITE: the service shows what the store sells only with the password. HINT: the storefront decides. */
export const Protection = { SITE: 'SITE', HINT: 'HINT' } as const
export type Protection = (typeof Protection)[keyof typeof Protection]

export const protectionValues = {
  [Protection.SITE]: {
    description:
      'Products, categories, search, reviews, wishlists, carts, quotes, checkout and chat require the `X-Access-Token` header. Accounts, orders and payments do not.',
  },
  [Protection.HINT]: {
    description: 'The API restricts nothing: the storefront reads `unlocked` and decides what to show.',
  },
} as const

interface Access {
  protected: boolean
  /** Null when there is no password. */
  protection: Protection | null
  /** Whether the request may see what the store sells. */
  seesCatalogue: boolean
  /** True without a password, or with a valid access token. */
  unlocked: boolean
}

/** Read once per request and not from the store cache, so that a changed password counts at once. */
export const protectionOf = (context: Context): Promise<Access> => protections(context).load(context.store.id)

const protections = defineLoader<string, Access>((context, storeIds) =>
  Promise.all(storeIds.map((storeId) => readProtection(context, storeId))),
)

async function readProtection(context: Context, storeId: string): Promise<Access> {
  const token = context.accessToken()
  const hash = token !== null && isToken(token) ? tokenHash(token) : null
  const row = await readStoreProtection(context.services.db.prisma, storeId, hash, context.services.clock())
  if (!row) throw new Error('A store that serves a request has no row')
  const unlocked = !row.protected || row.opened
  return {
    protected: row.protected,
    protection: row.protected ? row.protection : null,
    seesCatalogue: unlocked || row.protection === Protection.HINT,
    unlocked,
  }
}

/** Null when the store has no password. */
export const storeProtection = ({
  accessPasswordHash,
  accessProtection,
}: Pick<Store, 'accessPasswordHash' | 'accessProtection'>): Protection | null =>
  // A CHECK of the table allows no other value.
  accessPasswordHash === null ? null : (accessProtection as Protection)
