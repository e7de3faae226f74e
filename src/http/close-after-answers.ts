import type { FastifyInstance } from 'fastify'

/**
 * From now on each answer closes its connection and tells the client so. A client that keeps its connections would
 * otherwise send its next request here until the server closes, and lose the one that crosses the closing.
 */
export function closeAfterAnswers({ server }: FastifyInstance): void {
  server.prependListener('request', (_request, response) => {
    response.setHeader('Connection', 'close')
  })
}
