import { createHmac, randomBytes } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { createNameLookup, type NameLookup } from '../../platform/network/dns-lookup.ts'
import { guardedLookup, hostOf } from '../../platform/network/guarded-lookup.ts'
import { type Network, parseAddress } from '../../platform/network/network.ts'
import { createTargetRules, type TargetRules } from './target.ts'

interface PostedMessage {
  storeId: string
  url: string
  headers: Record<string, string>
  body: string
}

/** The status and how many seconds the receiver asks to wait, or why there is no answer, for the owner. */
type Answer = { status: number; retryAfter?: number } | { failure: string }

export interface WebhookPost {
  rules: TargetRules
  /** Follows no redirects. Rejects only when `signal` is aborted. */
  post(message: PostedMessage, signal: AbortSignal): Promise<Answer>
}

export interface PostOptions {
  /** Reachable although they are not public. */
  networks: readonly Network[]
  /** For DNS lookup, connection and response together. */
  timeoutMs?: number
  resolve?: NameLookup
}

/** Read and discarded. */
const MAX_BODY_BYTES = 64 * 1024

export function createWebhookPost({
  networks,
  timeoutMs = 10_000,
  resolve = createNameLookup(),
}: PostOptions): WebhookPost {
  const rules = createTargetRules(networks)

  return {
    rules,

    async post(message, signal) {
      const late = AbortSignal.timeout(timeoutMs)
      try {
        const url = new URL(message.url)
        const host = hostOf(url)
        // The lookup is not called for an IP address.
        if (parseAddress(host) && !rules.mayReach(host, url.protocol)) throw new RefusedTarget(host)
        const ended = AbortSignal.any([signal, late])
        const lookup = guardedLookup({
          ...{ resolve, key: message.storeId, signal: ended },
          mayReach: (address) => rules.mayReach(address, url.protocol),
          refused: (name) => new RefusedTarget(name),
        })
        return await exchange(url, message, lookup, ended)
      } catch (error) {
        signal.throwIfAborted()
        if (late.aborted) return { failure: `The receiver did not answer within ${timeoutMs / 1000} s.` }
        return { failure: error instanceof RefusedTarget ? error.message : unreachable(error) }
      }
    },
  }
}

class RefusedTarget extends Error {
  constructor(host: string) {
    super(`${host} is no address of the public internet, or not asked over https: nothing was sent.`)
  }
}

/** Only the code: system messages may contain internal addresses. */
function unreachable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : 'the connection failed'
  return `The receiver could not be reached (${code}).`
}

function exchange(url: URL, { headers, body }: PostedMessage, lookup: LookupFunction, signal: AbortSignal) {
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise<Answer>((resolve, reject) => {
    let answered: Answer | undefined
    const end = (error: Error) => (answered === undefined ? reject(error) : resolve(answered))
    const options = { method: 'POST', headers, agent: false, lookup, signal } as const
    const asked = request(url, options, (answer) => {
      const { statusCode, headers } = answer
      const retryAfter = secondsOf(headers['retry-after'])
      if (statusCode) answered = { status: statusCode, ...(retryAfter !== null && { retryAfter }) }
      let size = 0
      answer.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > MAX_BODY_BYTES) answer.destroy()
      })
      // Errors after the status code are ignored.
      answer.on('error', end)
      answer.on('close', () => end(new Error('The answer has no status')))
    })
    asked.on('error', end)
    asked.end(body)
  })
}

/** Of Retry-After, a number or a date; null when it is neither. */
function secondsOf(header: string | undefined): number | null {
  if (header === undefined) return null
  const seconds = /^\s*\d+\s*$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isNaN(seconds) ? null : Math.max(0, seconds)
}

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** In the format of Standard Webhooks. */
export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

interface Signable {
  id: string
  body: string
  sentAt: Date
}

/** Of Standard Webhooks, with one signature per secret. */
export function messageHeaders(secrets: readonly string[], { id, body, sentAt }: Signable): Record<string, string> {
  const timestamp = Math.floor(sentAt.getTime() / 1000).toString()
  const signature = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${signature(secret)}`).join(' '),
  }
}
