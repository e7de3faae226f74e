import type { FastifyInstance } from 'fastify'
import { Problem } from '../platform/problem.ts'

/** A body that says that it is JSON and is not. */
export class InvalidJson extends Problem {
  /** The body as it came. */
  readonly text: string

  constructor(text: string, cause: unknown) {
    super('BAD_USER_INPUT', 'Invalid JSON', { cause })
    this.text = text
  }
}

/** Accepts JSON bodies only. An empty one counts as none, since clients send the header with every request. */
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
