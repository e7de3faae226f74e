import { Prisma } from '../../generated/prisma/client.ts'
import type { SqlClient } from '../../platform/database/sql.ts'
import type { Protection } from './protection.ts'

// SQL, since every request to a protected store reads the store and the token in one statement.

interface Row {
  protected: boolean
  protection: Protection
  opened: boolean
}

/** Whether the token was given for the store's password. @param tokenHash null for a request without a token */
export async function readStoreProtection(
  db: Pick<SqlClient, '$queryRaw'>,
  storeId: string,
  tokenHash: string | null,
  now: Date,
): Promise<Row | null> {
  const isGood =
    tokenHash === null
      ? Prisma.sql`FALSE`
      : Prisma.sql`COALESCE(access_password_version = (
          SELECT password_version FROM access_tokens
          WHERE store_id = ${storeId}::uuid AND token_hash = ${tokenHash} AND expires_at > ${now}), FALSE)`
  const [row] = await db.$queryRaw<Row[]>`
    SELECT access_password_hash IS NOT NULL AS protected, access_protection AS protection, ${isGood} AS opened
    FROM stores WHERE id = ${storeId}::uuid`
  return row ?? null
}
