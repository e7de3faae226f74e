import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import type { Logger } from '../../platform/logger.ts'
import { exchange, USER_AGENT } from '../../platform/network/exchange.ts'
import { oneLine, parsedJson } from '../../platform/text/text.ts'
import { ProviderFailure, transportFailure } from './provider-failure.ts'

export interface ProviderCall {
  /**
   * A GET may be repeated; a POST when the provider cannot have received it, or hardly can have: so carried out twice it
   * must do no harm.
   */
  method: 'GET' | 'POST'
  url: string
  keyId: string
  keySecret: string
  headers?: Record<string, string>
  body?: Record<string, unknown>
}

interface CallOptions {
  /** Of both tries, including the answer. */
  timeoutMs: number
  log: Logger
}

const MAX_ANSWER_BYTES = 256 * 1024
const PAUSE_MS = 200
const LONGEST_COMPLAINT = 200

/** At most two tries. @throws ProviderFailure without an answer, or with none that is successful JSON */
export async function callProvider(call: ProviderCall, { timeoutMs, log }: CallOptions): Promise<unknown> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    return await send(call, signal)
  } catch (error) {
    if (signal.aborted || !mayRepeat(call, error)) throw error
    log.info({ err: error }, 'Retrying the request to the payment provider')
    // If the time-out passes meanwhile, the second try fails at once.
    await setTimeout(PAUSE_MS, undefined, { signal }).catch(() => {})
    return await send(call, signal)
  }
}

const mayRepeat = ({ method }: ProviderCall, error: unknown): boolean =>
  error instanceof ProviderFailure && (error.stage === 'unsent' || (method === 'GET' && error.stage === 'lost'))

async function send(call: ProviderCall, signal: AbortSignal): Promise<unknown> {
  const { method, url, keyId, keySecret, headers, body } = call
  const credentials = Buffer.from(`${keyId}:${keySecret}`).toString('base64')
  const { status, text } = await exchange(url, {
    method,
    headers: {
      Accept: 'application/json',
      Authorization: `Basic ${credentials}`,
      'Content-Type': 'application/json',
      'User-Agent': USER_AGENT,
      ...headers,
    },
    body: body ? JSON.stringify(body) : null,
    maxAnswerBytes: MAX_ANSWER_BYTES,
    signal,
  }).catch((error: unknown) => {
    throw signal.aborted
      ? new ProviderFailure('lost', 'The payment provider took too long to answer')
      : transportFailure(error)
  })
  const answer = parsedJson(text)
  if (status < 200 || status > 299) {
    const why = complaint(answer, [keySecret, credentials])
    const refused = why.replace(/^: /, '') || `It answered ${status}`
    const refusal = isRefusal(status)
      ? { refused, isUnauthorized: status === 401 || status === 403, isAboutAmount: isAboutAmount(status, answer) }
      : null
    const message = `The payment provider answered ${status}${why}`
    throw new ProviderFailure(status >= 500 ? 'lost' : 'answered', message, undefined, refusal)
  }
  if (answer === undefined) throw new ProviderFailure('answered', 'The payment provider answered without JSON')
  return answer
}

/** Whether the request is wrong, not early, late or too frequent. */
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && ![408, 409, 425, 429].includes(status)

const errorAnswer = z.object({ error: z.object({ description: z.string(), field: z.string().nullish() }) })

/** Not every such answer names the field. */
function isAboutAmount(status: number, answer: unknown): boolean {
  const error = errorAnswer.safeParse(answer).data?.error
  if (status !== 400 || !error) return false
  return error.field
    ? /^(amount|currency)$/.test(error.field)
    : /\b(amount|currency|currencies)\b/i.test(error.description)
}

/** One line of the error's description; empty when it repeats a secret, which must not be logged. */
function complaint(answer: unknown, secrets: string[]): string {
  const description = errorAnswer.safeParse(answer).data?.error.description
  if (!description || secrets.some((secret) => description.includes(secret))) return ''
  const shown = [...oneLine(description)].slice(0, LONGEST_COMPLAINT).join('')
  return shown === '' ? '' : `: ${shown}`
}
