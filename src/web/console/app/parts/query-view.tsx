import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentChildren } from 'preact'
import type { RequestError } from '../data/request.ts'
import { Failure } from './failure.tsx'
import { Loading } from './loading.tsx'

/** What a query has brought; until then that it loads, or why it failed. */
export function QueryView<Data>({
  query,
  children,
}: {
  query: UseQueryResult<Data, RequestError>
  children: (data: Data) => ComponentChildren
}) {
  const { data, error, refetch, isPlaceholderData } = query
  if (data === undefined) return error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading />
  return (
    <div class="query" aria-busy={isPlaceholderData} data-old={isPlaceholderData || undefined}>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {children(data)}
    </div>
  )
}
