import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import type { Logger } from '../platform/logger.ts'
import { ProviderFailure, transportFailure } from './provider-failure.ts'

export interface ProviderCall {
  /** A GET changes nothing, so it may be sent twice; a POST only while the provider cannot have seen it. */
  method: 'GET' | 'POST'
  url: string
  keyId: string
  keySecret: string
  /** Sent as JSON. */
  body?: Record<string, unknown>
}

export interface CallOptions {
  /** For both tries and the reading of the answer together. */
  timeoutMs: number
  log: Logger
}

const MAX_ANSWER_BYTES = 256 * 1024
const PAUSE_MS = 200

/**
 * The JSON that the provider answers with, after at most two tries.
 * @throws ProviderFailure for every other answer and for none
 */
export async function callProvider(call: ProviderCall, { timeoutMs, log }: CallOptions): Promise<unknown> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    return await send(call, signal)
  } catch (error) {
    if (signal.aborted || !mayRepeat(call, error)) throw error
    log.info({ err: error }, 'The payment provider is asked once more')
    // When time runs out during the pause, it ends and the second try fails at once.
    await setTimeout(PAUSE_MS, undefined, { signal }).catch(() => {})
    return await send(call, signal)
  }
}

const mayRepeat = ({ method }: ProviderCall, error: unknown): boolean =>
  error instanceof ProviderFailure && (error.stage === 'unsent' || (method === 'GET' && error.stage === 'lost'))

async function send(call: ProviderCall, signal: AbortSignal): Promise<unknown> {
  const { method, url, keyId, keySecret, body } = call
  const credentials = Buffer.from(`${keyId}:${keySecret}`).toString('base64')
  const { status, ok, text } = await exchange(url, {
    method,
    headers: { Accept: 'application/json', Authorization: `Basic ${credentials}`, 'Content-Type': 'application/json' },
    body: body ? JSON.stringify(body) : null,
    redirect: 'manual',
    signal,
  })
  const answer = parseJson(text)
  if (!ok) {
    const why = complaint(answer, [keySecret, credentials])
    throw new ProviderFailure(status >= 500 ? 'lost' : 'answered', `The payment provider answered ${status}${why}`)
  }
  if (answer === undefined) throw new ProviderFailure('answered', 'The payment provider answered without JSON')
  return answer
}

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
    // Throwing out of the loop cancels the rest.
    if (size > MAX_ANSWER_BYTES)
      throw new ProviderFailure('answered', `The payment provider answered ${status} and no end`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const errorAnswer = z.object({ error: z.object({ description: z.string() }) })

/** What the provider says is wrong, unless it repeats what must not be logged. */
function complaint(answer: unknown, secrets: string[]): string {
  const description = errorAnswer.safeParse(answer).data?.error.description
  if (!description || secrets.some((secret) => description.includes(secret))) return ''
  return `: ${description.slice(0, 200)}`
}

/** undefined for what is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
