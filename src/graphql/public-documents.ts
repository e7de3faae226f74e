import type { FastifyRequest } from 'fastify'
import type { ExecutionResult } from 'graphql'
import { LRUCache } from 'lru-cache'
import { countAll, isBehindPassword } from '../admission/admission.ts'
import type { CachedResponse, NewResponse, ResponseCache } from '../response-cache/cache.ts'
import { documentKey } from '../response-cache/cache.ts'
import type { Context } from './context.ts'

/** What executing a document came to, as a response. */
export interface GraphQLAnswer {
  status: number
  headers: Headers | ReadonlyMap<string, string>
  bytes: Buffer
  /** Set by a subscription: what is to be sent instead of the bytes. */
  results?: AsyncIterableIterator<ExecutionResult>
}

/** Characters of remembered documents. */
const MAX_REMEMBERED = 500_000

/** Executes the document of a request. */
type Run = (request: FastifyRequest, context: Context) => Promise<GraphQLAnswer>

/**
 * Executes a document once for all visitors who get the same response. Whether they do shows when it is executed: root
 * fields say so, and nothing may ask who the visitor is.
 */
export function runOnceForAll(cache: ResponseCache, run: Run) {
  /** Documents that turned out to be private, so that nobody waits for another who asks the same. */
  const privateDocuments = new LRUCache<string, true>({
    maxSize: MAX_REMEMBERED,
    sizeCalculation: (_, { length }) => length + 1,
  })

  return async (request: FastifyRequest, context: Context): Promise<CachedResponse | GraphQLAnswer> => {
    const document = documentOf(request)
    const { foundStore: store, contentVersion, baseUrl } = context
    if (changesSomething(document) || privateDocuments.has(document) || !store?.active || contentVersion === null) {
      return run(request, context)
    }
    // Not remembered as private, because the same document of another store's visitors is not.
    if (isBehindPassword(store)) return run(request, context)
    const state = { id: store.id, contentVersion }
    const key = documentKey(baseUrl, request, typeof request.body === 'string' ? request.body : '')
    // Whoever sends a token probably asks for something of their own. Nobody should wait for that to be found out.
    if (sendsToken(request) && !cache.get(state, key)) return run(request, context)

    let own: GraphQLAnswer | null = null
    const make = async () => {
      own = await run(request, context)
      if (context.audience.isPrivate) privateDocuments.set(document, true)
      return toPublic(own, request, context)
    }
    const response = await cache.getOrMake(state, key, make)
    if (own) return response ?? own
    if (!response || !(await countAll(context, response.charges))) return run(request, context)
    for (const operation of response.operations) operation.answered += 1
    return response
  }
}

const sendsToken = ({ headers }: FastifyRequest): boolean =>
  headers.authorization !== undefined || headers['x-access-token'] !== undefined

/** The request's body with its document and variables; of a GET its URL, which has both. */
const documentOf = ({ url, body }: FastifyRequest): string => (typeof body === 'string' ? body : url)

const changesSomething = (document: string): boolean => /\b(mutation|subscription)\b/.test(document)

function toPublic(
  { status, headers, bytes }: GraphQLAnswer,
  { routeOptions: { url: route = '' } }: FastifyRequest,
  { audience, charges, called }: Context,
): NewResponse | null {
  const type = headers.get('content-type') ?? null
  if (status !== 200 || type === null || audience.isPrivate || audience.hasFailed) return null
  return {
    route,
    type,
    vary: 'Accept-Encoding, Accept, X-Store',
    bytes,
    isVolatile: audience.isVolatile,
    charges: [...charges],
    operations: called?.calls.map(({ meter }) => meter) ?? [],
  }
}
