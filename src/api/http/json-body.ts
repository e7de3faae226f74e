import type { FastifyInstance } from 'fastify'
import { Problem } from '../../platform/problem.ts'
import { utf8Text } from '../../platform/text/text.ts'

export class InvalidJson extends Problem {
  readonly text: string

  constructor(text: string, cause: unknown) {
    super('BAD_USER_INPUT', 'Invalid JSON', { cause })
    this.text = text
  }
}

/** @throws InvalidJson for bytes that are no UTF-8 */
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

/** An empty body counts as none, because some clients send the JSON header with every request. */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => {
    const text = jsonText(body)
    return text === '' ? undefined : parseJson(text)
  })
}
