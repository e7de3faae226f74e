import type { Store } from '../../../generated/prisma/client.ts'
import type { Db } from '../../../platform/database/db.ts'
import { isUuid } from '../../../platform/uuid.ts'
import { type Viewer, viewerByToken } from '../customers.sql.ts'
import type { CustomerTokens, VerifiedToken } from './customer-token.ts'

export interface Authentication {
  viewer: Viewer
  token: VerifiedToken
}

/** Null without a valid `Authorization: Bearer …` token, or with a revoked one. */
export async function authenticate(
  { db: { sql }, tokens }: { db: Pick<Db, 'sql'>; tokens: CustomerTokens },
  store: Store | null,
  authorization: string | undefined,
): Promise<Authentication | null> {
  const written = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  if (!store || !written) return null
  const token = await tokens.verify(store.id, written)
  // Other services that share the secret may sign other subjects.
  if (!token || !isUuid(token.customerId)) return null
  const [viewer] = await sql.read(viewerByToken, store.id, token.customerId, token.version, token.id)
  return viewer ? { viewer, token } : null
}
