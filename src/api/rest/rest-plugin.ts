import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import { admit, isForEverybody, type OperationRule } from '../admission/admission.ts'
import type { Context } from '../context.ts'
import type { Counted, OperationMeter, OperationMeters } from '../graphql/operation-meters.ts'
import { operationSpan } from '../graphql/operation-span.ts'
import { deprecatedIn } from '../graphql/schema/deprecation-plugin.ts'
import { acceptsJson } from '../http/accept.ts'
import type { EventStreams } from '../http/event-stream.ts'
import { acceptForms } from '../http/form-body.ts'
import { InvalidJson } from '../http/json-body.ts'
import { Moved, sendMoved } from '../http/moved.ts'
import { sendPage } from '../http/pages/page.ts'
import { refusalOf, sendRefusal } from '../http/refusal.ts'
import { setLimitHeaders } from '../http/response-headers.ts'
import { type CachedResponse, type ResponseCache, responseKey } from '../response-cache/cache.ts'
import { sendPublic } from '../response-cache/write.ts'
import { executeRoute, routeOperation } from './execute-route.ts'
import type { Route, RouteEvents } from './route.ts'
import { openEvents } from './route-events.ts'

export interface RestOptions {
  schema: GraphQLSchema
  routes: readonly Route[]
  /** Null caches nothing. */
  cache: ResponseCache | null
  operations: OperationMeters
  streams: EventStreams
  contextOf: (request: FastifyRequest) => Promise<Context>
}

/** Requests are admitted before their body is read. */
export async function restPlugin(app: FastifyInstance, { routes, ...options }: RestOptions): Promise<void> {
  serveRoutes(app, { ...options, routes: routes.filter(({ takesForms }) => !takesForms) })
  await app.register(async (forms) => {
    acceptForms(forms)
    serveRoutes(forms, { ...options, routes: routes.filter(({ takesForms }) => takesForms) })
  })
}

const hasEvents = (route: Route): route is Route & { events: RouteEvents } => route.events !== null

const JSON_TYPE = 'application/json; charset=utf-8'

function serveRoutes(app: FastifyInstance, { routes, ...options }: RestOptions): void {
  for (const route of routes) {
    const endpoint = new Endpoint(route, options)
    app.route({
      method: route.method,
      url: route.path,
      // A HEAD request would follow something for nothing.
      exposeHeadRoute: route.events === null,
      onRequest: async (request, reply) => endpoint.admit(request, reply),
      handler: async (request, reply) => endpoint.answer(request, reply),
      errorHandler: async (error, request, reply) => endpoint.refuse(error, request, reply),
      onSend(request, reply, _payload, done) {
        endpoint.addLimitHeaders(request, reply)
        done()
      },
    })
  }
}

/** One route. Its methods stand in the order in which a request meets them. */
class Endpoint {
  readonly #route: Route
  readonly #options: Omit<RestOptions, 'routes'>
  readonly #name: string
  readonly #rule: OperationRule
  readonly #meter: OperationMeter
  readonly #contexts = new WeakMap<FastifyRequest, Context>()
  /** Read at the first request, so that a start does not wait. */
  #parts: { headers: Readonly<Record<string, string>>; counted: readonly Counted[] } | undefined

  constructor(route: Route, options: Omit<RestOptions, 'routes'>) {
    const { name, rule } = routeOperation(options.schema, route)
    this.#route = route
    this.#options = options
    this.#name = name
    this.#rule = rule
    this.#meter = options.operations.meterOf('rest', name)
  }

  async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const context = await this.#options.contextOf(request)
    this.#contexts.set(request, context)
    try {
      await admit(context, this.#rule)
      context.admitted = true
    } finally {
      setLimitHeaders(reply, context)
    }
  }

  async answer(request: FastifyRequest, reply: FastifyReply) {
    const context = this.#contexts.get(request)
    if (!context) throw new Error('A route ran without its context')
    reply.headers(this.#deprecated.headers)
    if (hasEvents(this.#route)) return this.#sendEvents(this.#route, request, reply, context)
    const isPrivate = this.#isPrivateFor(context)
    const own: { answer?: unknown } = {}
    const response = this.#rule.isPublic && !isPrivate ? await this.#publicResponse(request, context, own) : null
    if (response) {
      this.#countAnswer()
      return sendPublic(request, reply, response)
    }
    const { token, method } = this.#route
    if (token !== 'none' || isPrivate || method !== 'GET') reply.header('Cache-Control', 'no-store')
    const answer = own.answer ?? (await this.#execute(request, context))
    this.#countAnswer()
    if (answer instanceof Moved) return sendMoved(request, reply, answer, { isPrivate })
    return this.#pageOr(answer, request, reply, context)
  }

  async #sendEvents(
    route: Route & { events: RouteEvents },
    { params, query, headers }: FastifyRequest,
    reply: FastifyReply,
    context: Context,
  ) {
    const startedAt = performance.now()
    const lastEventId = headers['last-event-id']?.toString()
    const events = await openEvents(this.#options.schema, route, { params, query, lastEventId }, context)
    this.#meter.took((performance.now() - startedAt) / 1000)
    this.#countAnswer()
    return this.#options.streams.send(reply, events)
  }

  #countAnswer(): void {
    this.#meter.answered += 1
    for (const use of this.#deprecated.counted) use.answered += 1
  }

  get #deprecated() {
    if (this.#parts) return this.#parts
    const { schema, operations } = this.#options
    const { headers = {}, elements = [] } = deprecatedIn(schema, this.#route.operation) ?? {}
    this.#parts = { headers, counted: elements.map((element) => operations.useOf('rest', element)) }
    return this.#parts
  }

  #isPrivateFor(context: Context): boolean {
    const { store, claimsPreview } = context
    const isPrivate = this.#route.isPrivate || claimsPreview || store.openedAt === null
    return isPrivate || (this.#rule.selling === true && !isForEverybody(context))
  }

  /** Made when none is cached; null when there is none. What is not to be cached is left in `own`. */
  async #publicResponse(
    request: FastifyRequest,
    context: Context,
    own: { answer?: unknown },
  ): Promise<CachedResponse | null> {
    const { cache } = this.#options
    const { store, contentVersion, audience, charges } = context
    if (!cache || contentVersion === null) return null
    const make = async () => {
      const answer = await this.#execute(request, context)
      if (audience.isPrivate || answer instanceof Moved) {
        own.answer = answer
        return null
      }
      return {
        route: this.#route.path,
        type: JSON_TYPE,
        vary: 'Accept-Encoding',
        bytes: Buffer.from(JSON.stringify(answer)),
        isVolatile: audience.isVolatile,
        charges: [...charges],
        deprecation: this.#deprecated.headers,
        counted: [this.#meter, ...this.#deprecated.counted],
      }
    }
    return cache.getOrMake({ id: store.id, contentVersion }, responseKey(context.baseUrl, request.url), make)
  }

  async #execute(request: FastifyRequest, context: Context) {
    const startedAt = performance.now()
    const run = () => executeRoute(this.#options.schema, this.#route, request, context)
    const { tracing } = context.services
    const answer = await (tracing ? tracing.inChild(this.#name, operationSpan('rest', context), run) : run())
    this.#meter.took((performance.now() - startedAt) / 1000)
    return answer
  }

  #pageOr(answer: unknown, { headers }: FastifyRequest, reply: FastifyReply, { store }: Context) {
    const { page } = this.#route
    if (!page) return answer
    reply.header('Vary', 'Accept')
    if (acceptsJson(headers.accept)) return answer
    return sendPage(reply, page(answer, { store, cameFrom: webPage(headers.referer) }))
  }

  /** For charges since admission, such as `facets`. */
  addLimitHeaders(request: FastifyRequest, reply: FastifyReply): void {
    const context = this.#contexts.get(request)
    if (context && context.budgets.size > 1) setLimitHeaders(reply, context)
  }

  async refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const refusal = refusalOf(await this.#refusalFor(error, request), request.log, this.#rule.failure)
    this.#meter.failed(refusal.code)
    return sendRefusal(reply, { ...refusal, message: this.#route.messages[refusal.code] ?? refusal.message })
  }

  /** A route may replace the error for a body that is not JSON. */
  async #refusalFor(error: unknown, request: FastifyRequest): Promise<unknown> {
    const context = this.#contexts.get(request)
    if (!context || !(error instanceof InvalidJson)) return error
    try {
      await this.#route.onInvalidBody?.(context, error.text, error)
      return error
    } catch (instead) {
      return instead
    }
  }
}

/** Http or https only: clients may send anything, which must not become a link. */
const webPage = (referer: string | undefined): string | null =>
  referer && URL.canParse(referer) && /^https?:$/.test(new URL(referer).protocol) ? referer : null
