import { requestJson, sitePath } from '../data/request.ts'

/** Of one store, in this browser. */
export interface Session {
  /** The store's subdomain. */
  store: string
  business_name: string
  currency: string
  time_zone: string
  /** Where orders go that name no country; null if the owner has named none. */
  country: string | null
  /** Its scopes are empty when it may do everything. */
  key: { id: string; name: string; scopes: string[] }
  expires_at: string
}

const SESSIONS = '/api/console/sessions'

export const listSessions = async (signal?: AbortSignal): Promise<Session[]> =>
  (await requestJson<{ sessions: Session[] }>(SESSIONS, signal ? { signal } : {})).sessions

/** The key is sent once and stored nowhere. @throws RequestError */
export const logIn = (store: string, key: string): Promise<Session> =>
  requestJson(SESSIONS, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ store, key }),
  })

/** @param everywhere all sessions of the key, in other browsers as well */
export const logOut = (store: string, everywhere: boolean): Promise<void> =>
  requestJson(sitePath(store, `session${everywhere ? '?everywhere=true' : ''}`), { method: 'DELETE' })

export const SESSIONS_KEY = ['sessions'] as const
