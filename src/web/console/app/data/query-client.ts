import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { RequestError } from './request.ts'

const MOST_TRIES = 2
const FRESH_FOR_MS = 10_000

/** Refused requests are not sent again; those that got no answer are. */
const isWorthRetrying = (tries: number, error: unknown): boolean =>
  tries < MOST_TRIES && error instanceof RequestError && ['OFFLINE', 'UNAVAILABLE'].includes(error.code)

/** @param onLoggedOut of the store whose session has ended */
export function createQueryClient(onLoggedOut: (store: string) => void): QueryClient {
  const noteError = (error: unknown, store: unknown) => {
    if (error instanceof RequestError && error.code === 'UNAUTHENTICATED' && typeof store === 'string')
      onLoggedOut(store)
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
