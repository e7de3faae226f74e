import type { FastifyInstance } from 'fastify'
import { Problem } from '../platform/problem.ts'

/** Accepts JSON bodies only. An empty one counts as none, since clients send the header with every request. */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body.length === 0 ? undefined : JSON.parse(body.toString()))
    } catch (cause) {
      done(new Problem('BAD_USER_INPUT', 'Invalid JSON', { cause }))
    }
  })
}
