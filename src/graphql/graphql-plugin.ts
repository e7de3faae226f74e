import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql'
import { createFailedRequests } from '../admission/failed-requests.ts'
import type { LimitName } from '../admission/rate-limit-policy.ts'
import type { EventStreams } from '../http/event-stream.ts'
import { jsonText, parseJson } from '../http/json-body.ts'
import { refusalOf } from '../http/refusal.ts'
import { setLimitHeaders } from '../http/response-headers.ts'
import type { ResponseCache } from '../response-cache/cache.ts'
import { sendPublic } from '../response-cache/write.ts'
import type { Context } from './context.ts'
import { type Graphiql, graphiqlPage, wantsPage } from './graphiql/graphiql.ts'
import { eventsOf, type Subscription } from './graphql-events.ts'
import { checkQueryString, looksLikePromise, queryStringOf, unexpectedThen } from './graphql-query-string.ts'
import { ENDPOINT, storefrontYoga } from './graphql-yoga.ts'
import type { Api, OperationCalls, OperationMeters } from './operation-meters.ts'
import { countCalls, countFailed } from './operation-meters.ts'
import { namedByCalls, operationSpan } from './operation-span.ts'
import { hasHashOnly, notSupported } from './persisted-query.ts'
import { presentable, refuse } from './present-problem.ts'
import { type GraphQLAnswer, runOnceForAll } from './public-documents.ts'

export interface GraphQLOptions {
  schema: GraphQLSchema
  /** What operations are counted as. */
  api: Api
  operations: OperationMeters
  streams: EventStreams
  paths: readonly string[]
  /** Null switches off both the page and introspection. */
  graphiql: Graphiql | null
  /** Null caches nothing. */
  cache: ResponseCache | null
  budget: LimitName
  /** Bytes; the server's limit when left out. */
  bodyLimit?: number
  /** Throws when there were too many visits to the page. */
  admitVisitor: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** Called before the body is read; its errors are the answer. */
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<Context>
}

export async function graphqlPlugin(
  app: FastifyInstance,
  {
    schema,
    api,
    operations,
    streams,
    paths,
    graphiql,
    cache,
    budget,
    bodyLimit,
    admitVisitor,
    contextOf,
  }: GraphQLOptions,
): Promise<void> {
  const introspection = graphiql !== null
  const contexts = new WeakMap<FastifyRequest, Context>()
  const newCalls = (): OperationCalls => ({ meters: operations, api, calls: [] })
  const failedRequests = createFailedRequests()
  const parsed = new WeakMap<FastifyRequest, unknown>()
  const yoga = storefrontYoga({
    schema,
    introspection,
    budget,
    shown,
    onSubscribed: ({ called }) => countCalls(called ?? newCalls(), []),
  })

  // Yoga parses the body itself.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    const text = jsonText(body)
    const json = parseJson(text)
    parsed.set(request, json)
    if (looksLikePromise(json)) throw unexpectedThen()
    return text
  })

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    if (graphiql && wantsPage(request)) return graphiqlPage(reply, request, graphiql)
    const storefront = contexts.get(request)
    if (!storefront) throw new Error('A GraphQL request ran without its context')
    if (request.method === 'GET') checkQueryString(request.url)
    const given = await execute(request, storefront)
    if ('results' in given && given.results) {
      setLimitHeaders(reply, storefront)
      const present = (error: GraphQLError) => presentable(error, app.log, introspection)
      return streams.send(reply, eventsOf(given.results, present))
    }
    const counted = failedRequests.count(storefront)
    if (counted) await counted
    setLimitHeaders(reply, storefront)
    if ('bodies' in given) return sendPublic(request, reply, given)
    reply.header('Cache-Control', 'no-store')
    const { status, headers, bytes } = given
    for (const [name, value] of headers) reply.header(name, value)
    if (status >= 400 && bytes.length === 0) {
      const message = silentRefusals[status] ?? 'Malformed request'
      countFailed(storefront.called ?? newCalls(), 'BAD_USER_INPUT')
      return refuse(reply, { status, code: 'BAD_USER_INPUT', message })
    }
    return reply.status(status).send(bytes)
  }

  const execute = cache ? runOnceForAll(cache, run) : run

  function run(request: FastifyRequest, storefront: Context): Promise<GraphQLAnswer> {
    const { tracing } = storefront.services
    if (!tracing) return fetchAnswer(request, storefront)
    return tracing.inChild('graphql', operationSpan(api, storefront), async (span) => {
      const answer = await fetchAnswer(request, storefront)
      span?.rename(namedByCalls('graphql', storefront.called))
      return answer
    })
  }

  function fetchAnswer(request: FastifyRequest, storefront: Context): Promise<GraphQLAnswer> {
    if (hasHashOnly(parsed.get(request), request.url)) {
      countFailed(storefront.called ?? newCalls(), 'BAD_USER_INPUT')
      storefront.audience.hasFailed = true
      return Promise.resolve(notSupported)
    }
    return yogaAnswer(request, storefront)
  }

  /** Counts the operations that were called. Returns the result as the client may see it. */
  function shown(result: ExecutionResult, storefront: Context): ExecutionResult {
    const called = storefront.called ?? newCalls()
    if (!result.errors) {
      countCalls(called, [])
      return result
    }
    storefront.audience.hasFailed = true
    const errors = result.errors.map((error) => presentable(error, app.log, introspection))
    countCalls(called, errors)
    return { ...result, errors }
  }

  async function yogaAnswer(request: FastifyRequest, storefront: Context): Promise<GraphQLAnswer> {
    const { method, url, headers, body } = request
    const { accept } = headers
    const subscription: Subscription = { isAsked: false, results: null }
    const hasBody = typeof body === 'string'
    // Fastify accepts every spelling of the JSON content type, but Yoga does not.
    const type = hasBody ? 'application/json' : headers['content-type']
    const response = await yoga.fetch(
      `http://gateway${ENDPOINT}${queryStringOf(url)}`,
      {
        method,
        headers: { ...(accept && { accept }), ...(type && { 'content-type': type }) },
        ...(hasBody && { body }),
      },
      { storefront, accept, subscription },
    )
    const bytes = Buffer.from(await response.text())
    const { results } = subscription
    return { status: response.status, headers: response.headers, bytes, ...(results && { results }) }
  }

  for (const url of paths) {
    app.route({
      method: ['GET', 'POST'],
      url,
      ...(bodyLimit && { bodyLimit }),
      async onRequest(request, reply) {
        if (graphiql && wantsPage(request)) return admitVisitor(request, reply)
        const storefront = await contextOf(request, reply)
        storefront.called = newCalls()
        contexts.set(request, storefront)
        failedRequests.refuse(storefront)
      },
      handler: answer,
      async errorHandler(error, request, reply) {
        const storefront = contexts.get(request)
        const refused = storefront ? await failedRequests.count(storefront)?.catch((refusal: unknown) => refusal) : null
        if (storefront) setLimitHeaders(reply, storefront)
        const refusal = refusalOf(refused ?? error, request.log)
        countFailed(storefront?.called ?? newCalls(), refusal.code)
        return refuse(reply, refusal)
      },
    })
  }
}

/** For statuses that Yoga answers with an empty body. */
const silentRefusals: Record<number, string> = {
  405: 'Mutations are sent by POST',
  406: 'Accept must allow application/json or application/graphql-response+json',
  415: 'Unsupported media type',
}
