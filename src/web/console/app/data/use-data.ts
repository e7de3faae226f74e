import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useEffect } from 'preact/hooks'
import type { TypedDocumentString } from '../../../../generated/console/documents.ts'
import { useStoreName } from '../session/store-context.tsx'
import { whenPresent } from './presence.ts'
import { operationName, type RequestError, request } from './request.ts'

interface DataOptions {
  enabled?: boolean
  /** Milliseconds between refreshes while the page is seen. */
  refreshEvery?: number
}

/** The answer of a query of the store, from the cache first. While variables change, the answer before them is shown. */
export function useData<Result, Variables>(
  text: TypedDocumentString<Result, Variables>,
  variables: Variables,
  { enabled = true, refreshEvery }: DataOptions = {},
): UseQueryResult<Result, RequestError> {
  const store = useStoreName()
  const query = useQuery<Result, RequestError>({
    queryKey: [store, operationName(text), variables],
    queryFn: ({ signal }) => request(store, text, variables, signal),
    placeholderData: keepPreviousData,
    enabled,
  })
  const { refetch } = query
  useEffect(() => {
    if (!refreshEvery || !enabled) return
    const refresh = () => void refetch()
    const timer = setInterval(() => document.hidden || whenPresent(refresh), refreshEvery)
    return () => clearInterval(timer)
  }, [refetch, refreshEvery, enabled])
  return query
}

/** Makes queries of the store stale, by their names; all of them when none are given. Those that are shown are read again. */
export function useInvalidate(): (names?: readonly string[]) => Promise<void> {
  const store = useStoreName()
  const client = useQueryClient()
  return useCallback(
    (names) =>
      client.invalidateQueries({
        predicate: ({ queryKey: [of, name] }) => of === store && (!names || names.includes(String(name))),
      }),
    [client, store],
  )
}

interface ChangeOptions<Result> {
  /** The names of the queries that the change makes stale; all of them when left out. */
  invalidates?: readonly string[]
  onDone?: (result: Result) => void
}

/** A mutation of the store. Shown errors are the caller's: `error`, or `mutateAsync` rejecting with RequestError. */
export function useChange<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  { invalidates, onDone }: ChangeOptions<Result> = {},
): UseMutationResult<Result, RequestError, Variables> {
  const store = useStoreName()
  const invalidate = useInvalidate()
  return useMutation<Result, RequestError, Variables>({
    mutationKey: [store, operationName(document)],
    mutationFn: (variables) => request(store, document, variables),
    // Some answers have secrets, which are shown once.
    gcTime: 0,
    onSuccess: async (result) => {
      onDone?.(result)
      await invalidate(invalidates)
    },
  })
}
