import type { FastifyRequest } from 'fastify'
import type { ExecutionResult } from 'graphql'
import { LRUCache } from 'lru-cache'
import { countAll, isForEverybody } from '../admission/admission.ts'
import { isServed } from '../admission/served-store.ts'
import type { Context } from '../context.ts'
import { type CachedResponse, documentKey, type NewResponse, type ResponseCache } from '../response-cache/cache.ts'
import { deprecatedUses } from './operation-meters.ts'

export interface GraphQLAnswer {
  status: number
  headers: Headers | ReadonlyMap<string, string>
  bytes: Buffer
  /** A subscription's results, sent instead of the bytes. */
  results?: AsyncIterableIterator<ExecutionResult>
}

/** Characters of documents. */
const MAX_REMEMBERED = 500_000

type Run = (request: FastifyRequest, context: Context) => Promise<GraphQLAnswer>

/** Executes a document once for all visitors who get the same response. Execution shows whether they do. */
export function runOnceForAll(cache: ResponseCache, run: Run) {
  /** Nobody waits for another request with the same private document. */
  const privateDocuments = new LRUCache<string, true>({
    maxSize: MAX_REMEMBERED,
    sizeCalculation: (_, { length }) => length + 1,
  })

  return async (request: FastifyRequest, context: Context): Promise<CachedResponse | GraphQLAnswer> => {
    const document = documentOf(request)
    const { foundStore: store, contentVersion, baseUrl } = context
    if (changesSomething(document) || privateDocuments.has(document) || !isServed(store) || contentVersion === null) {
      return run(request, context)
    }
    // Not remembered as private: the same document of another store is not.
    if (!isForEverybody(context)) return run(request, context)
    const state = { id: store.id, contentVersion }
    const key = documentKey(baseUrl, request, typeof request.body === 'string' ? request.body : '')
    // A token probably asks for something private; others should not wait to find out.
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
    for (const counted of response.counted) counted.answered += 1
    return response
  }
}

const sendsToken = ({ headers }: FastifyRequest): boolean =>
  headers.authorization !== undefined || headers['x-access-token'] !== undefined

/** A GET has both in its URL. */
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
    deprecation: called?.deprecated?.headers ?? {},
    counted: called ? [...called.calls.map(({ meter }) => meter), ...deprecatedUses(called)] : [],
  }
}
