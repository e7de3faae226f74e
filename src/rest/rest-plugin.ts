import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import { admit, isBehindPassword } from '../admission/admission.ts'
import type { Context } from '../graphql/context.ts'
import type { OperationMeters } from '../graphql/operation-meters.ts'
import { operationSpan } from '../graphql/operation-span.ts'
import { acceptsJson } from '../http/accept.ts'
import type { EventStreams } from '../http/event-stream.ts'
import { acceptForms } from '../http/form-body.ts'
import { InvalidJson } from '../http/json-body.ts'
import { sendPage } from '../http/pages/page.ts'
import { refusalOf, sendRefusal } from '../http/refusal.ts'
import { setLimitHeaders } from '../http/response-headers.ts'
import type { CachedResponse, ResponseCache } from '../response-cache/cache.ts'
import { responseKey } from '../response-cache/cache.ts'
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

function serveRoutes(
  app: FastifyInstance,
  { schema, routes, cache, operations, streams, contextOf }: RestOptions,
): void {
  const contexts = new WeakMap<FastifyRequest, Context>()

  for (const route of routes) {
    const { name, rule } = routeOperation(schema, route)
    const meter = operations.meterOf('rest', name)
    const isPublic = rule.isPublic === true && !route.isPrivate

    /** A route may replace the error for a body that is not JSON. */
    async function refusalFor(error: unknown, request: FastifyRequest): Promise<unknown> {
      const context = contexts.get(request)
      if (!context || !(error instanceof InvalidJson)) return error
      return (
        route.onInvalidBody?.(context, error.text, error).then(
          () => error,
          (instead: unknown) => instead,
        ) ?? error
      )
    }

    async function sendEvents(
      eventful: Route & { events: RouteEvents },
      { params, query, headers }: FastifyRequest,
      reply: FastifyReply,
      context: Context,
    ) {
      const startedAt = performance.now()
      const lastEventId = headers['last-event-id']?.toString()
      const events = await openEvents(schema, eventful, { params, query, lastEventId }, context)
      meter.took((performance.now() - startedAt) / 1000)
      meter.answered += 1
      return streams.send(reply, events)
    }

    async function execute(request: FastifyRequest, context: Context) {
      const startedAt = performance.now()
      const run = () => executeRoute(schema, route, request, context)
      const { tracing } = context.services
      const answer = await (tracing ? tracing.inChild(name, operationSpan('rest', context), run) : run())
      meter.took((performance.now() - startedAt) / 1000)
      return answer
    }

    /** Made when none is cached; null when there is none. A private answer is left in `own`. */
    async function publicResponse(
      request: FastifyRequest,
      context: Context,
      own: { answer?: unknown },
    ): Promise<CachedResponse | null> {
      const { store, contentVersion, audience, charges } = context
      if (!cache || contentVersion === null) return null
      const make = async () => {
        const answer = await execute(request, context)
        if (audience.isPrivate) {
          own.answer = answer
          return null
        }
        return {
          route: route.path,
          type: JSON_TYPE,
          vary: 'Accept-Encoding',
          bytes: Buffer.from(JSON.stringify(answer)),
          isVolatile: audience.isVolatile,
          charges: [...charges],
          operations: [meter],
        }
      }
      return cache.getOrMake({ id: store.id, contentVersion }, responseKey(context.baseUrl, request.url), make)
    }

    app.route({
      method: route.method,
      url: route.path,
      // A HEAD request would follow something for nothing.
      exposeHeadRoute: route.events === null,

      async onRequest(request, reply) {
        const context = await contextOf(request)
        contexts.set(request, context)
        try {
          await admit(context, rule)
          context.admitted = true
        } finally {
          setLimitHeaders(reply, context)
        }
      },

      onSend(request, reply, _payload, done) {
        const context = contexts.get(request)
        // Charges since admission, such as `facets`.
        if (context && context.budgets.size > 1) setLimitHeaders(reply, context)
        done()
      },

      async handler(request, reply) {
        const context = contexts.get(request)
        if (!context) throw new Error('A route ran without its context')
        if (hasEvents(route)) return sendEvents(route, request, reply, context)
        const own: { answer?: unknown } = {}
        const isPrivate = route.isPrivate || (rule.behindPassword === true && isBehindPassword(context.store))
        const response = isPublic && !isPrivate ? await publicResponse(request, context, own) : null
        if (response) {
          meter.answered += 1
          return sendPublic(request, reply, response)
        }
        if (route.token !== 'none' || isPrivate || route.method !== 'GET') reply.header('Cache-Control', 'no-store')
        const answer = own.answer ?? (await execute(request, context))
        meter.answered += 1
        if (!route.page) return answer
        reply.header('Vary', 'Accept')
        if (acceptsJson(request.headers.accept)) return answer
        return sendPage(reply, route.page(answer, { store: context.store, cameFrom: webPage(request.headers.referer) }))
      },

      async errorHandler(error, request, reply) {
        const refusal = refusalOf(await refusalFor(error, request), request.log, rule.failure)
        meter.failed(refusal.code)
        return sendRefusal(reply, { ...refusal, message: route.messages[refusal.code] ?? refusal.message })
      },
    })
  }
}

/** Http or https only: clients may send anything, which must not become a link. */
const webPage = (referer: string | undefined): string | null =>
  referer && URL.canParse(referer) && /^https?:$/.test(new URL(referer).protocol) ? referer : null
