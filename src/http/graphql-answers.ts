import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { ExecutionResult } from 'graphql'
import { LRUCache } from 'lru-cache'
import { countAll, isBehindPassword } from '../gateway/admission.ts'
import type { Context } from '../gateway/context.ts'
import { type NewAnswer, type SharedAnswer, type SharedAnswers, sharedKey } from '../response-cache/cache.ts'

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
 * Executes a document once for all visitors who get the same answer. Whether they do shows when it is executed: root
 * fields say so, and nothing may ask who the visitor is.
 */
export function shareAnswers(answers: SharedAnswers, run: Run) {
  /** Documents that turned out to be for one visitor, so that nobody waits for another who asks the same. */
  const personal = new LRUCache<string, true>({
    maxSize: MAX_REMEMBERED,
    sizeCalculation: (_, { length }) => length + 1,
  })

  return async (request: FastifyRequest, context: Context): Promise<SharedAnswer | GraphQLAnswer> => {
    const document = documentOf(request)
    const { foundStore, contentVersion, baseUrl } = context
    if (changesSomething(document) || personal.has(document) || !foundStore?.active || contentVersion === null) {
      return run(request, context)
    }
    // Not to be remembered as personal, as the same document of another store's visitors is not.
    if (isBehindPassword(foundStore)) return run(request, context)
    const key = documentKey(baseUrl, request, typeof request.body === 'string' ? request.body : '')

    const store = { id: foundStore.id, contentVersion }
    let own: GraphQLAnswer | null = null
    const make = async () => {
      own = await run(request, context)
      if (context.audience.isPersonal) personal.set(document, true)
      return toShared(own, context)
    }
    // Whoever sends a token probably asks for something of their own. Nobody should wait for that to be found out.
    const kept = answers.find(store, key)
    const shared = kept ?? (sendsToken(request) ? null : await answers.make(store, key, make))
    if (own) return shared ?? own
    if (!shared || !(await countAll(context, shared.charges))) return run(request, context)
    if (kept) answers.use.hits += 1
    for (const operation of shared.operations) operation.answered += 1
    return shared
  }
}

/**
 * The key of the answer to a document.
 * @param body with the document and its variables; empty for a GET request, whose URL has both
 */
export const documentKey = (
  baseUrl: string,
  { url = '', method, headers }: Pick<IncomingMessage, 'url' | 'method' | 'headers'>,
  body: string,
): string => `${sharedKey(baseUrl, url)}\n${method}\n${headers.accept ?? ''}\n${body}`

const sendsToken = ({ headers }: FastifyRequest): boolean =>
  headers.authorization !== undefined || headers['x-access-token'] !== undefined

/** The request's body with its document and variables; of a GET its URL, which has both. */
const documentOf = ({ url, body }: FastifyRequest): string => (typeof body === 'string' ? body : url)

const changesSomething = (document: string): boolean => /\b(mutation|subscription)\b/.test(document)

function toShared({ status, headers, bytes }: GraphQLAnswer, { audience, charges, called }: Context): NewAnswer | null {
  const type = headers.get('content-type') ?? null
  if (status !== 200 || type === null || audience.isPersonal || audience.hasFailed) return null
  return {
    type,
    bytes,
    isMoving: audience.isMoving,
    charges: [...charges],
    operations: called?.calls.map(({ meter }) => meter) ?? [],
  }
}
