import type { Context } from '../gateway/context.ts'
import { defineLoader } from '../gateway/loader.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { isToken, tokenHash } from './access-token.ts'

export interface Protection {
  protected: boolean
  /** True when the store has no password, or the request carries a valid access token. */
  unlocked: boolean
}

/**
 * Whether the store is protected and the request may see its pages. It reads the database once per request and not the
 * store cache, so that a changed password counts at once.
 */
export const protectionOf = (context: Context): Promise<Protection> => protections(context).load(context.store.id)

const protections = defineLoader<string, Protection>((context, storeIds) =>
  Promise.all(storeIds.map((storeId) => readProtection(context, storeId))),
)

async function readProtection(context: Context, storeId: string): Promise<Protection> {
  const { services } = context
  const accessToken = context.accessToken()
  const isGood =
    accessToken !== null && isToken(accessToken)
      ? Prisma.sql`COALESCE(access_password_version = (
          SELECT password_version FROM access_tokens
          WHERE store_id = ${storeId}::uuid AND token_hash = ${tokenHash(accessToken)}
            AND expires_at > ${services.clock()}), FALSE)`
      : Prisma.sql`FALSE`
  const [row] = await services.prisma.$queryRaw<{ protected: boolean; opened: boolean }[]>`
    SELECT access_password_hash IS NOT NULL AS protected, ${isGood} AS opened
    FROM stores WHERE id = ${storeId}::uuid`
  if (!row) throw new Error('A store that serves a request has no row')
  return { protected: row.protected, unlocked: !row.protected || row.opened }
}
