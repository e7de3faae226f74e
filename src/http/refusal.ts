import type { FastifyReply } from 'fastify'
import type { Logger } from 'pino'
import { problemOf } from '../gateway/present-problem.ts'
import type { ProblemCode } from '../platform/problem.ts'
import { statusOf } from './status.ts'

/** A request that is not answered with what it asked for. */
export interface Refusal {
  status: number
  code: ProblemCode
  message: string
  /** Seconds. */
  retryAfter?: number | undefined
}

/** What Fastify itself refuses, before any code of ours sees the request. */
const byFastify: Record<string, { status: number; message: string }> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, message: 'Body too large' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { status: 415, message: 'Unsupported media type' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: { status: 400, message: 'Body does not match Content-Length' },
  FST_ERR_BAD_URL: { status: 400, message: 'Malformed URL' },
}

/** What to tell the client about anything thrown. A bug of ours is logged, and told as `failure`. */
export function refusalOf(error: unknown, log: Pick<Logger, 'error'>, failure?: string): Refusal {
  const known = byFastify[errorCode(error)] ?? byStatus[clientStatus(error)]
  if (known) return { ...known, code: 'BAD_USER_INPUT' }
  const { code, message, retryAfter } = problemOf(error, log, failure)
  return { status: statusOf[code], code, message, retryAfter }
}

/** What Fastify or a plugin of it blames on the client in words of its own; none of ours do. */
const byStatus: Record<number, { status: number; message: string }> = {
  400: { status: 400, message: 'Malformed request' },
  403: { status: 404, message: 'Not found' },
  404: { status: 404, message: 'Not found' },
  412: { status: 412, message: 'Precondition failed' },
  413: { status: 413, message: 'Body too large' },
  415: { status: 415, message: 'Unsupported media type' },
  416: { status: 416, message: 'Range not satisfiable' },
}

const clientStatus = (error: unknown): number =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 0

const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Answers with `{"error": message}`. */
export function sendRefusal(reply: FastifyReply, { status, message, retryAfter }: Refusal): FastifyReply {
  if (retryAfter !== undefined) reply.header('Retry-After', retryAfter)
  return reply.status(status).send({ error: message })
}
