import type { SessionAnswer, SessionsAnswer } from '../../../../shared/answers.ts'
import { askAgain } from '../data/confirm-again.ts'
import { requestJson, sitePath } from '../data/request.ts'

const SESSIONS = '/api/console/sessions'

export const listSessions = (signal?: AbortSignal): Promise<SessionsAnswer> =>
  requestJson<SessionsAnswer>(SESSIONS, signal ? { signal } : {})

const post = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})

/** @returns what a code is to be sent with, or null when the browser is logged in @throws RequestError */
export async function logIn(email: string, password: string): Promise<string | null> {
  const answer = await requestJson<{ challenge?: string }>(SESSIONS, post({ email, password }))
  return answer.challenge ?? null
}

/** @param code of the app, or a recovery code @throws RequestError */
export const completeLogIn = (challenge: string, code: string): Promise<void> =>
  requestJson(`${SESSIONS}/second-factor`, post({ challenge, code }))

/** Of who is logged in, which then counts for a while. @throws RequestError */
export const confirmAgain = (password: string): Promise<void> =>
  requestJson(`${SESSIONS}/confirmation`, post({ password }))

/** Asks for the password where it was given too long ago. @throws RequestError */
export async function isConfirmed(): Promise<boolean> {
  const { person } = await listSessions()
  return person === null || person.confirmed || askAgain()
}

/** The answer is the same whether anybody has the email or not. @throws RequestError */
export const askForPasswordLink = (email: string): Promise<void> =>
  requestJson('/api/console/password-links', post({ email }))

/** @param token of a link or a mail @throws RequestError */
export const choosePassword = (token: string, password: string): Promise<void> =>
  requestJson('/api/console/passwords', post({ token, password }))

/** @param token of the mail to an address of before @throws RequestError */
export const undoEmailChange = (token: string): Promise<void> => requestJson('/api/console/email-undo', post({ token }))

/** The key is sent once and stored nowhere. @throws RequestError */
export const logInWithKey = (store: string, key: string): Promise<SessionAnswer> =>
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

/** @param person left out by who is logged in as one @throws RequestError */
export const becomeOwner = (
  store: string,
  person: { name: string; email: string; password: string } | null,
): Promise<void> => requestJson(sitePath(store, 'owner'), post(person ?? {}))

/** @param everywhere all sessions of the person, in other browsers as well */
export const logOut = (everywhere: boolean): Promise<void> =>
  requestJson(`${SESSIONS}${everywhere ? '?everywhere=true' : ''}`, { method: 'DELETE' })

/** @param everywhere all sessions of the key, in other browsers as well */
export const logOutOfStore = (store: string, everywhere: boolean): Promise<void> =>
  requestJson(sitePath(store, `session${everywhere ? '?everywhere=true' : ''}`), { method: 'DELETE' })

export const SESSIONS_KEY = ['sessions'] as const

/** The stores that are closed when the session of this one ends: a person has one session for all of theirs. */
export function endingWith({ sessions }: SessionsAnswer, store: string): string[] {
  const isOfPerson = sessions.some((session) => session.store === store && session.viewer.kind === 'person')
  return isOfPerson ? storesOfPerson(sessions) : [store]
}

export const storesOfPerson = (sessions: readonly SessionAnswer[]): string[] =>
  sessions.filter(({ viewer }) => viewer.kind === 'person').map(({ store }) => store)

/** What is left when the session of the store has ended. */
export function withoutStore(known: SessionsAnswer, store: string): SessionsAnswer {
  const ended = endingWith(known, store)
  const left = known.sessions.filter((session) => !ended.includes(session.store))
  const isOfPerson = known.sessions.some((session) => session.store === store && session.viewer.kind === 'person')
  return { ...known, person: isOfPerson ? null : known.person, sessions: left }
}
