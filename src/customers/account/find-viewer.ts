import type { Store } from '../../generated/prisma/client.ts'
import type { Context, Services } from '../../graphql/context.ts'
import { Problem } from '../../platform/problem.ts'
import { isUuid } from '../../platform/uuid.ts'
import { type Viewer, viewerByToken } from '../customers.sql.ts'
import type { VerifiedToken } from './customer-token.ts'

/** A customer and the token by which they were known. */
export interface Authentication {
  viewer: Viewer
  token: VerifiedToken
}

/**
 * The customer whose token the `Authorization: Bearer …` header contains; null when it contains no valid one, or one that
 * has been ended.
 */
export async function authenticate(
  { db: { sql }, tokens }: Pick<Services, 'db' | 'tokens'>,
  store: Store | null,
  authorization: string | undefined,
): Promise<Authentication | null> {
  const written = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  if (!store || !written) return null
  const token = await tokens.verify(store.id, written)
  // Other services that share the secret, such as a site beside this one, may sign tokens with other subjects.
  if (!token || !isUuid(token.customerId)) return null
  const [viewer] = await sql.read(viewerByToken, store.id, token.customerId, token.version, token.id)
  return viewer ? { viewer, token } : null
}

type NotLoggedIn = 'Not logged in' | 'Login required'

/** @throws Problem UNAUTHENTICATED when the request carries no valid customer token */
export async function getAuthentication(context: Context, message: NotLoggedIn): Promise<Authentication> {
  const authentication = await context.authentication()
  if (!authentication) throw new Problem('UNAUTHENTICATED', message)
  return authentication
}

/** @throws Problem UNAUTHENTICATED when the request carries no valid customer token */
export async function getViewer(context: Context, message: NotLoggedIn): Promise<Viewer> {
  const viewer = await context.viewer()
  if (!viewer) throw new Problem('UNAUTHENTICATED', message)
  return viewer
}
