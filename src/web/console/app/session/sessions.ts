import { requestJson, sitePath } from '../data/request.ts'

export type Role = 'OWNER' | 'MANAGER' | 'ORDERS' | 'CATALOGUE' | 'ACCOUNTANT'

/** Who is logged in to a store, and what they may do there. */
interface Viewer {
  kind: 'key' | 'person'
  /** Of the key or the person. */
  id: string
  name: string
  /** Of a person. */
  role: Role | null
  /** Also what later versions add. */
  everything: boolean
  /** What they may change, in small letters; all of them for everything. */
  scopes: readonly string[]
  /** What they may only see. */
  reads: readonly string[]
  /** Whether they see what the store sells: sums, plots, best sellers. */
  figures: boolean
}

/** Of one store, in this browser. */
export interface Session {
  /** The store's subdomain. */
  store: string
  business_name: string
  currency: string
  time_zone: string
  /** Where orders go that name no country; null if the owner has named none. */
  country: string | null
  viewer: Viewer
  expires_at: string
}

interface LoggedInPerson {
  id: string
  email: string
  name: string
  expires_at: string
}

/** What this browser is logged in to. */
export interface Sessions {
  person: LoggedInPerson | null
  /** One for each store that it may enter. */
  sessions: readonly Session[]
  /** Whether somebody has used the code that the first start prints. */
  set_up: boolean
}

const SESSIONS = '/api/console/sessions'

export const listSessions = (signal?: AbortSignal): Promise<Sessions> =>
  requestJson<Sessions>(SESSIONS, signal ? { signal } : {})

const post = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})

/** @throws RequestError */
export const logIn = (email: string, password: string): Promise<void> =>
  requestJson(SESSIONS, post({ email, password }))

/** The key is sent once and stored nowhere. @throws RequestError */
export const logInWithKey = (store: string, key: string): Promise<Session> =>
  requestJson(SESSIONS, post({ store, key }))

export interface SetUpInput {
  code: string
  email: string
  password: string
  shop: { name: string; subdomain: string; country: string; time_zone?: string }
}

/** @returns the subdomain of the new store @throws RequestError */
export const setUp = async (input: SetUpInput): Promise<string> =>
  (await requestJson<{ store: { store: string } }>('/api/console/set-up', post(input))).store.store

/** @param everywhere all sessions of the person, in other browsers as well */
export const logOut = (everywhere: boolean): Promise<void> =>
  requestJson(`${SESSIONS}${everywhere ? '?everywhere=true' : ''}`, { method: 'DELETE' })

/** @param everywhere all sessions of the key, in other browsers as well */
export const logOutOfStore = (store: string, everywhere: boolean): Promise<void> =>
  requestJson(sitePath(store, `session${everywhere ? '?everywhere=true' : ''}`), { method: 'DELETE' })

export const SESSIONS_KEY = ['sessions'] as const

/** The stores that are closed when the session of this one ends: a person has one session for all of theirs. */
export function endingWith({ sessions }: Sessions, store: string): string[] {
  const isOfPerson = sessions.some((session) => session.store === store && session.viewer.kind === 'person')
  return isOfPerson ? storesOfPerson(sessions) : [store]
}

export const storesOfPerson = (sessions: readonly Session[]): string[] =>
  sessions.filter(({ viewer }) => viewer.kind === 'person').map(({ store }) => store)

/** What is left when the session of the store has ended. */
export function withoutStore(known: Sessions, store: string): Sessions {
  const ended = endingWith(known, store)
  const left = known.sessions.filter((session) => !ended.includes(session.store))
  const isOfPerson = known.sessions.some((session) => session.store === store && session.viewer.kind === 'person')
  return { ...known, person: isOfPerson ? null : known.person, sessions: left }
}
