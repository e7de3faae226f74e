import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql'
import { createFailedRequests } from '../admission/failed-requests.ts'
import type { LimitName } from '../admission/rate-limit-policy.ts'
import type { Context } from '../context.ts'
import type { EventStreams } from '../http/event-stream.ts'
import { jsonText, parseJson } from '../http/json-body.ts'
import { refusalOf } from '../http/refusal.ts'
import { setLimitHeaders } from '../http/response-headers.ts'
import type { CachedResponse, ResponseCache } from '../response-cache/cache.ts'
import { sendPublic } from '../response-cache/write.ts'
import { createDeprecationLog } from './deprecated-uses.ts'
import { type Graphiql, graphiqlPage, wantsPage } from './graphiql/graphiql.ts'
import { eventsOf, type Subscription } from './graphql-events.ts'
import { checkQueryString, looksLikePromise, queryStringOf, unexpectedThen } from './graphql-query-string.ts'
import { ENDPOINT, storefrontYoga } from './graphql-yoga.ts'
import { type Api, countCalls, countFailed, type OperationCalls, type OperationMeters } from './operation-meters.ts'
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

export async function graphqlPlugin(app: FastifyInstance, options: GraphQLOptions): Promise<void> {
  const endpoint = new Endpoint(options, app.log)

  // Yoga parses the body itself.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) =>
    endpoint.readBody(request, body),
  )
  for (const url of options.paths) {
    app.route({
      method: ['GET', 'POST'],
      url,
      ...(options.bodyLimit && { bodyLimit: options.bodyLimit }),
      onRequest: async (request, reply) => endpoint.admit(request, reply),
      handler: async (request, reply) => endpoint.answer(request, reply),
      errorHandler: async (error, request, reply) => endpoint.refuse(error, request, reply),
    })
  }
}

/** Its methods stand in the order in which a request meets them. */
class Endpoint {
  readonly #options: GraphQLOptions
  readonly #log: FastifyBaseLogger
  readonly #introspection: boolean
  readonly #yoga: ReturnType<typeof storefrontYoga>
  readonly #execute: (request: FastifyRequest, context: Context) => Promise<CachedResponse | GraphQLAnswer>
  readonly #failedRequests = createFailedRequests()
  readonly #logDeprecated = createDeprecationLog()
  readonly #contexts = new WeakMap<FastifyRequest, Context>()
  readonly #bodies = new WeakMap<FastifyRequest, unknown>()

  constructor(options: GraphQLOptions, log: FastifyBaseLogger) {
    this.#options = options
    this.#log = log
    this.#introspection = options.graphiql !== null
    this.#yoga = storefrontYoga({
      schema: options.schema,
      introspection: this.#introspection,
      budget: options.budget,
      shown: (result, context) => this.#shown(result, context),
      onSubscribed: (context) => this.#count(context, []),
    })
    const run = (request: FastifyRequest, context: Context) => this.#run(request, context)
    this.#execute = options.cache ? runOnceForAll(options.cache, run) : run
  }

  async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { graphiql, admitVisitor, contextOf } = this.#options
    if (graphiql && wantsPage(request)) return admitVisitor(request, reply)
    const context = await contextOf(request, reply)
    context.called = this.#callsOf(context)
    this.#contexts.set(request, context)
    this.#failedRequests.refuse(context)
  }

  readBody(request: FastifyRequest, body: Buffer): string {
    const text = jsonText(body)
    const json = parseJson(text)
    this.#bodies.set(request, json)
    if (looksLikePromise(json)) throw unexpectedThen()
    return text
  }

  async answer(request: FastifyRequest, reply: FastifyReply) {
    const { graphiql } = this.#options
    if (graphiql && wantsPage(request)) return graphiqlPage(reply, request, graphiql)
    const context = this.#contexts.get(request)
    if (!context) throw new Error('A GraphQL request ran without its context')
    if (request.method === 'GET') checkQueryString(request.url)
    const answer = await this.#execute(request, context)
    if ('results' in answer && answer.results) return this.#sendEvents(answer.results, reply, context)
    const counted = this.#failedRequests.count(context)
    if (counted) await counted
    setLimitHeaders(reply, context)
    return 'bodies' in answer ? sendPublic(request, reply, answer) : this.#send(answer, reply, context)
  }

  #run(request: FastifyRequest, context: Context): Promise<GraphQLAnswer> {
    const { tracing } = context.services
    if (!tracing) return this.#answerDocument(request, context)
    return tracing.inChild('graphql', operationSpan(this.#options.api, context), async (span) => {
      const answer = await this.#answerDocument(request, context)
      span?.rename(namedByCalls('graphql', context.called))
      return answer
    })
  }

  async #answerDocument(request: FastifyRequest, context: Context): Promise<GraphQLAnswer> {
    if (!hasHashOnly(this.#bodies.get(request), request.url)) return this.#askYoga(request, context)
    countFailed(this.#callsOf(context), 'BAD_USER_INPUT')
    context.audience.hasFailed = true
    return notSupported
  }

  async #askYoga(request: FastifyRequest, storefront: Context): Promise<GraphQLAnswer> {
    const { method, url, headers, body } = request
    const { accept } = headers
    const subscription: Subscription = { isAsked: false, results: null }
    const hasBody = typeof body === 'string'
    // Fastify accepts every spelling of the JSON content type, but Yoga does not.
    const type = hasBody ? 'application/json' : headers['content-type']
    const response = await this.#yoga.fetch(
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

  /** Counts the operations that were called. Returns the result as the client may see it. */
  #shown(result: ExecutionResult, context: Context): ExecutionResult {
    if (!result.errors) {
      this.#count(context, [])
      return result
    }
    context.audience.hasFailed = true
    const errors = result.errors.map((error) => this.#presentable(error))
    this.#count(context, errors)
    return { ...result, errors }
  }

  #count(context: Context, errors: readonly GraphQLError[]): void {
    const called = this.#callsOf(context)
    countCalls(called, errors)
    if (called.deprecated) this.#logDeprecated(context, called.deprecated.elements)
  }

  #sendEvents(results: AsyncIterableIterator<ExecutionResult>, reply: FastifyReply, context: Context) {
    setLimitHeaders(reply, context)
    reply.headers(context.called?.deprecated?.headers ?? {})
    const present = (error: GraphQLError) => this.#presentable(error)
    return this.#options.streams.send(reply, eventsOf(results, present))
  }

  #send({ status, headers, bytes }: GraphQLAnswer, reply: FastifyReply, context: Context): FastifyReply {
    reply.header('Cache-Control', 'no-store')
    for (const [name, value] of headers) reply.header(name, value)
    reply.headers(context.called?.deprecated?.headers ?? {})
    if (status < 400 || bytes.length > 0) return reply.status(status).send(bytes)
    countFailed(this.#callsOf(context), 'BAD_USER_INPUT')
    const message = silentRefusals[status] ?? 'Malformed request'
    return refuse(reply, { status, code: 'BAD_USER_INPUT', message })
  }

  async refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const context = this.#contexts.get(request)
    const refused = context ? await this.#failedRequests.count(context)?.catch((refusal: unknown) => refusal) : null
    if (context) setLimitHeaders(reply, context)
    const refusal = refusalOf(refused ?? error, request.log)
    countFailed(this.#callsOf(context), refusal.code)
    return refuse(reply, refusal)
  }

  #presentable(error: GraphQLError): GraphQLError {
    return presentable(error, this.#log, this.#introspection)
  }

  #callsOf(context: Context | undefined): OperationCalls {
    const { operations, api } = this.#options
    return context?.called ?? { meters: operations, api, calls: [], deprecated: null }
  }
}

/** For statuses that Yoga answers with an empty body. */
const silentRefusals: Record<number, string> = {
  405: 'Mutations are sent by POST',
  406: 'Accept must allow application/json or application/graphql-response+json',
  415: 'Unsupported media type',
}
