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

/** With the query that came along, but for what the path has of its own. */
export function sendMoved(
  { url }: Pick<FastifyRequest, 'url'>,
  reply: FastifyReply,
  { path }: Moved,
  { isPrivate }: { isPrivate: boolean },
): FastifyReply {
  return reply.header('Cache-Control', isPrivate ? 'no-store' : `public, ${KEPT}`).redirect(withQuery(path, url), 301)
}

/** As it was written: a query need not be one that a program would write. */
function withQuery(path: string, url: string): string {
  const [, address = '', own, fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(path) ?? []
  const [, came = ''] = /\?(.*)/s.exec(url) ?? []
  const names = new Set(new URLSearchParams(own).keys())
  const others = came
    .split('&')
    .filter((pair) => pair !== '' && ![...new URLSearchParams(pair).keys()].some((name) => names.has(name)))
  const query = [...(own ? [own.slice(1)] : []), ...others].join('&')
  return address + (query === '' ? '' : `?${query}`) + fragment
}
