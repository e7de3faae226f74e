import type { Context } from '../../../api/context.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Viewer } from '../customers.sql.ts'
import type { Authentication } from './authenticate.ts'

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
