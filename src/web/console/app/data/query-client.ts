import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { RequestError } from './request.ts'

const MOST_TRIES = 2
const FRESH_FOR_MS = 10_000

/** Refused requests are not sent again; those that got no answer are. */
const isWorthRetrying = (tries: number, error: unknown): boolean =>
  tries < MOST_TRIES && error instanceof RequestError && ['OFFLINE', 'UNAVAILABLE'].includes(error.code)

interface Refusals {
  /** Of the store whose session has ended. */
  onLoggedOut: (store: string) => void
  /** Something was refused: a role may have been changed or taken away meanwhile. */
  onForbidden: () => void
}

export function createQueryClient({ onLoggedOut, onForbidden }: Refusals): QueryClient {
  const noteError = (error: unknown, store: unknown) => {
    if (!(error instanceof RequestError) || typeof store !== 'string') return
    if (error.code === 'UNAUTHENTICATED') onLoggedOut(store)
    if (error.code === 'FORBIDDEN') onForbidden()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => noteError(error, query.queryKey[0]) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => noteError(error, mutation.options.mutationKey?.[0]),
    }),
    defaultOptions: {
      // Without a connection, requests fail and say so; otherwise they would wait, and changes be sent unseen later.
      queries: {
        retry: isWorthRetrying,
        staleTime: FRESH_FOR_MS,
        refetchOnWindowFocus: true,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
