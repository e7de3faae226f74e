import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import { admit } from '../gateway/admission.ts'
import type { Context } from '../gateway/context.ts'
import { acceptsJson } from '../http/accepts-json.ts'
import { acceptForms } from '../http/form-body.ts'
import { InvalidJson } from '../http/json-body.ts'
import { setLimitHeaders } from '../http/limit-headers.ts'
import { sendPage } from '../http/page.ts'
import { refusalOf, sendRefusal } from '../http/refusal.ts'
import { executeRoute, routeRule } from './execute-route.ts'
import type { Route } from './route.ts'

export interface RestOptions {
  schema: GraphQLSchema
  routes: readonly Route[]
  contextOf: (request: FastifyRequest) => Promise<Context>
}

/** Serves the routes. A request is admitted before its body is read, then the route's operation is executed. */
export async function restPlugin(app: FastifyInstance, { routes, ...options }: RestOptions): Promise<void> {
  serveRoutes(app, { ...options, routes: routes.filter(({ takesForms }) => !takesForms) })
  await app.register(async (forms) => {
    acceptForms(forms)
    serveRoutes(forms, { ...options, routes: routes.filter(({ takesForms }) => takesForms) })
  })
}

function serveRoutes(app: FastifyInstance, { schema, routes, contextOf }: RestOptions): void {
  const contexts = new WeakMap<FastifyRequest, Context>()

  for (const route of routes) {
    const rule = routeRule(schema, route)

    /** The error to answer with. A route may replace the error for a body that is not JSON. */
    async function toldOf(error: unknown, request: FastifyRequest): Promise<unknown> {
      const context = contexts.get(request)
      if (!context || !(error instanceof InvalidJson)) return error
      return (
        route.refused?.(context, error.text, error).then(
          () => error,
          (instead: unknown) => instead,
        ) ?? error
      )
    }

    app.route({
      method: route.method,
      url: route.path,

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

      async handler(request, reply) {
        const context = contexts.get(request)
        if (!context) throw new Error('A route ran without its context')
        if (route.token !== 'none' || route.method !== 'GET') reply.header('Cache-Control', 'no-store')
        const answer = await executeRoute(schema, route, request, context)
        if (!route.page) return answer
        reply.header('Vary', 'Accept')
        if (acceptsJson(request.headers.accept)) return answer
        return sendPage(reply, route.page(answer, { store: context.store, cameFrom: webPage(request.headers.referer) }))
      },

      async errorHandler(error, request, reply) {
        const refusal = refusalOf(await toldOf(error, request), request.log, rule.failure)
        return sendRefusal(reply, { ...refusal, message: route.messages[refusal.code] ?? refusal.message })
      },
    })
  }
}

/** Returns the address if it is http or https. Clients may send anything else, which must not become a link. */
const webPage = (referer: string | undefined): string | null =>
  referer && URL.canParse(referer) && /^https?:$/.test(new URL(referer).protocol) ? referer : null
