import type { FastifyInstance, HTTPMethods } from 'fastify'
import { sendRefusal } from './refusal.ts'

const methods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** 405 with `Allow`. Call it after all routes are registered. */
export function answerOtherMethods(app: FastifyInstance, paths: Iterable<string>): void {
  for (const url of new Set(paths)) {
    const allowed = methods.filter((method) => app.hasRoute({ method, url }))
    const refused = methods.filter((method) => !allowed.includes(method))
    app.route({
      method: refused,
      url,
      // In `onRequest`, so that the body is not read.
      onRequest: async (_request, reply) =>
        sendRefusal(reply.header('Allow', [...allowed, 'OPTIONS'].join(', ')), {
          status: 405,
          code: 'BAD_USER_INPUT',
          message: 'Method not allowed',
        }),
      handler: () => {},
    })
  }
}
