import type { FastifyInstance, HTTPMethods } from 'fastify'

const methods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Answers every method that a known path does not have with 405 and `Allow`. Call it once all routes are there. */
export function answerOtherMethods(app: FastifyInstance, paths: Iterable<string>): void {
  for (const url of new Set(paths)) {
    const allowed = methods.filter((method) => app.hasRoute({ method, url }))
    const refused = methods.filter((method) => !allowed.includes(method))
    app.route({
      method: refused,
      url,
      // The body does not matter: it is refused before it is read.
      onRequest: async (_request, reply) =>
        reply
          .status(405)
          .header('Allow', [...allowed, 'OPTIONS'].join(', '))
          .send({ error: 'Method not allowed' }),
      handler: () => {},
    })
  }
}
