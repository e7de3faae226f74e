import type { FastifyInstance } from 'fastify'
import { Problem } from '../platform/problem.ts'
import { utf8Text } from '../platform/text/text.ts'

/** Thrown for a body that is declared as JSON but is not. */
export class InvalidJson extends Problem {
  /** The unparsed body. */
  readonly text: string

  constructor(text: string, cause: unknown) {
    super('BAD_USER_INPUT', 'Invalid JSON', { cause })
    this.text = text
  }
}

/** Decodes a body. @throws InvalidJson for bytes that are no UTF-8 */
export function jsonText(body: Buffer): string {
  try {
    return utf8Text(body)
  } catch (cause) {
    throw new InvalidJson(body.toString(), cause)
  }
}

/** @throws InvalidJson */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new InvalidJson(text, cause)
  }
}

/**
 * Accepts only JSON bodies. An empty body counts as none, because some clients send the JSON header with every request.
 */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => {
    const text = jsonText(body)
    return text === '' ? undefined : parseJson(text)
  })
}
