import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import { setLimitHeaders } from '../http/limit-headers.ts'
import { refusalOf, sendRefusal } from '../http/refusal.ts'
import { admit } from '../platform/admission.ts'
import type { Context } from '../platform/context.ts'
import { executeRoute, routeRule } from './execute-route.ts'
import type { Route } from './route.ts'

export interface RestOptions {
  schema: GraphQLSchema
  routes: readonly Route[]
  contextOf: (request: FastifyRequest) => Promise<Context>
}

/** Serves the routes: admits a request before its body is read, then executes the route's operation. */
export async function restPlugin(app: FastifyInstance, { schema, routes, contextOf }: RestOptions): Promise<void> {
  const contexts = new WeakMap<FastifyRequest, Context>()

  for (const route of routes) {
    const rule = routeRule(schema, route)

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
        return executeRoute(schema, route, request, context)
      },

      errorHandler(error, request, reply) {
        const refusal = refusalOf(error, request.log, rule.failure)
        return sendRefusal(reply, { ...refusal, message: route.messages[refusal.code] ?? refusal.message })
      },
    })
  }
}
