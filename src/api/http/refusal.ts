import type { FastifyReply } from 'fastify'
import type { Logger } from 'pino'
import type { ProblemCode, ProblemDetails } from '../../platform/problem.ts'
import { escapeHtml } from '../../platform/text/text.ts'
import type { RefusalAnswer } from '../../shared/answers.ts'
import { PROBLEM_TYPE, prefersHtml, prefersProblem } from './accept.ts'
import { type Page, pageKind, sendPage } from './pages/page.ts'
import { problemOf } from './problem-of.ts'
import { CORS_HEADERS } from './response-headers.ts'
import { errorCodes, statusOf } from './status.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** For the `type` of problem documents. */
    baseUrlOf: (headers: FastifyRequest['headers']) => string
  }
}

export interface Refusal extends ProblemDetails {
  status: number
  code: ProblemCode
  message: string
  /** Seconds. */
  retryAfter?: number | undefined
}

export const ERRORS_PATH = '/errors'

/** Thrown before our code sees the request. */
const byFastify: Record<string, { status: number; message: string }> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, message: 'Body too large' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { status: 415, message: 'Unsupported media type' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: { status: 400, message: 'Body does not match Content-Length' },
  FST_ERR_BAD_URL: { status: 400, message: 'Malformed URL' },
}

/** A bug of ours is logged, and the client sees only `failure`. */
export function refusalOf(error: unknown, log: Pick<Logger, 'error'>, failure?: string): Refusal {
  const known = byFastify[errorCode(error)] ?? byStatus[clientStatus(error)]
  if (known) return { ...known, code: 'BAD_USER_INPUT' }
  const { code, message, reason, retryAfter, mistakes, notices } = problemOf(error, log, failure)
  return { status: statusOf[code], code, message, reason, retryAfter, mistakes, notices }
}

/** Other errors of Fastify and its plugins that blame the client. */
const byStatus: Record<number, Pick<Refusal, 'status' | 'message' | 'reason'>> = {
  400: { status: 400, message: 'Malformed request' },
  403: { status: 404, message: 'Not found', reason: 'PATH_NOT_FOUND' },
  404: { status: 404, message: 'Not found', reason: 'PATH_NOT_FOUND' },
  413: { status: 413, message: 'Body too large' },
  415: { status: 415, message: 'Unsupported media type' },
}

const clientStatus = (error: unknown): number =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 0

const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** `/shop/api/sites/…` is what a client with a wrong base address calls. The console's paths are for its own pages alone. */
const forPages = /^\/graphql\b|^(?!\/api\/console(?![^/?]))[^?]*\/api(?![^/?])/

/** Never answered with a page. */
const forPrograms = /^\/(api|graphql)(?![^/?])/

export const errorHeaders = ({ code, reason }: Pick<Refusal, 'code' | 'reason'>) => ({
  'Error-Code': code,
  ...(reason && { 'Error-Reason': reason }),
})

/** `{"error": message}`, or a problem document (RFC 9457) where accepted, or outside the API a page for browsers. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { request, server } = reply
  const { status, message, retryAfter } = refusal
  if (retryAfter !== undefined) reply.header('Retry-After', retryAfter)
  reply.status(status).headers(errorHeaders(refusal)).header('Vary', 'Accept')
  // Refusals before routing must be readable by a storefront's page, too, also where its base address is wrong.
  if (forPages.test(request.url)) reply.headers(CORS_HEADERS)
  if (!forPrograms.test(request.url) && prefersHtml(request.headers.accept))
    return sendPage(reply, refusalPage(refusal))
  if (!prefersProblem(request.headers.accept)) return reply.send({ error: message } satisfies RefusalAnswer)
  return reply.type(PROBLEM_TYPE).send(JSON.stringify(problemDocument(refusal, server.baseUrlOf(request.headers))))
}

function problemDocument(refusal: Refusal, baseUrl: string) {
  const { status, code, message, reason, retryAfter, mistakes = [], notices = [] } = refusal
  return {
    type: `${baseUrl}${ERRORS_PATH}#${code}`,
    title: errorCodes[code].title,
    status,
    detail: message,
    error: message,
    code,
    ...(reason && { reason }),
    errors: mistakes,
    notices,
    ...(retryAfter !== undefined && { retryAfter }),
  } satisfies RefusalAnswer & Record<string, unknown>
}

const page = pageKind({
  style: `
  p { margin: .75rem 0 0; overflow-wrap: anywhere }
`,
})

type PageRefusal = Pick<Refusal, 'status' | 'message' | 'reason'>

function refusalPage(refusal: PageRefusal): Page {
  const { title, explained } = wordsFor(refusal)
  return page({
    title,
    body: `<main>
<h1>${escapeHtml(title)}</h1>
<p>${explained}</p>
<p><a href="/">What this service offers</a></p>
</main>`,
  })
}

const wordsFor = ({ status, message, reason }: PageRefusal) =>
  reason === 'PATH_NOT_FOUND'
    ? { title: 'Page not found', explained: 'There is nothing at this address. Check it for a typing mistake.' }
    : { title: message, explained: `The server answered with status ${status}.` }
