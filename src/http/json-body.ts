import type { FastifyInstance } from 'fastify'
import { Problem } from '../platform/problem.ts'

/** Thrown for a body that is declared as JSON but is not. */
export class InvalidJson extends Problem {
  /** The unparsed body. */
  readonly text: string

  constructor(text: string, cause: unknown) {
    super('BAD_USER_INPUT', 'Invalid JSON', { cause })
    this.text = text
  }
}

/**
 * Accepts only JSON bodies. An empty body counts as none, because some clients send the JSON header with every request.
 */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const text = body.toString()
    try {
      done(null, text === '' ? undefined : JSON.parse(text))
    } catch (cause) {
      done(new InvalidJson(text, cause))
    }
  })
}
