/// <reference lib="dom" />
import type { InvitationAnswer } from '../../../../shared/answers.ts'
import { requestJson } from '../data/request.ts'

const FOLDER = '/api/console/invitations'
const PLACE = 'console:invitation'

const post = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})

/** @throws RequestError */
export const lookUp = (token: string): Promise<InvitationAnswer> => requestJson(`${FOLDER}/look-up`, post({ token }))

interface AcceptedAnswer {
  store: { store: string } | null
}

/** @param own of somebody new @throws RequestError */
export const accept = (token: string, own: { name: string; password: string } | null): Promise<AcceptedAnswer> =>
  requestJson(`${FOLDER}/accept`, post({ token, ...own }))

/**
 * The token after `#`, which leaves the address at once, or what was kept of an earlier visit in this tab: whoever logs in first
 * comes back. Empty when there is none.
 */
export function takeToken(): string {
  const token = location.hash.slice(1)
  if (token === '') return sessionStorage.getItem(PLACE) ?? ''
  sessionStorage.setItem(PLACE, token)
  history.replaceState(history.state, '', location.pathname + location.search)
  return token
}

export const keepToken = (token: string): void => sessionStorage.setItem(PLACE, token)

export const forgetToken = (): void => sessionStorage.removeItem(PLACE)
