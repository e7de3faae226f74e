/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core'
import type { Mistake, RefusalAnswer } from '../../../../shared/answers.ts'
import type { ProblemReason } from '../../../../shared/reasons.ts'
import { confirmingAgain } from './confirm-again.ts'
import { peopleWords } from './people-words.ts'

/** Why the gateway did not do what it was asked. Its message is written for people. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  /** One of docs/errors.md, or OFFLINE when there was no answer. */
  readonly code: string
  readonly mistakes: readonly Mistake[]
  /** Seconds. */
  readonly retryAfter: number | undefined
  /** Of the same page; undefined where the code says all. */
  readonly reason: ProblemReason | undefined

  constructor(
    code: string,
    message: string,
    mistakes: readonly Mistake[] = [],
    { retryAfter, reason }: { retryAfter?: number | undefined; reason?: ProblemReason | undefined } = {},
  ) {
    super(peopleWords(message))
    this.code = code
    this.mistakes = mistakes.map((mistake) => ({ ...mistake, message: peopleWords(mistake.message) }))
    this.retryAfter = retryAfter
    this.reason = reason
  }
}

interface GraphQLFailure {
  message: string
  path?: readonly (string | number)[]
  extensions?: { code?: string; reason?: ProblemReason; errors?: Mistake[]; retryAfter?: number }
}

export const sitePath = (store: string, path: string): string =>
  `/api/console/sites/${encodeURIComponent(store)}/${path}`

/** Of any schema, with the types that were generated for it. */
type Document<Result, Variables> = DocumentTypeDecoration<Result, Variables> & { toString(): string }

/** Runs one operation of the owner's schema. Fields that the key or the role must not see are null. @throws RequestError */
export const request = <Result, Variables>(
  store: string,
  document: Document<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Result> => requestAt(sitePath(store, 'graphql'), document, variables, signal)

/** Runs one operation of the schema at a path. @throws RequestError */
export const requestAt = <Result, Variables>(
  path: string,
  document: Document<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Result> => confirmingAgain(() => runAt(path, document, variables, signal))

async function runAt<Result, Variables>(
  path: string,
  document: Document<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Result> {
  const answer = await send(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/graphql-response+json' },
    body: JSON.stringify({ query: document.toString(), variables, operationName: operationName(document) }),
    ...(signal && { signal }),
  })
  if (answer.status === TOO_LARGE) throw tooLarge()
  const { data, errors } = await jsonOf<{ data?: Result; errors?: GraphQLFailure[] }>(answer)
  const failure = errors?.find((error) => !isHidden(error))
  if (failure) {
    const { code = 'INTERNAL_SERVER_ERROR', errors: mistakes, retryAfter, reason } = failure.extensions ?? {}
    throw new RequestError(code, failure.message, mistakes, { retryAfter, reason })
  }
  if (!data) throw unreadable(answer.status)
  return data
}

/** What belongs to a scope that the key or the role does not have; it is null in the data. */
const isHidden = ({ path, extensions }: GraphQLFailure): boolean =>
  extensions?.code === 'FORBIDDEN' && path !== undefined && path.length > 1

/** Runs a request of the console that is not GraphQL, and returns its JSON. @throws RequestError */
export async function requestJson<Result>(path: string, options: RequestInit): Promise<Result> {
  // Only a problem document says which fields are wrong.
  const headers = { Accept: 'application/json, application/problem+json', ...options.headers }
  const answer = await send(path, { ...options, headers })
  if (answer.status === 204) return undefined as Result
  const body = await jsonOf<Result & Partial<RefusalAnswer>>(answer)
  if (answer.ok) return body
  if (answer.status === TOO_LARGE) throw tooLarge()
  const retryAfter = Number(answer.headers.get('Retry-After')) || undefined
  throw new RequestError(
    answer.headers.get('Error-Code') ?? body.code ?? 'INTERNAL_SERVER_ERROR',
    body.error ?? unreadable(answer.status).message,
    body.errors,
    { retryAfter, reason: reasonIn(answer) },
  )
}

/** Of the closed list that this console and the service share. */
export const reasonIn = ({ headers }: Response): ProblemReason | undefined =>
  (headers.get('Error-Reason') as ProblemReason | null) ?? undefined

async function send(path: string, options: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { credentials: 'same-origin', ...options })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new RequestError('OFFLINE', 'The store could not be reached. Check your connection and try again.')
  }
}

async function jsonOf<Body>(answer: Response): Promise<Body> {
  try {
    return (await answer.json()) as Body
  } catch {
    throw unreadable(answer.status)
  }
}

const TOO_LARGE = 413

const tooLarge = () =>
  new RequestError('BAD_USER_INPUT', 'That is too much at once. Use a smaller file, or do it in several parts.')

const unreadable = (status: number) =>
  new RequestError('INTERNAL_SERVER_ERROR', `The store sent an answer that cannot be read (status ${status}).`)

/** The name that the document gives its operation. */
export const operationName = (document: { toString(): string }): string =>
  /(?:query|mutation|subscription) (\w+)/.exec(document.toString())?.[1] ?? ''
