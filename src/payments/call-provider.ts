import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import type { Logger } from '../platform/logger.ts'
import { oneLine } from '../platform/text/text.ts'
import { ProviderFailure, transportFailure } from './provider-failure.ts'

export interface ProviderCall {
  /**
   * A GET changes nothing, so it may be sent twice. A POST is sent again only when the provider cannot have received
   * it.
   */
  method: 'GET' | 'POST'
  url: string
  keyId: string
  keySecret: string
  /** Further headers. */
  headers?: Record<string, string>
  /** The body, sent as JSON. */
  body?: Record<string, unknown>
}

interface CallOptions {
  /** Time for both tries together, including reading the answer. */
  timeoutMs: number
  log: Logger
}

const MAX_ANSWER_BYTES = 256 * 1024
const PAUSE_MS = 200
/** Characters of a provider's description of an error. */
const LONGEST_COMPLAINT = 200

/**
 * Sends a request to the provider, at most twice, and returns the JSON of its answer.
 * @throws ProviderFailure when there is no answer, or not a successful one in JSON
 */
export async function callProvider(call: ProviderCall, { timeoutMs, log }: CallOptions): Promise<unknown> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    return await send(call, signal)
  } catch (error) {
    if (signal.aborted || !mayRepeat(call, error)) throw error
    log.info({ err: error }, 'Retrying the request to the payment provider')
    // If the time-out passes during the pause, the second try fails at once.
    await setTimeout(PAUSE_MS, undefined, { signal }).catch(() => {})
    return await send(call, signal)
  }
}

const mayRepeat = ({ method }: ProviderCall, error: unknown): boolean =>
  error instanceof ProviderFailure && (error.stage === 'unsent' || (method === 'GET' && error.stage === 'lost'))

async function send(call: ProviderCall, signal: AbortSignal): Promise<unknown> {
  const { method, url, keyId, keySecret, headers, body } = call
  const credentials = Buffer.from(`${keyId}:${keySecret}`).toString('base64')
  const { status, ok, text } = await exchange(url, {
    method,
    headers: {
      ...{ Accept: 'application/json', Authorization: `Basic ${credentials}`, 'Content-Type': 'application/json' },
      ...headers,
    },
    body: body ? JSON.stringify(body) : null,
    redirect: 'manual',
    signal,
  })
  const answer = parseJson(text)
  if (!ok) {
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

/** Whether it says that the request is wrong, and not that it came too early, too late or too often. */
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && ![408, 409, 425, 429].includes(status)

async function exchange(url: string, request: RequestInit & { signal: AbortSignal }) {
  try {
    const response = await fetch(url, request)
    return { status: response.status, ok: response.ok, text: await readText(response) }
  } catch (error) {
    if (error instanceof ProviderFailure) throw error
    if (request.signal.aborted) throw new ProviderFailure('lost', 'The payment provider took too long to answer')
    throw transportFailure(error)
  }
}

async function readText({ body, status }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    // Throwing out of the loop cancels the rest of the download.
    if (size > MAX_ANSWER_BYTES)
      throw new ProviderFailure('answered', `The payment provider answered ${status} and no end`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const errorAnswer = z.object({ error: z.object({ description: z.string(), field: z.string().nullish() }) })

/** Whether the answer refuses the amount or the currency. Not every such answer of the provider names the field. */
function isAboutAmount(status: number, answer: unknown): boolean {
  const error = errorAnswer.safeParse(answer).data?.error
  if (status !== 400 || !error) return false
  return error.field
    ? /^(amount|currency)$/.test(error.field)
    : /\b(amount|currency|currencies)\b/i.test(error.description)
}

/**
 * The start of the provider's description of the error, in one line, or nothing when it repeats a secret, which must not
 * be logged.
 */
function complaint(answer: unknown, secrets: string[]): string {
  const description = errorAnswer.safeParse(answer).data?.error.description
  if (!description || secrets.some((secret) => description.includes(secret))) return ''
  const shown = [...oneLine(description)].slice(0, LONGEST_COMPLAINT).join('')
  return shown === '' ? '' : `: ${shown}`
}

/** Undefined when the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
