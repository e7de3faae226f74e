import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { SessionsAnswer } from '../../../../shared/answers.ts'
import type { RequestError } from '../data/request.ts'
import { listSessions, SESSIONS_KEY } from './sessions.ts'

const REFRESH_MS = 5 * 60_000

/** Of this browser. */
export const useSessions = (): UseQueryResult<SessionsAnswer, RequestError> =>
  useQuery<SessionsAnswer, RequestError>({
    queryKey: SESSIONS_KEY,
    queryFn: ({ signal }) => listSessions(signal),
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
  })
