import type { FastifyReply, FastifyRequest } from 'fastify'

/** Answered instead of what is asked for: it has another path now. */
export class Moved {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }
}

/** Without it browsers keep a 301 for good. */
const KEPT = 'max-age=3600'

/** With the query that came along. */
export function sendMoved(
  { url }: Pick<FastifyRequest, 'url'>,
  reply: FastifyReply,
  { path }: Moved,
  { isPrivate }: { isPrivate: boolean },
): FastifyReply {
  const query = url.indexOf('?')
  return reply
    .header('Cache-Control', isPrivate ? 'no-store' : `public, ${KEPT}`)
    .redirect(query === -1 ? path : path + url.slice(query), 301)
}
