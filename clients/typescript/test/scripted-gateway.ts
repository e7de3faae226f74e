import Fastify from 'fastify'
import { sendRefusal } from '../../../src/api/http/refusal.ts'

/** What the next request gets: a list, a refusal as the gateway sends it, something else, or nothing. */
export type Scripted = 'ok' | 'busy' | 'limited' | 'html' | 'html-502' | 'cut' | 'hang'

export interface Script {
  url: string
  /** What the next requests get, one after the other; `ok` after that. */
  answers(...answers: Scripted[]): void
  /** The requests since the last look, with the milliseconds between them. */
  requests(): { request: string; after: number }[]
  close(): Promise<void>
}

/** What a client meets seldom, on demand. */
export async function startScript(): Promise<Script> {
  const app = Fastify({ forceCloseConnections: true })
  let next: Scripted[] = []
  let seen: { request: string; at: number }[] = []
  app.decorate('baseUrlOf', () => 'http://shop.example')
  app.all('*', (request, reply) => {
    reply.header('X-Request-Id', request.id)
    seen.push({ request: `${request.method} ${request.url}`, at: performance.now() })
    const answer = next.shift() ?? 'ok'
    if (answer === 'busy') sendRefusal(reply, { status: 503, code: 'UNAVAILABLE', message: 'Busy.', retryAfter: 1 })
    else if (answer === 'limited')
      sendRefusal(reply, { status: 429, code: 'RATE_LIMITED', message: 'Too many.', retryAfter: 1 })
    else if (answer === 'cut') request.raw.socket.destroy()
    else if (answer === 'html') reply.type('text/html').send('<p>Log in to this network</p>')
    else if (answer === 'html-502') reply.status(502).type('text/html').send('<p>Bad gateway</p>')
    else if (answer === 'ok') reply.send({ products: [], next: null, total: 0, success: true, reply: '' })
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    url,
    answers(...answers) {
      next = answers
      seen = []
    },
    requests: () => seen.map(({ request, at }, index) => ({ request, after: at - (seen[index - 1]?.at ?? at) })),
    close: () => app.close(),
  }
}
