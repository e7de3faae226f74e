import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { RequestError } from '../data/request.ts'
import { listSessions, SESSIONS_KEY } from './sessions.ts'

const NOT_KEPT =
  'You were logged in, but your browser has not kept it. Allow cookies for this address, then log in again.'

/** After a log-in as a person: reads what may be entered, and goes there. @throws RequestError also when the cookie was not kept */
export function useEntering(): (to?: string) => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (to) => {
    // What was read as somebody else is theirs.
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSIONS_KEY[0] })
    const known = await listSessions()
    if (!known.person) throw new RequestError('COOKIE_NOT_KEPT', NOT_KEPT)
    client.setQueryData(SESSIONS_KEY, known)
    await (to === undefined ? navigate({ to: '/' }) : navigate({ href: `/console${to}` }))
  }
}
