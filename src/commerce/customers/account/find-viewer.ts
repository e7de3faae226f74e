import type { Context, Services } from '../../../api/context.ts'
import type { Store } from '../../../generated/prisma/client.ts'
import { Problem } from '../../../platform/problem.ts'
import { isUuid } from '../../../platform/uuid.ts'
import { type Viewer, viewerByToken } from '../customers.sql.ts'
import type { VerifiedToken } from './customer-token.ts'

export interface Authentication {
  viewer: Viewer
  token: VerifiedToken
}

/** Null without a valid `Authorization: Bearer …` token, or with a revoked one. */
export async function authenticate(
  { db: { sql }, tokens }: Pick<Services, 'db' | 'tokens'>,
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

type NotLoggedIn = 'Not logged in' | 'Login required'

/** @throws Problem UNAUTHENTICATED */
export async function getAuthentication(context: Context, message: NotLoggedIn): Promise<Authentication> {
  const authentication = await context.authentication()
  if (!authentication) throw new Problem('UNAUTHENTICATED', message, { reason: 'LOGIN_REQUIRED' })
  return authentication
}

/** @throws Problem UNAUTHENTICATED */
export async function getViewer(context: Context, message: NotLoggedIn): Promise<Viewer> {
  const viewer = await context.viewer()
  if (!viewer) throw new Problem('UNAUTHENTICATED', message, { reason: 'LOGIN_REQUIRED' })
  return viewer
}
