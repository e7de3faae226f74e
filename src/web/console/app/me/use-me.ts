import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { MeDocument, type MeQuery, type TypedDocumentString } from '../../../../generated/console/person-documents.ts'
import { type RequestError, requestAt } from '../data/request.ts'

const PATH = '/api/console/graphql'
export const ME_KEY = ['me'] as const

export type Me = NonNullable<MeQuery['me']>

export const useMe = (): UseQueryResult<MeQuery, RequestError> =>
  useQuery<MeQuery, RequestError>({
    queryKey: ME_KEY,
    queryFn: ({ signal }) => requestAt(PATH, MeDocument, {}, signal),
  })

/** A change of the person or their sessions. Shown errors are the caller's. */
export function useMyChange<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
): UseMutationResult<Result, RequestError, Variables> {
  const client = useQueryClient()
  return useMutation<Result, RequestError, Variables>({
    mutationFn: (variables) => requestAt(PATH, document, variables),
    // Some have passwords.
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: ME_KEY }),
  })
}
